import { createPageCodec } from '@hengjuan/omr'
import { expect, test } from 'vitest'
import { countSymbols } from './count-symbols.ts'
import type { SymbolCounts } from './count-symbols.ts'
import { fitCodes } from './fit-codes.ts'

async function countIn(grey: (x: number, y: number) => number): Promise<SymbolCounts> {
  const [width, height] = [20, 16]
  const data = Uint8Array.from({ length: width * height }, (_, i) =>
    grey(i % width, Math.floor(i / width)),
  )
  const counts: SymbolCounts = { dc: new Map(), ac: new Map() }
  countSymbols(await createPageCodec().encodeJpeg({ data, width, height }, 50), counts)
  return counts
}

test('a plain picture has means without steps and no coefficients', async () => {
  // Black is 64 steps of 16 below the middle grey: a size of seven bits, once.
  expect(await countIn(() => 0)).toEqual({
    dc: new Map([
      [7, 1],
      [0, 5],
    ]),
    ac: new Map([[0, 6]]),
  })
})

test('runs of zeros and bytes of 255 do not confuse the count', async () => {
  const { dc, ac } = await countIn((x, y) => ((x * 7 + y * 13) % 5) * 60)
  const sum = (counts: Map<number, number>) => [...counts.values()].reduce((a, b) => a + b, 0)
  expect(sum(dc)).toBe(6)
  expect(sum(ac)).toBeGreaterThan(100)
})

test.for([
  ['all alike', () => 100],
  ['each twice as often as the next', (i: number) => 2 ** (40 - i)],
  ['never seen but one', (i: number) => (i === 3 ? 1000 : 0)],
] as const)('codes of up to 16 bits for symbols %s', ([, weight]) => {
  const all = Array.from({ length: 162 }, (_, i) => i)
  const { counts, symbols } = fitCodes(all, new Map(all.map((i) => [i, weight(i)])))
  expect(counts).toHaveLength(16)
  expect(symbols.toSorted((a, b) => a - b)).toEqual(all)
  expect(counts.reduce((a, b) => a + b)).toBe(162)
  // They fit beside each other, and the code of all ones stays free.
  const room = counts.reduce((sum, n, i) => sum + n * 2 ** (15 - i), 0)
  expect(room).toBeLessThan(2 ** 16)
})

test('what is seen more often has no longer code', () => {
  const { symbols } = fitCodes(
    [5, 6, 7],
    new Map([
      [5, 1],
      [6, 50],
      [7, 10],
    ]),
  )
  expect(symbols).toEqual([6, 7, 5])
})
