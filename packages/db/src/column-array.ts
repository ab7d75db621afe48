import type { RowType } from './row-list.ts'

/** Type of the elements, as PostgreSQL numbers them. Lists in a list travel as their text. */
const ELEMENT_OID = { integer: 23, bigint: 20, text: 25, 'integer[]': 25 } as const

const INTEGER_MIN = -(2 ** 31)
const INTEGER_MAX = 2 ** 31 - 1

/**
 * A column of rows as an array in PostgreSQL's binary form, which it takes in with a third of the work that the
 * same rows cost it as JSON.
 *
 * @throws TypeError where a number is none that the column can hold
 * @source PostgreSQL, `array_recv` in src/backend/utils/adt/arrayfuncs.c; all numbers big-endian
 */
export function columnArray(rows: readonly object[], name: string, type: RowType): Buffer {
  const values = rows.map((row) => (row as Readonly<Record<string, unknown>>)[name] ?? null)
  return type === 'integer' || type === 'bigint'
    ? numberArray(values, name, type)
    : textArray(values, type)
}

function numberArray(values: readonly unknown[], name: string, type: 'integer' | 'bigint'): Buffer {
  const width = type === 'integer' ? 4 : 8
  const bytes = Buffer.allocUnsafe(HEADER + values.length * (4 + width))
  let at = writeHeader(bytes, values.length, ELEMENT_OID[type])
  for (const value of values) {
    if (value === null) {
      at = bytes.writeInt32BE(-1, at)
      continue
    }
    const number = Number(value)
    const fits =
      type === 'integer'
        ? Number.isInteger(number) && number >= INTEGER_MIN && number <= INTEGER_MAX
        : Number.isSafeInteger(number)
    if (!fits) throw new TypeError(`${name}: ${JSON.stringify(value)} is no ${type}`)
    at = bytes.writeInt32BE(width, at)
    if (type === 'bigint') at = bytes.writeInt32BE(Math.floor(number / 2 ** 32), at)
    at = bytes.writeInt32BE(number | 0, at)
  }
  return bytes.subarray(0, at)
}

function textArray(values: readonly unknown[], type: 'text' | 'integer[]'): Buffer {
  const texts = values.map((value) => {
    if (value === null) return null
    if (Array.isArray(value)) return `{${value.join(',')}}`
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
  // A code unit is three bytes at most.
  const most = texts.reduce((sum, text) => sum + 4 + 3 * (text?.length ?? 0), HEADER)
  const bytes = Buffer.allocUnsafe(most)
  let at = writeHeader(bytes, texts.length, ELEMENT_OID[type])
  for (const text of texts) {
    const length = text === null ? -1 : bytes.write(text, at + 4)
    bytes.writeInt32BE(length, at)
    at += 4 + Math.max(0, length)
  }
  return bytes.subarray(0, at)
}

/** Bytes before the elements: dimensions, whether there are nulls, type, length, first index. */
const HEADER = 20

/** @returns where the elements begin; an empty array has no dimension */
function writeHeader(bytes: Buffer, length: number, oid: number): number {
  bytes.writeInt32BE(length === 0 ? 0 : 1, 0)
  bytes.writeInt32BE(1, 4)
  let at = bytes.writeInt32BE(oid, 8)
  if (length === 0) return at
  at = bytes.writeInt32BE(length, at)
  return bytes.writeInt32BE(1, at)
}
