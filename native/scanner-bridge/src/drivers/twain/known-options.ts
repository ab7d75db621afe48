import type { ScanSettings, SettingWarning } from '../../protocol/settings.ts'
import { unsupported } from '../unsupported.ts'
import type { Capabilities } from './capabilities.ts'
import type { TwainValue } from './container.ts'

/** Detectors of `CAP_DOUBLEFEEDDETECTION`, and what is to happen. */
const DETECTORS = { ultrasonic: 0, length: 1 } as const
const STOP = 0
/** Colours of `ICAP_FILTER`. */
const FILTERS = { red: 0, green: 1, blue: 2, none: 3 } as const
/** `ICAP_OVERSCAN`: on all sides, or as the device likes. */
const OVERSCAN = { none: 0, auto: 1, all: 4 } as const
/** TWAIN counts brightness and contrast from -1000 to 1000, we from -100 to 100. */
const TONE_SCALE = 10

type Warn = (option: string, wanted: SettingWarning['wanted'], got: TwainValue | null) => void

/** Brings detectors, tone and the rest of what a profile says in our words to a source. */
export function applyKnown(
  capabilities: Capabilities,
  settings: ScanSettings,
  warn: Warn,
): SettingWarning[] {
  const { doubleFeed, tone, dropout, overscan, readAhead } = settings
  if (doubleFeed) detectDoubleFeeds(capabilities, doubleFeed, warn)
  if (tone) applyTone(capabilities, tone, settings.mode, warn)
  if (dropout && !drops(capabilities, dropout) && dropout !== 'none') warn('dropout', dropout, null)
  if (overscan === true) {
    const got = [OVERSCAN.all, OVERSCAN.auto].some(
      (way) => capabilities.choose('ICAP_OVERSCAN', way) === way,
    )
    if (!got) warn('overscan', true, null)
  } else if (overscan === false) capabilities.choose('ICAP_OVERSCAN', OVERSCAN.none)
  // Only speed: a device without it is no worse.
  if (readAhead !== undefined) capabilities.choose('CAP_AUTOSCAN', readAhead)
  return unsupported(settings, ['tone', 'dropout', 'overscan', 'doubleFeed'])
}

function detectDoubleFeeds(
  capabilities: Capabilities,
  wanted: NonNullable<ScanSettings['doubleFeed']>,
  warn: Warn,
): void {
  const names = (['ultrasonic', 'length'] as const).filter((name) => wanted[name])
  const all = names.map((name) => DETECTORS[name])
  const got = capabilities.chooseAll('CAP_DOUBLEFEEDDETECTION', all) ?? []
  // A source that refuses two detectors together may take one, and that of sound sees more.
  const left =
    all.length > 1 && !all.every((detector) => got.includes(detector))
      ? (capabilities.chooseAll('CAP_DOUBLEFEEDDETECTION', all.slice(0, 1)) ?? [])
      : got
  for (const name of names)
    if (!left.includes(DETECTORS[name])) warn(`doubleFeed.${name}`, true, null)
  if (all.length === 0 || left.length === 0) return
  const responses = capabilities.chooseAll('CAP_DOUBLEFEEDDETECTIONRESPONSE', [STOP])
  const response = responses?.[0] ?? null
  if (response !== null && response !== STOP) warn('double-feed-response', STOP, response)
}

function applyTone(
  capabilities: Capabilities,
  tone: NonNullable<ScanSettings['tone']>,
  mode: ScanSettings['mode'],
  warn: Warn,
): void {
  for (const [name, capability] of [
    ['brightness', 'ICAP_BRIGHTNESS'],
    ['contrast', 'ICAP_CONTRAST'],
  ] as const) {
    const wanted = tone[name]
    if (wanted === 0) continue
    const got = capabilities.choose(capability, wanted * TONE_SCALE)
    if (got === null || capabilities.refusal) warn(name, wanted, null)
  }
  if (tone.threshold === null || mode !== 'bw') return
  const got = capabilities.choose('ICAP_THRESHOLD', tone.threshold)
  if (got === null || capabilities.refusal) warn('threshold', tone.threshold, null)
}

/** Sets the colour that vanishes; true when the source took it. */
function drops(capabilities: Capabilities, colour: keyof typeof FILTERS): boolean {
  if (capabilities.choose('ICAP_FILTER', FILTERS[colour]) === FILTERS[colour]) return true
  return capabilities.chooseAll('ICAP_FILTER', [FILTERS[colour]])?.[0] === FILTERS[colour]
}
