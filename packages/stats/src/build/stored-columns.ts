import type { ResultColumns } from '../columns.ts'

/** Of what `encodeColumns` writes; another one where it is read otherwise. */
export const COLUMN_FORMAT = 1

const ARRAYS = { Int8Array, Uint8Array, Uint16Array, Uint32Array, Int32Array }
type Kind = keyof typeof ARRAYS
type Column = InstanceType<(typeof ARRAYS)[Kind]>

/** Where an array stands behind the head. */
interface Stored {
  array: Kind
  at: number
  length: number
}

/** Numbers begin at multiples of this, so that they are read in place. */
const ALIGNED = 8
const aligned = (at: number): number => Math.ceil(at / ALIGNED) * ALIGNED

/**
 * Columns as bytes: the length of the head, the head, the arrays. The head is the columns as JSON with each array's place
 * in its stead, names and numbers of people are one array of text. Little-endian, as every machine that runs this.
 */
export function encodeColumns({ examNo, name, pinyin, ...columns }: ResultColumns): Uint8Array {
  const places = new Map<Column, Stored>()
  let end = 0
  const placeOf = (array: Column): Stored => {
    const known = places.get(array)
    if (known) return known
    const stored = { array: array.constructor.name as Kind, at: end, length: array.length }
    places.set(array, stored)
    end = aligned(end + array.byteLength)
    return stored
  }
  const people = new TextEncoder().encode(JSON.stringify({ examNo, name, pinyin }))
  const head = new TextEncoder().encode(
    JSON.stringify({ ...columns, people }, (_, value: unknown) =>
      ArrayBuffer.isView(value) ? placeOf(value as Column) : value,
    ),
  )
  const start = aligned(4 + head.length)
  const bytes = new Uint8Array(start + end)
  new DataView(bytes.buffer).setUint32(0, head.length, true)
  bytes.set(head, 4)
  for (const [array, { at }] of places)
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start + at)
  return bytes
}

/** @param bytes of `encodeColumns`, from the beginning of their buffer; the columns lie in them */
export function decodeColumns(bytes: Uint8Array<ArrayBuffer>): ResultColumns {
  const length = new DataView(bytes.buffer).getUint32(0, true)
  const start = aligned(4 + length)
  const arrays = new Map<number, Column>()
  const { people, ...columns } = JSON.parse(
    new TextDecoder().decode(bytes.subarray(4, 4 + length)),
    (_, value: unknown) => {
      if (!isStored(value)) return value
      const { array, at, length: count } = value
      // One of no length shares its place with the next.
      if (count === 0) return new ARRAYS[array]()
      const column = arrays.get(at) ?? new ARRAYS[array](bytes.buffer, start + at, count)
      arrays.set(at, column)
      return column
    },
  ) as Omit<ResultColumns, keyof People> & { people: Uint8Array }
  return { ...columns, ...(JSON.parse(new TextDecoder().decode(people)) as People) }
}

type People = Pick<ResultColumns, 'examNo' | 'name' | 'pinyin'>

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && 'array' in value
