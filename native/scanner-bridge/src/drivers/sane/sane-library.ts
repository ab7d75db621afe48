import koffi from 'koffi'
import { ScanError } from '../../protocol/scan-error.ts'

/** An open device of libsane; opaque. */
export type SaneHandle = bigint

/** Statuses that we branch on; the others only become errors. */
export const SANE_GOOD = 0
export const SANE_EOF = 5
export const SANE_NO_DOCS = 7

/** Layout of a frame, as `sane_get_parameters` tells it. */
export interface SaneParameters {
  /** 0 grey, 1 red-green-blue, 2 red, 3 green, 4 blue. */
  format: number
  last_frame: number
  bytes_per_line: number
  pixels_per_line: number
  /** -1: nobody knows before the end. */
  lines: number
  depth: number
}

interface SaneDevice {
  name: string
  vendor: string
  model: string
  type: string
}

/** An option as libsane describes it; `type`, `unit`, `cap` and constraints as in `sane.h`. */
export interface SaneDescriptor {
  name: string | null
  type: number
  unit: number
  size: number
  cap: number
  ctype: number
  constraint: bigint | null
}

/** The calls of libsane. Every one that can wait for hardware runs on a thread of its own. */
export interface SaneLibrary {
  devices: () => Promise<SaneDevice[]>
  open: (name: string) => Promise<SaneHandle>
  close: (handle: SaneHandle) => Promise<void>
  descriptor: (handle: SaneHandle, index: number) => SaneDescriptor | null
  /** @returns status and the `info` bits: 1 inexact, 2 reload options, 4 reload parameters */
  control: (
    handle: SaneHandle,
    index: number,
    action: 0 | 1,
    value: Buffer,
  ) => Promise<{ status: number; info: number }>
  parameters: (handle: SaneHandle) => Promise<{ status: number; parameters: SaneParameters }>
  start: (handle: SaneHandle) => Promise<number>
  read: (handle: SaneHandle, into: Buffer) => Promise<{ status: number; length: number }>
  cancel: (handle: SaneHandle) => Promise<void>
  /** Text, words or a range that a descriptor points to. */
  texts: (list: bigint) => string[]
  words: (list: bigint, count: number) => number[]
}

let loaded: SaneLibrary | undefined

/**
 * Loads and starts libsane, once a process. It is never shut down: the process ends by a kill.
 *
 * @throws ScanError UNSUPPORTED where there is no libsane
 */
export function saneLibrary(): SaneLibrary {
  loaded ??= load()
  return loaded
}

function load(): SaneLibrary {
  let lib
  try {
    lib = koffi.load(process.platform === 'darwin' ? 'libsane.1.dylib' : 'libsane.so.1')
  } catch (error) {
    throw new ScanError('UNSUPPORTED', 'libsane is not installed', { cause: error })
  }
  const device = koffi.struct({ name: 'str', vendor: 'str', model: 'str', type: 'str' })
  const descriptor = koffi.struct({
    name: 'str',
    title: 'str',
    desc: 'str',
    type: 'int32',
    unit: 'int32',
    size: 'int32',
    cap: 'int32',
    ctype: 'int32',
    constraint: 'void *',
  })
  koffi.struct('SANE_Parameters', {
    format: 'int32',
    last_frame: 'int32',
    bytes_per_line: 'int32',
    pixels_per_line: 'int32',
    lines: 'int32',
    depth: 'int32',
  })
  const init = lib.func('int sane_init(_Out_ int32 *version, void *authorize)')
  const devices = lib.func('int sane_get_devices(_Out_ void **list, int32 local)')
  const open = lib.func('int sane_open(const char *name, _Out_ void **handle)')
  const close = lib.func('void sane_close(void *handle)')
  const describe = lib.func('void *sane_get_option_descriptor(void *handle, int32 index)')
  const control = lib.func(
    'int sane_control_option(void *handle, int32 index, int32 action, void *value, _Out_ int32 *info)',
  )
  const parametersOf = lib.func(
    'int sane_get_parameters(void *handle, _Out_ SANE_Parameters *parameters)',
  )
  const start = lib.func('int sane_start(void *handle)')
  const read = lib.func('int sane_read(void *handle, void *data, int32 max, _Out_ int32 *length)')
  const cancel = lib.func('void sane_cancel(void *handle)')

  const status = init([0], null) as number
  if (status !== SANE_GOOD) throw new ScanError('IO_ERROR', `sane_init: ${status}`)
  const word = koffi.sizeof('void *')

  return {
    devices: async () => {
      const list: bigint[] = [0n]
      check('sane_get_devices', await call<number>(devices, list, 0))
      const found: SaneDevice[] = []
      for (let at = 0; ; at++) {
        const pointer = koffi.decode(list[0], at * word, 'void *') as bigint | null
        if (!pointer) return found
        found.push(koffi.decode(pointer, device) as SaneDevice)
      }
    },
    open: async (name) => {
      const handle: bigint[] = [0n]
      check('sane_open', await call<number>(open, name, handle))
      return handle[0] ?? 0n
    },
    close: (handle) => call<void>(close, handle),
    descriptor: (handle, index) => {
      const pointer = describe(handle, index) as bigint | null
      return pointer ? (koffi.decode(pointer, descriptor) as SaneDescriptor) : null
    },
    control: async (handle, index, action, value) => {
      const info = [0]
      const outcome = await call<number>(control, handle, index, action, value, info)
      return { status: outcome, info: info[0] ?? 0 }
    },
    parameters: async (handle) => {
      const out = {} as SaneParameters
      return { status: await call<number>(parametersOf, handle, out), parameters: out }
    },
    start: (handle) => call<number>(start, handle),
    read: async (handle, into) => {
      const length = [0]
      const outcome = await call<number>(read, handle, into, into.length, length)
      return { status: outcome, length: length[0] ?? 0 }
    },
    cancel: (handle) => call<void>(cancel, handle),
    texts: (list) => {
      const found: string[] = []
      for (let at = 0; ; at++) {
        const text = koffi.decode(list, at * word, 'str') as string | null
        if (text === null) return found
        found.push(text)
      }
    },
    words: (list, count) => [
      ...(koffi.decode(list, koffi.array('int32', count)) as Iterable<number>),
    ],
  }
}

interface NativeCall {
  async: (...values: unknown[]) => unknown
}

/** Runs a native call off the main thread, so that heartbeat and commands go on. */
const call = <T>(native: NativeCall, ...values: unknown[]): Promise<T> =>
  new Promise((resolve, reject) => {
    native.async(...values, (error: unknown, result: T) =>
      error instanceof Error ? reject(error) : resolve(result),
    )
  })

const FAULTS = {
  1: 'UNSUPPORTED',
  3: 'BUSY',
  4: 'BAD_VALUE',
  6: 'JAMMED',
  7: 'NO_DOCS',
  8: 'COVER_OPEN',
  9: 'IO_ERROR',
  10: 'NO_MEM',
  11: 'ACCESS_DENIED',
} as const

/** A status of libsane as our error. SANE calls a double feed a jam as well. */
export function saneError(operation: string, status: number): ScanError {
  const code = FAULTS[status as keyof typeof FAULTS] ?? 'IO_ERROR'
  const inPath = code === 'JAMMED' || code === 'COVER_OPEN'
  return new ScanError(code, `${operation}: status ${status}`, {
    sheetState: inPath ? 'in-path' : 'unknown',
    vendor: { operation, status },
  })
}

function check(operation: string, status: number): void {
  if (status !== SANE_GOOD) throw saneError(operation, status)
}
