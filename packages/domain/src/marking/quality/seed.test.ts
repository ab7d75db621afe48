import { expect, test } from 'vitest'
import {
  defaultSeedEvery,
  isSeedPassed,
  secondSeedPlace,
  seedGap,
  isSeedStopped,
  seedState,
  seedStateOn,
  SEED_STATES,
  type SeedEvent,
  seedTolerance,
} from './seed.ts'

test.for([
  [60_000, 20],
  [10_000, 20],
  [9_500, 40],
  [2_000, 40],
] as const)('a block of %i gets a seed about every %i papers', ([full, every]) => {
  expect(defaultSeedEvery(full)).toBe(every)
})

test('seeds come within 40 % of their distance, elsewhere for each marker, and spread over it', () => {
  const gaps = Array.from({ length: 200 }, (_, served) => seedGap(20, 'salt', 7, served))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(12)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(28)
  expect(new Set(gaps).size).toBeGreaterThan(10)
  expect(gaps).not.toEqual(
    Array.from({ length: 200 }, (_, served) => seedGap(20, 'salt', 8, served)),
  )
  expect(seedGap(20, 'salt', 7, 3)).toBe(gaps[3])
  expect(seedGap(1, 'salt', 7, 0)).toBe(1)
})

test('the second seed is one of the next five papers, any of them', () => {
  const places = Array.from({ length: 50 }, (_, served) => secondSeedPlace('salt', 7, served))
  expect(new Set(places)).toEqual(new Set([0, 1, 2, 3, 4]))
  expect(secondSeedPlace('salt', 7, 3)).toBe(places[3])
})

test.for([
  [{ mode: 1, fullMilli: 12_000, stepMilli: 500, toleranceMilli: 1500 }, 1500, 'the tolerance'],
  [{ mode: 2, fullMilli: 2_000, stepMilli: 1000, toleranceMilli: 0 }, 1000, 'at least a step'],
  [{ mode: 0, fullMilli: 12_000, stepMilli: 500, toleranceMilli: 0 }, 2000, 'marked once'],
  [{ mode: 0, fullMilli: 12_000, stepMilli: 500, toleranceMilli: 3000 }, 3000, 'set by hand'],
] as const)('of %o a seed may be %i off (%s)', ([block, tolerance]) => {
  expect(seedTolerance(block)).toBe(tolerance)
})

test.for([
  [8000, 8000, true],
  [6000, 8000, true],
  [10_000, 8000, true],
  [5500, 8000, false],
  [10_500, 8000, false],
] as const)(
  '%i for %i with a tolerance of 2 points is passed: %o',
  ([given, definitive, passed]) => {
    expect(isSeedPassed([given], [definitive], { toleranceMilli: 2000, pointMilli: 0 })).toBe(
      passed,
    )
  },
)

test.for([
  ['', 'ok', 'no seed yet'],
  ['pass', 'ok', ''],
  ['fail', 'second', 'a second one follows'],
  ['fail pass', 'ok', 'the second was passed'],
  ['fail fail', 'warned', 'a leader has to look'],
  ['fail fail pass', 'warned', 'only a leader clears'],
  ['fail fail clear', 'ok', 'cleared'],
  ['fail fail clear pass fail', 'second', 'a passed seed ended the count'],
  ['fail fail clear fail', 'suspended', 'the third in a row'],
  ['fail fail fail', 'suspended', 'the third was in hand already'],
  ['fail fail fail pass', 'suspended', 'only a leader clears'],
  ['fail fail fail clear', 'ok', 'a new beginning'],
  ['fail fail fail clear fail', 'second', 'counted from the beginning'],
] as const)('after «%s» a marker is %s (%s)', ([events, state]) => {
  expect(seedState(events.split(' ').filter(Boolean) as SeedEvent[])).toBe(state)
})

test.for([
  ['ok', 'fail fail', 'warned', 'what the seeds say'],
  ['second', 'fail pass', 'ok', 'a passed second one'],
  ['warned', 'fail pass', 'warned', 'the last seed was changed since'],
  ['warned', 'pass', 'warned', 'and the other one was taken off'],
  ['warned', 'fail fail fail', 'suspended', 'one more was in hand'],
  ['suspended', 'fail fail pass', 'suspended', 'only a leader clears'],
  ['ok', 'fail fail clear', 'ok', 'cleared'],
] as const)('a marker who is %s and has «%s» is %s (%s)', ([before, events, after]) => {
  expect(seedStateOn(before, events.split(' ') as SeedEvent[])).toBe(after)
})

test('who is warned or suspended is stopped', () => {
  const states = Object.keys(SEED_STATES) as (keyof typeof SEED_STATES)[]
  expect(states.filter(isSeedStopped)).toEqual(['warned', 'suspended'])
})

test.for([
  [[4, 8], 0, true, 'the total alone: one point too many, another too few'],
  [[4, 8], 1, false, 'each point within one: both are two off'],
  [[5, 7], 1, true, 'each point within one'],
  [[6, 9], 2, false, 'each point within two, the total too far off'],
] as const)('%o for 6 + 6, points within %i → %o (%s)', ([given, points, passed]) => {
  const milli = given.map((score) => score * 1000)
  const tolerance = { toleranceMilli: 2000, pointMilli: points * 1000 }
  expect(isSeedPassed(milli, [6000, 6000], tolerance)).toBe(passed)
})

test.for([
  [[8, 3], [8, 6], true, 'apart where it does not count'],
  [[8, 8], [8, 6], true, 'the other question is as good'],
  [[5, 6], [8, 6], false, 'apart where it counts'],
  [[8, 0], [0, 8], false, 'as good a total, of another question'],
] as const)('of two questions the best counts: %o for %o → %o (%s)', ([given, agreed, passed]) => {
  const milli = (scores: readonly number[]) => scores.map((score) => score * 1000)
  const by = { toleranceMilli: 2000, bestOf: { choose: 1, questionOf: ['17', '18'] } }
  for (const pointMilli of [0, 2000])
    expect(isSeedPassed(milli(given), milli(agreed), { ...by, pointMilli })).toBe(passed)
})
