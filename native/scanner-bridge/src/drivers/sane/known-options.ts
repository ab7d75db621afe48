import type { ScanSettings, SettingWarning } from '../../protocol/settings.ts'
import type { SaneOption, SaneOptions, SaneValue } from './sane-options.ts'

/**
 * What back ends call the things that a profile speaks of, from the option names of sane-backends 1.2.1
 * (fujitsu, canon_dr, kvs40xx, kvs20xx, kvs1025 and the well-known options of saneopts.h). The first that a device
 * has is used; where a back end names front and back apart, both are.
 */
const SWITCHES = {
  // Before the detectors: with the action at its default they cannot be set.
  action: [['df-action', 'Stop'] as const],
  ultrasonic: [
    ['df-thickness', true] as const,
    ['dfeed', true] as const,
    ['double-feed', true] as const,
  ],
  length: [['df-length', true] as const],
}
const DROPOUT = ['dropoutcolor', 'dropout-front', 'dropout-back', 'dropout', 'lamp-color']
const READ_AHEAD = ['prepick', 'buffermode']

type Warn = (option: string, wanted: SaneValue, got: SaneValue | null) => void

/** Brings detectors, tone and the rest of what a profile says in our words to a device. */
export async function applyKnown(
  options: SaneOptions,
  settings: ScanSettings,
): Promise<SettingWarning[]> {
  const warnings: SettingWarning[] = []
  const warn: Warn = (option, wanted, got) => warnings.push({ option, wanted, got })
  const { doubleFeed, tone, dropout, overscan, background, readAhead } = settings
  if (doubleFeed) await applyDoubleFeed(options, doubleFeed, warn)
  if (tone) await applyTone(options, tone, settings.mode, warn)
  if (dropout && dropout !== 'none') await applyDropout(options, dropout, warn)
  if (overscan === true && !(await choose(options, 'overscan', /^on$/i, true)))
    warn('overscan', true, null)
  if (overscan === false) await choose(options, 'overscan', /^off$/i, false)
  if (background && background !== 'default') {
    const colour = new RegExp(`^${background}$`, 'i')
    if (!(await choose(options, 'bgcolor', colour))) warn('background', background, null)
  }
  // Only speed: a device without it is no worse.
  if (readAhead !== undefined)
    for (const name of READ_AHEAD)
      await choose(options, name, readAhead ? /^on$/i : /^off$/i, readAhead)
  return warnings
}

async function applyDoubleFeed(
  options: SaneOptions,
  wanted: NonNullable<ScanSettings['doubleFeed']>,
  warn: Warn,
): Promise<void> {
  if (wanted.ultrasonic || wanted.length) await flip(options, SWITCHES.action, true)
  for (const detector of ['ultrasonic', 'length'] as const) {
    const isOn = await flip(options, SWITCHES[detector], wanted[detector])
    if (wanted[detector] && !isOn) warn(`doubleFeed.${detector}`, true, null)
  }
  // kvs40xx: its title is "Do not stop after double feed detection", and it is there while the detector is on.
  if (options.find('dfstop') && (await options.set('dfstop', false)) !== false)
    warn('dfstop', false, true)
}

/** Sets the first switch of a list that the device has; true when it took it. */
async function flip(
  options: SaneOptions,
  switches: readonly (readonly [string, SaneValue])[],
  isOn: boolean,
): Promise<boolean> {
  for (const [name, on] of switches) {
    if (!options.find(name)) continue
    const wanted = typeof on === 'boolean' ? isOn : on
    if ((await options.set(name, wanted)) === wanted) return true
  }
  return false
}

async function applyTone(
  options: SaneOptions,
  tone: NonNullable<ScanSettings['tone']>,
  mode: ScanSettings['mode'],
  warn: Warn,
): Promise<void> {
  for (const name of ['brightness', 'contrast'] as const) {
    const wanted = tone[name]
    const option = options.find(name)
    if (wanted === 0) continue
    // Ours runs from -100 to 100 with the device's middle at 0.
    const got = option && (await options.set(name, place(option, (wanted + 100) / 200)))
    if (got === undefined || got === null) warn(name, wanted, null)
  }
  if (tone.threshold === null || mode !== 'bw') return
  const option = options.find('threshold')
  const got = option && (await options.set('threshold', place(option, tone.threshold / 255)))
  if (got === undefined || got === null) warn('threshold', tone.threshold, null)
}

/** The value that lies so far along the option's range, on its steps. */
function place({ range, type }: SaneOption, share: number): number {
  const { min, max, step } = range ?? { min: -100, max: 100, step: 1 }
  const value = min + share * (max - min)
  if (step > 0) return min + Math.round((value - min) / step) * step
  return type === 'int' ? Math.round(value) : value
}

async function applyDropout(options: SaneOptions, colour: string, warn: Warn): Promise<void> {
  let isSet = false
  for (const name of DROPOUT)
    if (await choose(options, name, new RegExp(`^${colour}$`, 'i'))) isSet = true
  if (!isSet) warn('dropout', colour, null)
}

/** Sets an option to its choice of that name, or a switch to that value; false when it has neither. */
async function choose(
  options: SaneOptions,
  name: string,
  pattern: RegExp,
  asSwitch?: boolean,
): Promise<boolean> {
  const option = options.find(name)
  if (!option) return false
  if (option.type === 'bool')
    return asSwitch !== undefined && (await options.set(name, asSwitch)) === asSwitch
  const choice = option.choices?.find((each) => pattern.test(String(each)))
  return choice !== undefined && (await options.set(name, choice)) === choice
}
