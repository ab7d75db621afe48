import { expect, test } from 'vitest'
import { LineReader, lineOf, MAX_LINE } from './line-channel.ts'

function read(...portions: (Uint8Array | string)[]) {
  const values: unknown[] = []
  const garbage: string[] = []
  const reader = new LineReader(
    (value) => values.push(value),
    (reason) => garbage.push(reason),
  )
  for (const portion of portions) reader.push(Buffer.from(portion))
  return { values, garbage }
}

test('lines arrive in any portions, also cut within a character', () => {
  const bytes = Buffer.from(lineOf({ text: '卡纸' }) + lineOf([1]))
  const portions = Array.from(bytes, (byte) => Buffer.from([byte]))
  expect(read(...portions)).toEqual({ values: [{ text: '卡纸' }, [1]], garbage: [] })
})

test('garbage is told and the next line is read', () => {
  expect(read('noise\n\n{"a":1}\n')).toEqual({ values: [{ a: 1 }], garbage: ['no JSON: noise'] })
})

test('after a line without end nothing is believed any more', () => {
  const { values, garbage } = read('x'.repeat(MAX_LINE + 1), '\n{"a":1}\n')
  expect(values).toEqual([])
  expect(garbage).toHaveLength(1)
})
