import { ScanError } from '../../protocol/scan-error.ts'
import type { AppliedSettings, ScanSettings, SettingWarning } from '../../protocol/settings.ts'
import { applyKnown } from './known-options.ts'
import type { SaneOption, SaneOptions, SaneValue } from './sane-options.ts'

const MM_PER_INCH = 25.4

/**
 * Brings a device to the settings. What would lose pages (no duplex, no feeder) is an error; what only
 * looks different (another resolution, an unknown option) is a warning.
 */
export async function applySettings(
  options: SaneOptions,
  settings: ScanSettings,
): Promise<{ applied: AppliedSettings; warnings: SettingWarning[] }> {
  const warnings: SettingWarning[] = []
  const warn = (option: string, wanted: SaneValue, got: SaneValue | null) => {
    if (got !== wanted) warnings.push({ option, wanted, got })
  }
  const { source: namedSource, ...vendor } = settings.options
  await chooseSource(options, settings.source, namedSource)

  const modes = options.find('mode')?.choices?.map(String) ?? []
  const mode = modes.find((choice) => modeOf(choice) === settings.mode)
  if (mode !== undefined) await options.set('mode', mode)
  const gotMode = modeOf(String((await options.get('mode')) ?? '')) ?? settings.mode
  warn('mode', settings.mode, gotMode)
  if (gotMode !== 'bw' && options.find('depth')) await options.set('depth', 8)

  const resolution = options.find('resolution') ?? options.find('x-resolution')
  let dpi = settings.dpi
  if (resolution) {
    const got = await options.set(resolution.name, nearest(resolution, settings.dpi))
    dpi = Math.round(Number(got ?? settings.dpi))
    if (resolution.name === 'x-resolution') await options.set('y-resolution', dpi)
    warn('resolution', settings.dpi, dpi)
  }
  warnings.push(...(await applyKnown(options, { ...settings, mode: gotMode })))
  for (const [name, value] of Object.entries(vendor)) {
    const got = await options.set(name, value)
    const isClose = typeof got === 'number' && Math.abs(got - Number(value)) < 0.01
    // What a device does not have need not be switched off.
    const isOff = got === null && /^(false|0|off|no)$/i.test(String(value))
    if (!isClose && !isOff) warn(name, value, got)
  }
  await setArea(options, settings.area, dpi, warn)
  return { applied: { source: settings.source, dpi, mode: gotMode }, warnings }
}

/**
 * Our word for a vendor's mode; null for those that we do not use: half tones. Brother's `brscan` offers
 * `Gray[Error Diffusion]` before `True Gray`: black dots that look grey, on which no mark can be measured.
 */
export function modeOf(name: string): AppliedSettings['mode'] | null {
  if (/diffusion|dither|half.?tone/i.test(name)) return null
  if (/lineart|black|binary|^1.?bit|^bw$/i.test(name)) return 'bw'
  if (/gr[ae]y/i.test(name)) return 'gray'
  return /colou?r|rgb/i.test(name) ? 'color' : null
}

/** Our word for a vendor's paper source; null for those that we do not use (the back side alone). */
export function sourceOf(name: string): AppliedSettings['source'] | null {
  if (/duplex|2-sided|both/i.test(name)) return 'duplex'
  if (/back/i.test(name)) return null
  if (/adf|feeder/i.test(name)) return 'feeder'
  return /flatbed|platen|normal/i.test(name) ? 'flatbed' : null
}

async function chooseSource(
  options: SaneOptions,
  wanted: AppliedSettings['source'],
  named: SaneValue | undefined,
): Promise<void> {
  const choices = options.find('source')?.choices?.map(String) ?? []
  const choice =
    named === undefined ? choices.find((each) => sourceOf(each) === wanted) : String(named)
  if (choice !== undefined) {
    if ((await options.set('source', choice)) === choice) return
    throw new ScanError('UNSUPPORTED', `the device refuses the source ${choice}`)
  }
  if (wanted === 'duplex') {
    const feeder = choices.find((each) => sourceOf(each) === 'feeder')
    if (feeder !== undefined) await options.set('source', feeder)
    if (await setDuplex(options)) return
  }
  // A device with one way of taking paper need not name it.
  if (wanted !== 'duplex' && choices.length === 0) return
  throw new ScanError(
    'UNSUPPORTED',
    `the device has no ${wanted}; it offers: ${choices.join(', ')}`,
  )
}

/** Devices that say duplex in an option of its own. */
async function setDuplex(options: SaneOptions): Promise<boolean> {
  if (options.find('duplex')?.type === 'bool') return (await options.set('duplex', true)) === true
  for (const name of ['adf-mode', 'adf_mode', 'duplex']) {
    const choice = options.find(name)?.choices?.find((each) => /duplex|both/i.test(String(each)))
    if (choice !== undefined) return (await options.set(name, choice)) === choice
  }
  return false
}

function nearest(option: SaneOption, wanted: number): number {
  const numbers = option.choices?.map(Number)
  if (numbers && numbers.length > 0)
    return numbers.reduce((best, each) =>
      Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best,
    )
  const { range } = option
  return range ? Math.min(range.max, Math.max(range.min, wanted)) : wanted
}

async function setArea(
  options: SaneOptions,
  area: ScanSettings['area'],
  dpi: number,
  warn: (option: string, wanted: number, got: number | null) => void,
): Promise<void> {
  // The paper first: where a feeder centres it, the area is measured from its edge.
  if (options.find('page-width')) await options.set('page-width', area.widthMm)
  if (options.find('page-height')) await options.set('page-height', area.heightMm)
  for (const [low, high, wantedMm] of [
    ['tl-x', 'br-x', area.widthMm],
    ['tl-y', 'br-y', area.heightMm],
  ] as const) {
    const option = options.find(high)
    if (!option) continue
    const perMm = option.unit === 'pixel' ? dpi / MM_PER_INCH : 1
    const from = options.find(low)?.range?.min ?? 0
    await options.set(low, from)
    const wanted = from + wantedMm * perMm
    const got = await options.set(high, Math.min(wanted, option.range?.max ?? wanted))
    const gotMm = (Number(got ?? 0) - from) / perMm
    // Rounding to the device's steps is no news; a strip of paper that is not scanned is.
    if (got === null || gotMm < wantedMm - 1) warn(high, wantedMm, got === null ? null : gotMm)
  }
}
