import { ScanError } from '../../protocol/scan-error.ts'
import { getFixed, getText, LAYOUTS, putFixed } from './layouts.ts'

export interface TwainFrame {
  left: number
  top: number
  right: number
  bottom: number
}
/** What a capability holds; lengths and resolutions are in the unit that was agreed (inches). */
export type TwainValue = number | boolean | string | TwainFrame

/** The four ways in which a source tells what a capability can be. */
export type Container =
  | { kind: 'one'; type: number; value: TwainValue }
  | { kind: 'array'; type: number; values: TwainValue[] }
  | { kind: 'list'; type: number; values: TwainValue[]; current: number; standard: number }
  | {
      kind: 'range'
      type: number
      min: number
      max: number
      step: number
      current: number
      standard: number
    }

/** Numbers of the containers in `ConType`. */
export const CONTAINER = { array: 3, list: 4, one: 5, range: 6 } as const

const BOOL = 6
const FIXED = 7
const FRAME = 8
/** Bytes of an item, by its type. */
const SIZES = [1, 2, 4, 1, 2, 4, 2, 4, 16, 34, 66, 130, 256] as const
/** A list is longer than this only in a source that lies about it. */
const MOST_ITEMS = 10_000

/**
 * Reads a container from the memory of a source.
 *
 * @param read bytes at an offset: only as many are read as the container says it has
 * @throws ScanError IO_ERROR when it is no container
 */
export function readContainer(
  kind: number,
  read: (offset: number, length: number) => Buffer,
): Container {
  const type = read(0, 2).readUInt16LE(0)
  const size = sizeOf(type)
  const { Array: array, Enumeration: list, Range: range } = LAYOUTS
  const items = (at: number, count: number): TwainValue[] => {
    if (count > MOST_ITEMS) throw new ScanError('IO_ERROR', `a list of ${count} items`)
    const bytes = read(at, count * size)
    return Array.from({ length: count }, (_, index) => getItem(type, bytes, index * size))
  }
  switch (kind) {
    case CONTAINER.one:
      return { kind: 'one', type, value: getItem(type, read(LAYOUTS.OneValue.Item, size), 0) }
    case CONTAINER.array:
      return {
        kind: 'array',
        type,
        values: items(array.ItemList, read(array.NumItems, 4).readUInt32LE(0)),
      }
    case CONTAINER.list: {
      const head = read(0, list.ItemList)
      return {
        kind: 'list',
        type,
        values: items(list.ItemList, head.readUInt32LE(list.NumItems)),
        current: head.readUInt32LE(list.CurrentIndex),
        standard: head.readUInt32LE(list.DefaultIndex),
      }
    }
    case CONTAINER.range: {
      const bytes = read(0, range.size)
      const number = (at: number) => Number(getItem(type, bytes, at))
      return {
        kind: 'range',
        type,
        min: number(range.MinValue),
        max: number(range.MaxValue),
        step: number(range.StepSize),
        current: number(range.CurrentValue),
        standard: number(range.DefaultValue),
      }
    }
    default:
      throw new ScanError('IO_ERROR', `a container of kind ${kind}`)
  }
}

/** The value that a container says is in force; undefined when it says none. */
export function currentOf(container: Container): TwainValue | undefined {
  switch (container.kind) {
    case 'one':
      return container.value
    case 'array':
      return container.values[0]
    case 'list':
      return container.values[container.current]
    case 'range':
      return container.current
  }
}

/** One value as a container to set. */
export function oneValue(type: number, value: TwainValue): Buffer {
  // Sources read four bytes even of an item that is shorter.
  const bytes = Buffer.alloc(LAYOUTS.OneValue.Item + Math.max(4, sizeOf(type)))
  bytes.writeUInt16LE(type, 0)
  putItem(type, bytes, LAYOUTS.OneValue.Item, value)
  return bytes
}

/** Several values as a container to set. */
export function arrayOf(type: number, values: readonly TwainValue[]): Buffer {
  const { ItemList, NumItems } = LAYOUTS.Array
  const size = sizeOf(type)
  const bytes = Buffer.alloc(ItemList + Math.max(1, values.length) * size)
  bytes.writeUInt16LE(type, 0)
  bytes.writeUInt32LE(values.length, NumItems)
  for (const [index, value] of values.entries())
    putItem(type, bytes, ItemList + index * size, value)
  return bytes
}

function sizeOf(type: number): number {
  const size = SIZES[type]
  if (size === undefined) throw new ScanError('IO_ERROR', `an item of type ${type}`)
  return size
}

function getItem(type: number, from: Buffer, at: number): TwainValue {
  switch (type) {
    case 0:
      return from.readInt8(at)
    case 1:
      return from.readInt16LE(at)
    case 2:
      return from.readInt32LE(at)
    case 3:
      return from.readUInt8(at)
    case 4:
      return from.readUInt16LE(at)
    case 5:
      return from.readUInt32LE(at)
    case BOOL:
      return from.readUInt16LE(at) !== 0
    case FIXED:
      return getFixed(from, at)
    case FRAME:
      return {
        left: getFixed(from, at),
        top: getFixed(from, at + 4),
        right: getFixed(from, at + 8),
        bottom: getFixed(from, at + 12),
      }
    default:
      return getText(from, at, sizeOf(type))
  }
}

function putItem(type: number, into: Buffer, at: number, value: TwainValue): void {
  if (typeof value === 'object') {
    if (type !== FRAME) throw new ScanError('BAD_VALUE', 'a frame for something else')
    for (const [index, side] of (['left', 'top', 'right', 'bottom'] as const).entries())
      putFixed(into, at + index * 4, value[side])
    return
  }
  const number = Number(value)
  if (type > FRAME) into.write(String(value), at, sizeOf(type) - 1, 'utf8')
  else if (type === FRAME || !Number.isFinite(number))
    throw new ScanError('BAD_VALUE', `no number: ${value}`)
  else if (type === FIXED) putFixed(into, at, Math.min(32767, Math.max(-32768, number)))
  else if (sizeOf(type) === 1) into.writeUInt8(number & 0xff, at)
  else if (sizeOf(type) === 2) into.writeUInt16LE(number & 0xffff, at)
  else into.writeInt32LE(number | 0, at)
}
