import { ScanError } from '../../protocol/scan-error.ts'
import type { AppliedSettings, ScanSettings, SettingWarning } from '../../protocol/settings.ts'
import type { Capabilities } from './capabilities.ts'
import type { TwainValue } from './container.ts'
import { applyKnown } from './known-options.ts'
import { setArea } from './scan-area.ts'
import type { TwainSession } from './session.ts'
import { capabilityNumber, type CapabilityName } from './triplets.ts'

/** Numbers of `ICAP_PIXELTYPE`. */
export const PIXEL_TYPES = { bw: 0, gray: 1, color: 2 } as const
/** Numbers of `ICAP_XFERMECH`. */
const TRANSFERS = { native: 0, memory: 2 } as const
export type Transfer = keyof typeof TRANSFERS

const ALL_IMAGES = -1

/** What drops or joins pages: if it cannot be switched off, sheets would be told wrongly. */
const LOSES_PAGES = [
  ['ICAP_AUTODISCARDBLANKPAGES', -2],
  ['ICAP_IMAGEMERGE', 0],
  ['CAP_SEGMENTED', 0],
] as const satisfies [CapabilityName, number][]

/** What moves, cuts or removes marks, or guesses what was asked for. */
const MOVES_MARKS = [
  ['ICAP_AUTOMATICDESKEW', false],
  ['ICAP_AUTOMATICBORDERDETECTION', false],
  ['ICAP_AUTOMATICROTATE', false],
  ['ICAP_AUTOMATICLENGTHDETECTION', false],
  ['ICAP_AUTOMATICCOLORENABLED', false],
  ['ICAP_UNDEFINEDIMAGESIZE', false],
  ['ICAP_AUTOSIZE', 0],
  ['ICAP_NOISEFILTER', 0],
  ['ICAP_IMAGEFILTER', 0],
  ['CAP_AUTOMATICSENSEMEDIUM', false],
  ['CAP_JOBCONTROL', 0],
] as const satisfies [CapabilityName, TwainValue][]

export interface AgreedSettings {
  applied: AppliedSettings
  warnings: SettingWarning[]
  transfer: Transfer
}

/**
 * Agrees with an open source on the settings. What would lose pages (no duplex, no feeder, blank pages that
 * are dropped) is an error; what only looks different is a warning.
 *
 * @throws ScanError UNSUPPORTED
 */
export function applySettings(
  session: TwainSession,
  capabilities: Capabilities,
  settings: ScanSettings,
): AgreedSettings {
  const warnings: SettingWarning[] = []
  const warn = (option: string, wanted: SettingWarning['wanted'], got: TwainValue | null) => {
    if (got !== wanted) warnings.push({ option, wanted, got: typeof got === 'object' ? null : got })
  }
  /** Sets a capability that a source need not have. */
  const prefer = (name: CapabilityName, wanted: number | boolean) => {
    const got = capabilities.choose(name, wanted)
    if (got !== null) warn(name, wanted, got)
  }

  const wantedTransfer = settings.transfer ?? 'memory'
  const got = capabilities.choose('ICAP_XFERMECH', TRANSFERS[wantedTransfer])
  const transfer = got === TRANSFERS.native ? 'native' : 'memory'
  warn('transfer', wantedTransfer, transfer)
  prefer('CAP_INDICATORS', false)
  choosePath(capabilities, settings.source)
  prefer('CAP_XFERCOUNT', settings.source === 'flatbed' ? 1 : ALL_IMAGES)
  prefer('ICAP_UNITS', 0)
  for (const [name, off] of LOSES_PAGES) {
    const left = capabilities.choose(name, off)
    if (left !== null && left !== off)
      throw new ScanError('UNSUPPORTED', `${name} cannot be switched off: pages would be lost`)
  }

  const mode = chooseMode(capabilities, settings.mode)
  warn('mode', settings.mode, mode)
  if (mode === 'gray') prefer('ICAP_BITDEPTH', 8)
  prefer('ICAP_COMPRESSION', 0)
  prefer('ICAP_PLANARCHUNKY', 0)
  prefer('ICAP_BITORDER', 1)
  prefer('ICAP_PIXELFLAVOR', 0)
  for (const [name, off] of MOVES_MARKS) prefer(name, off)

  const dpi = Math.round(Number(capabilities.choose('ICAP_XRESOLUTION', settings.dpi) ?? 0))
  const vertical = Math.round(Number(capabilities.choose('ICAP_YRESOLUTION', settings.dpi) ?? dpi))
  if (dpi < 1 || vertical !== dpi)
    throw new ScanError('UNSUPPORTED', `the device scans at ${dpi} by ${vertical} dots per inch`)
  warn('resolution', settings.dpi, dpi)
  setArea(session, capabilities, settings.area, warn)
  warnings.push(...applyKnown(capabilities, { ...settings, mode }, warn))
  applyOptions(capabilities, settings.options, warn)
  return { applied: { source: settings.source, dpi, mode }, warnings, transfer }
}

/** Where paper is taken from, and how many sides of it. */
function choosePath(capabilities: Capabilities, source: AppliedSettings['source']): void {
  const isFeeder = capabilities.choose('CAP_FEEDERENABLED', source !== 'flatbed')
  if (source === 'flatbed' ? isFeeder === true : isFeeder !== true)
    throw new ScanError('UNSUPPORTED', `the device has no ${source}`)
  if (source !== 'flatbed') capabilities.choose('CAP_AUTOFEED', true)
  const isDuplex = capabilities.choose('CAP_DUPLEXENABLED', source === 'duplex')
  // A device that scans both sides whatever it is told would make two sheets of every one.
  if ((isDuplex === true) !== (source === 'duplex'))
    throw new ScanError(
      'UNSUPPORTED',
      source === 'duplex' ? 'the device has no duplex' : 'duplex cannot be switched off',
    )
}

function chooseMode(
  capabilities: Capabilities,
  wanted: AppliedSettings['mode'],
): AppliedSettings['mode'] {
  const got = capabilities.choose('ICAP_PIXELTYPE', PIXEL_TYPES[wanted])
  const mode = (['bw', 'gray', 'color'] as const).find((each) => PIXEL_TYPES[each] === got)
  if (mode) return mode
  throw new ScanError('UNSUPPORTED', `the device scans in another pixel type than ${wanted}`)
}

/** Capabilities that a profile names, published ones or a vendor's own. */
function applyOptions(
  capabilities: Capabilities,
  options: ScanSettings['options'],
  warn: (option: string, wanted: SettingWarning['wanted'], got: TwainValue | null) => void,
): void {
  for (const [name, value] of Object.entries(options)) {
    const number = capabilityNumber(name)
    const got = number === null ? null : capabilities.choose(number, value)
    // Truth comes as 1 from sources that know no other, and steps are rounded to.
    const isClose = got !== null && typeof got !== 'object' && Math.abs(+got - +value) < 0.01
    // What a device does not have need not be switched off.
    const isOff = got === null && (value === false || value === 0)
    if (!isClose && !isOff && got !== value) warn(name, value, got)
  }
}
