import koffi from 'koffi'
import { ScanError } from '../../protocol/scan-error.ts'
import { getPointer, LAYOUTS } from './layouts.ts'

/** A place in memory that native code owns. */
export type Pointer = bigint

/** Memory that applications and sources give to each other: handles that are locked to be looked at. */
export interface SharedMemory {
  /** @throws ScanError NO_MEM */
  allocate: (size: number) => Pointer
  free: (handle: Pointer) => void
  lock: (handle: Pointer) => Pointer
  unlock: (handle: Pointer) => void
}

/** Calling convention of TWAIN; only 32-bit Windows has more than one. */
export const CONVENTION = process.platform === 'win32' ? ['__stdcall' as const] : []

/** Bytes as a copy. */
export const readMemory = (from: Pointer, offset: number, length: number): Buffer =>
  length === 0
    ? Buffer.alloc(0)
    : Buffer.from(koffi.decode(from, offset, 'uint8', length) as Uint8Array)

export const writeMemory = (into: Pointer, bytes: Uint8Array): void =>
  koffi.encode(into, koffi.array('uint8', bytes.length), bytes)

/** Memory by the functions that a TWAIN 2 manager hands out. */
export function memoryOfManager(entryPoint: Buffer): SharedMemory {
  const { DSM_MemAllocate, DSM_MemFree, DSM_MemLock, DSM_MemUnlock } = LAYOUTS.EntryPoint
  const prototype = (result: string, parameter: string) =>
    koffi.proto(...(CONVENTION as []), null, result, [parameter])
  const allocate = prototype('void *', 'uint32')
  const onHandle = prototype('void', 'void *')
  const lock = prototype('void *', 'void *')
  const at = (offset: number) => getPointer(entryPoint, offset)
  return {
    allocate: (size) => given(koffi.call(at(DSM_MemAllocate), allocate, size), size),
    free: (handle) => void koffi.call(at(DSM_MemFree), onHandle, handle),
    lock: (handle) => given(koffi.call(at(DSM_MemLock), lock, handle), 0),
    unlock: (handle) => void koffi.call(at(DSM_MemUnlock), onHandle, handle),
  }
}

const MOVEABLE_ZEROED = 0x42

/** Memory of Windows, which managers before TWAIN 2 rely on. */
export function memoryOfWindows(): SharedMemory {
  const kernel = koffi.load('kernel32.dll')
  const allocate = kernel.func('__stdcall', 'GlobalAlloc', 'void *', ['uint32', 'size_t'])
  const free = kernel.func('__stdcall', 'GlobalFree', 'void *', ['void *'])
  const lock = kernel.func('__stdcall', 'GlobalLock', 'void *', ['void *'])
  const unlock = kernel.func('__stdcall', 'GlobalUnlock', 'int', ['void *'])
  return {
    allocate: (size) => given(allocate(MOVEABLE_ZEROED, size), size),
    free: (handle) => void free(handle),
    lock: (handle) => given(lock(handle), 0),
    unlock: (handle) => void unlock(handle),
  }
}

function given(pointer: unknown, size: number): Pointer {
  if (typeof pointer === 'bigint' && pointer !== 0n) return pointer
  throw new ScanError('NO_MEM', `no memory for ${size} bytes`)
}
