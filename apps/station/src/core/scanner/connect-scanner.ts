import {
  listDevices,
  matchDevice,
  ScanError,
  Scanner,
  type ScannerOptions,
  type ScannerProfile,
  settingsOf,
  timeoutsOf,
} from '@hengjuan/scanner-bridge'
import type { ScannerChoice } from '../../bridge/scanner-api.ts'
import type { StationContext } from '../context.ts'
import { keepCertificate, knownCertificate } from './certificates.ts'
import { PAPER_SIZES } from './paper.ts'
import { warningText } from './scanner-words.ts'

interface ConnectedScanner {
  scanner: Scanner
  /** With the id under which the scanner is known now. */
  choice: ScannerChoice
  /** Chinese, what it does differently from what was asked. */
  warnings: string[]
}

/** Drivers whose ids change when a scanner is plugged in elsewhere, and that can be listed unasked. */
const MOVING: readonly string[] = ['sane', 'twain32', 'twain64', 'wia']

/**
 * Opens a scanner with a profile. One that is not where it was is looked for by its key.
 *
 * @throws ScanError
 */
export async function connectScanner(
  station: StationContext,
  bridge: ScannerOptions,
  choice: ScannerChoice,
  profile: ScannerProfile,
): Promise<ConnectedScanner> {
  try {
    return await openScanner(station, bridge, choice, profile)
  } catch (error) {
    const isGone = error instanceof ScanError && error.code === 'OFFLINE'
    if (!isGone || !MOVING.includes(choice.driver)) throw error
    const devices = await listDevices(bridge, choice.driver)
    const { device_id, device_key, device_name } = choice
    const found = matchDevice({ id: device_id, key: device_key, name: device_name }, devices)
    if (!found || found.id === device_id) throw error
    station.log('scanner.moved', { from: device_id, to: found.id })
    const moved = { ...choice, device_id: found.id, device_key: found.stableKey }
    return openScanner(station, bridge, moved, profile)
  }
}

async function openScanner(
  { db }: StationContext,
  bridge: ScannerOptions,
  choice: ScannerChoice,
  profile: ScannerProfile,
): Promise<ConnectedScanner> {
  const paper = PAPER_SIZES[choice.paper]
  const certificate = knownCertificate(db, choice.device_id)
  const { paper_source: source, dpi, mode } = choice
  const scanner = new Scanner(
    // What the caller says of patience wins: tests are in a hurry.
    { ...bridge, timeouts: { ...timeoutsOf(profile), ...bridge.timeouts } },
    { driver: choice.driver, id: choice.device_id },
    { ...settingsOf(profile, { source, dpi, mode }, paper), ...(certificate && { certificate }) },
  )
  const opened = await scanner.open()
  if (opened.certificate !== undefined && certificate === undefined)
    keepCertificate(db, choice.device_id, opened.certificate)
  const warnings = opened.warnings
    .map((each) => warningText(each, paper))
    .filter((text) => text !== '')
  return { scanner, choice, warnings: [...new Set(warnings)] }
}
