import Type, { type Static } from 'typebox'

/** Where a driver of ours exists. TWAIN and WIA have none yet. */
export const DRIVERS = ['simulated', 'folder', 'sane', 'escl'] as const
export type DriverName = (typeof DRIVERS)[number]

export const Driver = Type.Enum([...DRIVERS])
export const PaperSource = Type.Enum(['flatbed', 'feeder', 'duplex'])
export const ColourMode = Type.Enum(['bw', 'gray', 'color'])

/** What is asked of a device for a job. Lengths in millimetres. */
export const ScanSettings = Type.Object({
  source: PaperSource,
  dpi: Type.Integer({ minimum: 75, maximum: 1200 }),
  mode: ColourMode,
  /** Scanned area, including a margin around the paper so that marks at the edge are not cut. */
  area: Type.Object({
    widthMm: Type.Number({ minimum: 20, maximum: 500 }),
    heightMm: Type.Number({ minimum: 20, maximum: 1200 }),
  }),
  /** The driver's own options, by the driver's own names. */
  options: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
})

export type ScanSettings = Static<typeof ScanSettings>

/** What a device does with the settings. */
export const AppliedSettings = Type.Object({
  source: PaperSource,
  dpi: Type.Integer({ minimum: 1 }),
  mode: ColourMode,
})

export type AppliedSettings = Static<typeof AppliedSettings>

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

/** A setting that the device understood differently; scanning goes on with what it has. */
export const SettingWarning = Type.Object({
  option: Type.String(),
  wanted: Value,
  /** Null: the device has no such option. */
  got: Value,
})

export type SettingWarning = Static<typeof SettingWarning>

/** Images that one sheet gives. */
export const sidesOf = (source: AppliedSettings['source']): 1 | 2 => (source === 'duplex' ? 2 : 1)
