import type { ScanSettings } from '../protocol/settings.ts'
import type { Timeouts } from '../supervisor/timeouts.ts'
import type { ScannerProfile } from './profile.ts'

/**
 * What a driver is asked for: the profile, with what the operator chose for this stack.
 *
 * @param paper upright, millimetres; the profile's margin is added on each side
 */
export function settingsOf(
  profile: ScannerProfile,
  choice: Pick<ScanSettings, 'source' | 'dpi' | 'mode'>,
  paper: { widthMm: number; heightMm: number },
): ScanSettings {
  const { marginMm, tone, dropout, overscan, background, doubleFeed, readAhead, twain } = profile
  return {
    source: choice.source,
    dpi: choice.dpi,
    mode: choice.mode,
    area: { widthMm: paper.widthMm + 2 * marginMm, heightMm: paper.heightMm + 2 * marginMm },
    options: profile.options,
    tone,
    dropout,
    overscan,
    background,
    readAhead,
    // A detector that the scanner's own settings rule is not touched.
    ...(doubleFeed.detect === 'driver' && {
      doubleFeed: { ultrasonic: doubleFeed.ultrasonic, length: doubleFeed.length },
    }),
    ...(twain && {
      transfer: twain.transfer,
      showVendorUi: twain.showVendorUi,
      ...(twain.dsm !== 'auto' && { dsm: twain.dsm }),
    }),
  }
}

/** The profile's patience, for the supervisor. */
export function timeoutsOf({ timeouts }: ScannerProfile): Partial<Timeouts> {
  return {
    open: timeouts.openS * 1000,
    feeding: timeouts.feedS * 1000,
    reading: timeouts.readS * 1000,
  }
}
