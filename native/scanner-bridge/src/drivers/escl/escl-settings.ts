import { ScanError } from '../../protocol/scan-error.ts'
import type { ScanSettings, SettingWarning } from '../../protocol/settings.ts'
import { unsupported } from '../unsupported.ts'
import type { EsclCapabilities, ToneName } from './escl-client.ts'

/** What a network scanner is asked for, as far as it can. */
export interface EsclSettings {
  settings: ScanSettings
  /** By the names of eSCL, in the device's own numbers. */
  tone: Partial<Record<ToneName, number>>
  warnings: SettingWarning[]
}

/** @throws ScanError UNSUPPORTED for what would lose pages */
export function fitSettings(wanted: ScanSettings, can: EsclCapabilities): EsclSettings {
  if (!can.hasJpeg) throw new ScanError('UNSUPPORTED', 'the device sends no JPEG')
  if (!can.sources.includes(wanted.source))
    throw new ScanError('UNSUPPORTED', `no ${wanted.source}; it offers: ${can.sources.join(', ')}`)
  const warnings: SettingWarning[] = []
  const dpi = can.dpi.reduce(
    (best, each) => (Math.abs(each - wanted.dpi) < Math.abs(best - wanted.dpi) ? each : best),
    can.dpi[0] ?? wanted.dpi,
  )
  if (dpi !== wanted.dpi) warnings.push({ option: 'resolution', wanted: wanted.dpi, got: dpi })
  const hasMode = can.modes.length === 0 || can.modes.includes(wanted.mode)
  const mode = hasMode ? wanted.mode : (can.modes.at(-1) ?? 'color')
  if (mode !== wanted.mode) warnings.push({ option: 'mode', wanted: wanted.mode, got: mode })
  const { area, warnings: narrow } = fitArea(wanted.area, can.maxArea)
  const settings = { ...wanted, dpi, mode, area }
  const { tone, warnings: flat } = fitTone(settings, can)
  // eSCL has no words for these; a device does them by its own settings or not at all.
  return {
    settings,
    tone,
    warnings: [...warnings, ...narrow, ...flat, ...unsupported(settings, ['tone'])],
  }
}

function fitTone(
  { tone, mode }: ScanSettings,
  can: EsclCapabilities,
): Pick<EsclSettings, 'tone' | 'warnings'> {
  const fitted: EsclSettings['tone'] = {}
  const warnings: SettingWarning[] = []
  const fit = (
    name: ToneName,
    wanted: number,
    value: (range: NonNullable<(typeof can.tone)[ToneName]>) => number,
  ) => {
    const range = can.tone[name]
    if (range) fitted[name] = Math.round(value(range))
    else warnings.push({ option: name.toLowerCase(), wanted, got: null })
  }
  for (const name of ['Brightness', 'Contrast'] as const) {
    const wanted = tone?.[name === 'Brightness' ? 'brightness' : 'contrast'] ?? 0
    // From the middle of the device towards one of its ends.
    if (wanted !== 0)
      fit(name, wanted, ({ min, max, normal }) =>
        wanted > 0
          ? normal + ((max - normal) * wanted) / 100
          : normal + ((normal - min) * wanted) / 100,
      )
  }
  const threshold = tone?.threshold ?? null
  if (threshold !== null && mode === 'bw')
    fit('Threshold', threshold, ({ min, max }) => min + ((max - min) * threshold) / 255)
  return { tone: fitted, warnings }
}

/** Asking for more than the glass is refused by some devices; a strip that is not scanned is told. */
function fitArea(
  wanted: ScanSettings['area'],
  max: EsclCapabilities['maxArea'],
): { area: ScanSettings['area']; warnings: SettingWarning[] } {
  if (!max) return { area: wanted, warnings: [] }
  const area = {
    widthMm: Math.min(wanted.widthMm, max.widthMm),
    heightMm: Math.min(wanted.heightMm, max.heightMm),
  }
  const warnings: SettingWarning[] = []
  for (const key of ['widthMm', 'heightMm'] as const)
    if (wanted[key] - area[key] > 1)
      warnings.push({ option: key, wanted: wanted[key], got: Math.round(area[key]) })
  return { area, warnings }
}
