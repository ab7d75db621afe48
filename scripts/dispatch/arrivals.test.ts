import { expect, test } from 'vitest'
import { arrivals } from './arrivals.ts'
import { spreadOf } from './figures.ts'

/** Mulberry32: the same numbers at every run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const plan = { markers: 3000, perSecond: 1000, seconds: 20, random: randomOf(7) }

test('moments come in order, at the asked rate, and as unevenly as independent people make them', () => {
  const all = arrivals(plan)
  expect(all.map(({ atMs }) => atMs)).toEqual(all.map(({ atMs }) => atMs).toSorted((a, b) => a - b))
  expect(all.at(-1)?.atMs).toBeLessThan(20_000)
  expect(all.length / 20).toBeGreaterThan(970)
  expect(all.length / 20).toBeLessThan(1030)
  // Independent moments: in a tenth of a second come a hundred, give or take ten.
  const counts = Array.from({ length: 200 }, () => 0)
  for (const { atMs } of all) counts[Math.floor(atMs / 100)]! += 1
  const mean = all.length / counts.length
  const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / counts.length
  expect(variance / mean).toBeGreaterThan(0.6)
  expect(variance / mean).toBeLessThan(1.6)
})

test('everybody marks, on average as often as all others', () => {
  const counts = new Map<number, number>()
  for (const { marker } of arrivals({ ...plan, markers: 20, perSecond: 200, random: randomOf(3) }))
    counts.set(marker, (counts.get(marker) ?? 0) + 1)
  expect(counts.size).toBe(20)
  for (const count of counts.values()) expect(Math.abs(count - 200)).toBeLessThan(70)
})

test('a spread names the middle, what one in a hundred exceeds, and the worst', () => {
  const values = Array.from({ length: 101 }, (_, index) => 100 - index)
  expect(spreadOf(values)).toEqual({ p50: 50, p99: 99, max: 100 })
  expect(spreadOf([])).toEqual({ p50: 0, p99: 0, max: 0 })
})
