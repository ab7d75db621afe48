import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSealed, Seal, SealBroken, subkeyOf } from './seal.ts'

const key = randomBytes(32)
const seal = new Seal(key)

test('what was sealed opens again, an empty file too', () => {
  for (const content of [Buffer.from('考号 20261001'), Buffer.alloc(0), randomBytes(100_000)])
    expect(seal.open('a', seal.close('a', content)).equals(content)).toBe(true)
})

test('the same content never looks the same, and shows nothing of itself', () => {
  const [first, second] = [seal.close('a', '陈思远'), seal.close('a', '陈思远')]
  expect(first.equals(second)).toBe(false)
  expect(first.includes(Buffer.from('陈思远'))).toBe(false)
})

const sealed = seal.close('a', 'content')
test.for<[what: string, open: () => unknown]>([
  ['another name', () => seal.open('b', sealed)],
  ['another key', () => new Seal(randomBytes(32)).open('a', sealed)],
  ['one bit changed', () => seal.open('a', flipped(sealed, 25))],
  ['a cut end', () => seal.open('a', sealed.subarray(0, -1))],
  ['an unsealed file', () => seal.open('a', Buffer.from('content'))],
  ['nothing', () => seal.open('a', Buffer.alloc(0))],
])('%s does not open', ([, open]) => {
  expect(open).toThrow(SealBroken)
})

test('sealed files are told from others', () => {
  expect(isSealed(sealed)).toBe(true)
  expect(isSealed(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false)
})

test('every purpose has a key of its own', () => {
  const keys = (['files', 'database', 'check'] as const).map((purpose) =>
    subkeyOf(key, purpose).toString('hex'),
  )
  expect(new Set(keys).size).toBe(3)
  expect(keys).not.toContain(key.toString('hex'))
})

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}
