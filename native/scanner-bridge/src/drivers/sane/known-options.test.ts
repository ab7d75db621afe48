import { expect, test } from 'vitest'
import { loadProfiles } from '../../profile/load-profiles.ts'
import type { ScanSettings, SettingWarning } from '../../protocol/settings.ts'
import { applySettings } from './apply-settings.ts'
import type { SaneOption, SaneOptions, SaneValue } from './sane-options.ts'

type Rules = Record<
  string,
  {
    value: SaneValue
    choices?: SaneValue[]
    /** Whether the option is there, as the others stand. */
    when?: (now: Record<string, SaneValue>) => boolean
    isFixed?: boolean
  }
>

/** A device that has these options, each only where the others let it. */
class DeviceDouble implements Pick<SaneOptions, 'find' | 'get' | 'set'> {
  readonly now: Record<string, SaneValue>
  private readonly rules: Rules

  constructor(rules: Rules) {
    this.rules = rules
    this.now = Object.fromEntries(Object.entries(rules).map(([name, { value }]) => [name, value]))
  }

  find = (name: string): SaneOption | undefined => {
    const rule = this.rules[name]
    if (!rule || rule.isFixed || !(rule.when?.(this.now) ?? true)) return undefined
    const { value, choices = null } = rule
    return {
      index: 0,
      name,
      type: typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'bool' : 'fixed',
      unit: 'mm',
      size: 4,
      isSettable: true,
      isActive: true,
      choices,
      range: typeof value === 'number' && !choices ? { min: 0, max: 432, step: 0 } : null,
    }
  }

  get = async (name: string): Promise<SaneValue | null> => this.now[name] ?? null

  set = async (name: string, value: SaneValue): Promise<SaneValue | null> => {
    const option = this.find(name)
    if (!option || (option.choices && !option.choices.includes(value))) return null
    return (this.now[name] = value)
  }
}

const isDetecting = ({ dfeed }: Record<string, SaneValue>) => dfeed === true
const isFree = (now: Record<string, SaneValue>) => now['paper-size'] === 'user_def'
const LENGTHS = { 'tl-x': 0, 'tl-y': 0, 'br-x': 210, 'br-y': 297 }

/**
 * What the back ends of Panasonic offer when they are opened.
 *
 * @source sane-backends, `kvs40xx_opt.c`, `kvs20xx_opt.c`, `kvs1025_opt.c`
 */
const panasonic = (detectors: Rules): Rules => ({
  mode: { value: 'Lineart', choices: ['Lineart', 'Gray', 'Color'] },
  resolution: { value: 100 },
  duplex: { value: false },
  'feeder-mode': { value: 'single', choices: ['single', 'continuous'] },
  'paper-size': { value: 'A4', choices: ['user_def', 'A3', 'A4'] },
  crop: { value: false },
  'fit-to-page': { value: false },
  ...detectors,
  ...Object.fromEntries(
    Object.entries(LENGTHS).map(([name, value]) => [name, { value, when: isFree }]),
  ),
})

const DEVICES: [string, Rules][] = [
  [
    'kvs40xx',
    panasonic({
      source: { value: 'adf', choices: ['adf', 'fb'] },
      dfeed: { value: false },
      // "Do not stop after double feed detection", left on by whoever scanned before.
      dfstop: { value: true, when: isDetecting },
    }),
  ],
  ['kvs20xx', panasonic({ 'double-feed': { value: false } })],
  [
    'kvs1025',
    panasonic({
      mode: { value: 'bw', choices: ['bw', 'halftone', 'gray', 'color'] },
      source: { value: 'adf', isFixed: true },
      'double-feed': { value: false },
    }),
  ],
]

const profile = (await loadProfiles()).find(({ id }) => id === 'panasonic-kv')

const settings: ScanSettings = {
  source: 'duplex',
  dpi: 300,
  mode: 'gray',
  area: { widthMm: 303, heightMm: 426 },
  options: profile?.options ?? {},
  doubleFeed: { ultrasonic: true, length: false },
}

test.for(DEVICES)(
  'Panasonic, %s: an A3 sheet is scanned whole, and a double feed stops the scanner',
  async ([, rules]) => {
    const device = new DeviceDouble(rules)
    const { applied, warnings } = await applySettings(device as unknown as SaneOptions, settings)
    expect(applied).toEqual({ source: 'duplex', dpi: 300, mode: 'gray' })
    expect(warnings).toEqual<SettingWarning[]>([])
    expect(device.now).toMatchObject({
      duplex: true,
      'feeder-mode': 'continuous',
      'paper-size': 'user_def',
      'br-x': 303,
      'br-y': 426,
    })
    expect(device.now['dfeed'] ?? device.now['double-feed']).toBe(true)
    expect(device.now['dfstop'] ?? false).toBe(false)
  },
)
