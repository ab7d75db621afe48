import Type, { type Static } from 'typebox'
import { SCAN_FAULTS } from './scan-error.ts'
import { AppliedSettings, Driver, ScanSettings, SettingWarning } from './settings.ts'

/**
 * What the station and a bridge process say to each other: one JSON object a line, UTF-8, over file
 * descriptor 3. A request `{ id, cmd, ... }` is answered once, `{ id, ok: true, res }` or
 * `{ id, ok: false, code, message }`; events come unasked. Fields that are not known are ignored, so
 * that a newer bridge can talk to an older station.
 *
 * The station checks both ways, what it sends and what it hears. The bridge loads none of these schemas:
 * with them its start would take nine times as long, and only the station that started it can speak to it.
 */
const Code = Type.Enum([...SCAN_FAULTS])
const Count = Type.Integer({ minimum: 0 })
const Seq = Type.Integer({ minimum: 1 })
const JobId = Type.String({ pattern: '^[A-Za-z0-9-]{1,40}$' })

export const DeviceInfo = Type.Object({
  /** What `open` takes; may change when the scanner is plugged in elsewhere. */
  id: Type.String({ minLength: 1, maxLength: 1000 }),
  name: Type.String(),
  vendor: Type.String(),
  driver: Driver,
  /** What stays: vendor, model and, where there is one, serial number. */
  stableKey: Type.String(),
})

export type DeviceInfo = Static<typeof DeviceInfo>

/** Input of every command. */
export const commands = {
  hello: Type.Object({ proto: Type.Integer() }),
  list: Type.Object({ driver: Driver, address: Type.Optional(Type.String({ maxLength: 1000 })) }),
  open: Type.Object({
    driver: Driver,
    device: Type.String({ minLength: 1, maxLength: 1000 }),
    settings: ScanSettings,
  }),
  caps: Type.Object({}),
  /** One capability of TWAIN, as the source has it. */
  capability: Type.Object({ number: Type.Integer({ minimum: 0, maximum: 0xffff }) }),
  status: Type.Object({}),
  /**
   * Reads sheets until the feeder is empty. `firstSheet` is the number of the sheet that lies on top;
   * with `ahead` the bridge stops feeding while that many sheets wait for their `ack`.
   */
  scan: Type.Object({
    job: JobId,
    dir: Type.String({ minLength: 1 }),
    firstSheet: Seq,
    limitSheets: Type.Optional(Seq),
    ahead: Type.Optional(Seq),
  }),
  /** The station has kept this sheet. */
  ack: Type.Object({ job: JobId, sheet: Seq }),
  cancel: Type.Object({ job: JobId, how: Type.Enum(['after-sheet', 'now']) }),
  close: Type.Object({}),
  exit: Type.Object({}),
} as const

export type Command = keyof typeof commands
export type CommandInput<C extends Command> = Static<(typeof commands)[C]>

/** What a device can do, in our words, and its own options for the support report. */
export const DeviceCaps = Type.Object({
  sources: Type.Array(Type.Enum(['flatbed', 'feeder', 'duplex'])),
  modes: Type.Array(Type.Enum(['bw', 'gray', 'color'])),
  /** Allowed resolutions: a list, or a range with a step; null when the device does not say. */
  dpi: Type.Union([
    Type.Array(Type.Number()),
    Type.Object({ min: Type.Number(), max: Type.Number(), step: Type.Number() }),
    Type.Null(),
  ]),
  maxArea: Type.Union([
    Type.Object({ widthMm: Type.Number(), heightMm: Type.Number() }),
    Type.Null(),
  ]),
  vendor: Type.Array(
    Type.Object({ name: Type.String(), type: Type.String(), value: Type.String() }),
  ),
})

export type DeviceCaps = Static<typeof DeviceCaps>

export const DeviceStatus = Type.Object({
  feeder: Type.Enum(['loaded', 'empty', 'unknown']),
})

export type DeviceStatus = Static<typeof DeviceStatus>

const Item = Type.Union([
  Type.Number(),
  Type.Boolean(),
  Type.String(),
  Type.Object({
    left: Type.Number(),
    top: Type.Number(),
    right: Type.Number(),
    bottom: Type.Number(),
  }),
])

/** What a capability of TWAIN can be and is: one of four kinds of container; null when it is not known. */
export const CapabilityContainer = Type.Union([
  Type.Object({ kind: Type.Literal('one'), value: Item }),
  Type.Object({ kind: Type.Literal('array'), values: Type.Array(Item) }),
  Type.Object({
    kind: Type.Literal('list'),
    values: Type.Array(Item),
    /** Places in the list. */
    current: Count,
    standard: Count,
  }),
  Type.Object({
    kind: Type.Literal('range'),
    min: Type.Number(),
    max: Type.Number(),
    step: Type.Number(),
    current: Type.Number(),
    standard: Type.Number(),
  }),
  Type.Null(),
])

export type CapabilityContainer = Static<typeof CapabilityContainer>

/** Answer of every command. */
export const replies = {
  hello: Type.Object({ proto: Type.Integer(), arch: Type.String(), pid: Type.Integer() }),
  list: Type.Array(DeviceInfo),
  open: Type.Object({
    applied: AppliedSettings,
    warnings: Type.Array(SettingWarning),
    /** SHA-256 of the certificate that a network scanner showed. */
    certificate: Type.Optional(Type.String()),
  }),
  caps: DeviceCaps,
  capability: CapabilityContainer,
  status: DeviceStatus,
  scan: Type.Object({}),
  ack: Type.Object({}),
  cancel: Type.Object({}),
  close: Type.Object({}),
  exit: Type.Object({}),
} as const satisfies Record<Command, unknown>

export type CommandReply<C extends Command> = Static<(typeof replies)[C]>

export const Reply = Type.Union([
  Type.Object({ id: Type.Integer(), ok: Type.Literal(true), res: Type.Unknown() }),
  Type.Object({
    id: Type.Integer(),
    ok: Type.Literal(false),
    code: Code,
    message: Type.String(),
  }),
])

/** One image on disk, under its final name, whole. */
export const PageEvent = Type.Object({
  event: Type.Literal('page'),
  job: JobId,
  /** Images of the job, from 1. */
  seq: Seq,
  /** Number of the sheet of paper: counts on from `firstSheet`. */
  sheet: Seq,
  side: Type.Enum(['front', 'back']),
  /** Name in the job's folder. */
  file: Type.String({ pattern: '^\\d{6}-[12]\\.[a-z]+$' }),
  format: Type.Enum(['pnm', 'jpeg', 'png', 'tiff', 'webp']),
  /** Pixels; null where only a decoder can tell. */
  width: Type.Union([Seq, Type.Null()]),
  height: Type.Union([Seq, Type.Null()]),
  dpi: Type.Union([Seq, Type.Null()]),
  bytes: Seq,
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

export type PageEvent = Static<typeof PageEvent>

export const DoneEvent = Type.Object({
  event: Type.Literal('done'),
  job: JobId,
  reason: Type.Enum(['feeder-empty', 'limit', 'cancelled']),
  sheets: Count,
  images: Count,
})

export type DoneEvent = Static<typeof DoneEvent>

export const ErrorEvent = Type.Object({
  event: Type.Literal('error'),
  job: JobId,
  code: Code,
  message: Type.String(),
  /** Image at which it happened, and images delivered before it. */
  atSeq: Seq,
  delivered: Count,
  sheetState: Type.Enum(['in-path', 'not-fed', 'unknown']),
  vendor: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
})

export type ErrorEvent = Static<typeof ErrorEvent>

/** What the bridge is doing; decides which time-out applies. */
export const BRIDGE_PHASES = ['idle', 'feeding', 'reading', 'keeping', 'waiting'] as const
export type BridgePhase = (typeof BRIDGE_PHASES)[number]

export const BridgeEvent = Type.Union([
  /** Sent several times a second as long as the process is alive to itself. */
  Type.Object({ event: Type.Literal('beat') }),
  /**
   * `step` grows whenever something happened: a phase begun, rows read. The station judges a hang by
   * how long it stands still, since the beat of an asynchronous driver goes on while the driver hangs.
   */
  Type.Object({
    event: Type.Literal('progress'),
    phase: Type.Enum([...BRIDGE_PHASES]),
    step: Count,
  }),
  Type.Object({
    event: Type.Literal('log'),
    level: Type.Enum(['info', 'warn']),
    text: Type.String(),
  }),
  PageEvent,
  DoneEvent,
  ErrorEvent,
])

export type BridgeEvent = Static<typeof BridgeEvent>
