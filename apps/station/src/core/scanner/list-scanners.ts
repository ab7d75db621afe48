import {
  listDevices,
  profilesFor,
  type ScannerOptions,
  type ScannerProfile,
} from '@hengjuan/scanner-bridge'
import type { ScannerChoice, ScannerOffer } from '../../bridge/scanner-api.ts'
import type { StationInput } from '../../bridge/station-api.ts'

/** Ways to scanners that are plugged in, the best first. macOS has none yet: network scanners and the folder. */
const USB_DRIVERS: Partial<Record<NodeJS.Platform, ScannerChoice['driver'][]>> = {
  win32: ['twain64', 'twain32', 'wia'],
  linux: ['sane'],
}

/**
 * Scanners that can be connected, each with the profiles that fit it.
 *
 * @throws ScanError when there is none and a driver said why
 */
export async function listScanners(
  bridge: ScannerOptions,
  { driver, address }: StationInput<'listScanners'>,
  profiles: readonly ScannerProfile[],
): Promise<ScannerOffer[]> {
  const drivers = driver === 'usb' ? (USB_DRIVERS[process.platform] ?? []) : [driver]
  const found = await Promise.allSettled(
    drivers.map(async (each) => listDevices(bridge, each, address)),
  )
  const devices = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  // One way that does not work says nothing about the others.
  const failed = found.find((each) => each.status === 'rejected')
  if (devices.length === 0 && failed) throw failed.reason
  return devices.map((device) => ({
    driver: device.driver,
    device_id: device.id,
    device_name: device.name,
    device_key: device.stableKey,
    profiles: profilesFor(device, profiles).map((profile) => ({
      profile_id: profile.id,
      name: profile.name,
      notes: profile.notes ?? '',
      paper_source: profile.paperSource,
      dpi: profile.dpi,
      mode: profile.mode,
    })),
  }))
}
