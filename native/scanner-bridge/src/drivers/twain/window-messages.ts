import koffi from 'koffi'
import { putPointer } from './layouts.ts'
import type { Pointer } from './native-memory.ts'

/** Room for a message of Windows, 32 or 64 bits. */
const MESSAGE_SIZE = 48
const REMOVE = 1
const OVERLAPPED = 0
/** The parent of windows that are never shown: HWND_MESSAGE, -3 as a handle. */
const MESSAGES_ONLY = BigInt.asUintN(process.arch === 'ia32' ? 32 : 64, -3n)
/** A message that means nothing. */
const WM_NULL = 0
/** How often one is sent to ourselves while nothing else comes. */
const WAKE_EVERY_MS = 50

/**
 * A hidden window and its messages. A source before TWAIN 2 tells what it has to say in answer to the
 * messages of the application, so somebody has to fetch them.
 */
export interface WindowMessages {
  /** What sources call the parent of their windows. */
  readonly window: Pointer
  /** What `MSG_OPENDSM` takes: the window's handle as a block of memory. */
  readonly parent: Buffer
  /**
   * Takes every message that waits. Those that `offer` does not claim go where they belong.
   *
   * @param offer shows a message to the source
   */
  pump: (offer: (message: Pointer) => boolean) => void
}

/** Null where there are no windows. */
export function windowMessages(): WindowMessages | null {
  if (process.platform !== 'win32') return null
  const user = koffi.load('user32.dll')
  const create = user.func('__stdcall', 'CreateWindowExW', 'void *', [
    'uint32',
    'str16',
    'str16',
    'uint32',
    'int',
    'int',
    'int',
    'int',
    'void *',
    'void *',
    'void *',
    'void *',
  ])
  const peek = user.func('__stdcall', 'PeekMessageW', 'int', [
    'void *',
    'void *',
    'uint32',
    'uint32',
    'uint32',
  ])
  const translate = user.func('__stdcall', 'TranslateMessage', 'int', ['void *'])
  const dispatch = user.func('__stdcall', 'DispatchMessageW', 'intptr', ['void *'])
  const post = user.func('__stdcall', 'PostMessageW', 'int', [
    'void *',
    'uint32',
    'uintptr',
    'intptr',
  ])
  let wokenAt = 0
  const message = koffi.alloc('uint8', MESSAGE_SIZE) as Pointer
  const windowUnder = (owner: bigint | null) =>
    create(
      0,
      'STATIC',
      'Scanner',
      OVERLAPPED,
      0,
      0,
      1,
      1,
      owner,
      null,
      null,
      null,
    ) as Pointer | null
  // Where there is no desktop a window can only be had for messages; without one the manager has nowhere to
  // post what a source tells from another thread.
  const window = windowUnder(null) ?? windowUnder(MESSAGES_ONLY) ?? 0n
  const parent = Buffer.alloc(8)
  putPointer(parent, 0, window)
  return {
    window,
    parent,
    pump: (offer) => {
      // A source that tells from another thread is heard only when some message comes by.
      if (performance.now() - wokenAt > WAKE_EVERY_MS) {
        wokenAt = performance.now()
        post(window, WM_NULL, 0, 0)
      }
      while (peek(message, null, 0, 0, REMOVE)) {
        if (offer(message)) continue
        translate(message)
        dispatch(message)
      }
    },
  }
}
