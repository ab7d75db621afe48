import { expect, test } from 'vitest'
import { isLow, prefetchDepth, WayTimes } from './prefetch.ts'

test.for([
  [250, 4000, 3, 'a quick network and a usual paper'],
  [0, 4000, 3, 'never fewer than three'],
  [2667, 4000, 4, 'one and a half ways in the time of two papers'],
  [2000, 1500, 4, 'exactly two papers in that time'],
  [2001, 1500, 5, 'a little more than two'],
  [4000, 1500, 6, 'a slow network'],
  [60_000, 1500, 8, 'never more than eight'],
  [1000, 100, 5, 'nobody reads in a tenth of a second'],
  [250, null, 3, 'before anything is known of the marker'],
  [3000, null, 4, 'a slow network before anything is known of the marker'],
] as const)('%i ms to the next paper, %s ms a paper → %i at hand (%s)', ([way, median, depth]) => {
  expect(prefetchDepth(way, median)).toBe(depth)
})

test.for([
  [3, 3, false],
  [2, 3, false],
  [1, 3, true],
  [5, 8, false],
  [4, 8, true],
  [6, 10, true],
  [7, 10, false],
] as const)('%i of %i papers left is low: %s', ([left, depth, low]) => {
  expect(isLow(left, depth)).toBe(low)
})

test('one slow paper moves the estimate a little, many of them all the way, and back again', () => {
  const times = new WayTimes()
  const begin = times.totalMs
  expect(prefetchDepth(begin, 4000)).toBe(3)
  times.note('transfer', 3000)
  expect(times.totalMs).toBeGreaterThan(begin)
  expect(times.totalMs).toBeLessThan(begin + 1000)
  for (let no = 0; no < 20; no++) times.note('transfer', 3000)
  expect(times.totalMs).toBeGreaterThan(begin + 2800)
  expect(prefetchDepth(times.totalMs, 1500)).toBe(6)
  for (let no = 0; no < 20; no++) times.note('transfer', 20)
  expect(prefetchDepth(times.totalMs, 1500)).toBe(3)
})

test('each part counts by itself, and a computer that slept says nothing', () => {
  const times = new WayTimes()
  const begin = times.totalMs
  for (let no = 0; no < 30; no++) {
    times.note('roundTrip', 400)
    times.note('transfer', 700)
    times.note('decode', 200)
  }
  expect(times.totalMs).toBeCloseTo(1300, 0)
  times.note('transfer', 3_600_000)
  expect(times.totalMs).toBeCloseTo(1300, 0)
  expect(begin).toBe(250)
})
