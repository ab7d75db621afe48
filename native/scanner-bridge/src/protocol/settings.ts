import Type, { type Static } from 'typebox'

/** Where a driver of ours exists. A process can only load TWAIN sources of its own 32 or 64 bits. */
export const DRIVERS = ['simulated', 'folder', 'sane', 'escl', 'twain32', 'twain64', 'wia'] as const
export type DriverName = (typeof DRIVERS)[number]

export const isTwain = (driver: DriverName): boolean => driver === 'twain32' || driver === 'twain64'

export const Driver = Type.Enum([...DRIVERS])
export const PaperSource = Type.Enum(['flatbed', 'feeder', 'duplex'])
export const ColourMode = Type.Enum(['bw', 'gray', 'color'])

export const Dropout = Type.Enum(['none', 'red', 'green', 'blue'])
export const Background = Type.Enum(['default', 'black', 'white'])

/** Brightness and contrast 0 and threshold null: as the device has it by itself. */
export const Tone = Type.Object(
  {
    brightness: Type.Integer({ minimum: -100, maximum: 100 }),
    contrast: Type.Integer({ minimum: -100, maximum: 100 }),
    /** Of black and white pictures: grey values below it become black. */
    threshold: Type.Union([Type.Integer({ minimum: 1, maximum: 254 }), Type.Null()]),
  },
  { additionalProperties: false },
)

/** What is asked of a device for a job. Lengths in millimetres. What is absent is left as the device has it. */
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
  tone: Type.Optional(Tone),
  /** A lamp colour in which the print of a coloured card vanishes. */
  dropout: Type.Optional(Dropout),
  /** Scan beyond the edges of the paper, so that a sheet fed askew is not cut. */
  overscan: Type.Optional(Type.Boolean()),
  background: Type.Optional(Background),
  /** Stop at sheets that stick together. */
  doubleFeed: Type.Optional(Type.Object({ ultrasonic: Type.Boolean(), length: Type.Boolean() })),
  /** The scanner may draw the next sheet in while the one before is transferred. */
  readAhead: Type.Optional(Type.Boolean()),
  /** TWAIN alone: the source manager (absent: whichever works), how pixels come over, the maker's window. */
  dsm: Type.Optional(Type.Enum(['new', 'old'])),
  transfer: Type.Optional(Type.Enum(['memory', 'native'])),
  showVendorUi: Type.Optional(Type.Boolean()),
  /** SHA-256 of the certificate that a network scanner has to show; absent on the first visit. */
  certificate: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
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
