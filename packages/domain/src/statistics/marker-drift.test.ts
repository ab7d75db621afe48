import { expect, test } from 'vitest'
import { driftOf } from './marker-drift.ts'
import { DEFAULT_MARKER_LIMITS, type MarkerLimits } from './marker-limits.ts'

const HOUR_MS = 3_600_000
/** One reading every quarter of an hour. */
const over = (
  count: number,
  milliOf: (index: number) => number,
  fullMilli = 10_000,
  partnerOf: (index: number) => number | null = () => null,
  own: Partial<MarkerLimits> = {},
) =>
  driftOf(
    Array.from({ length: count }, (_, index) => ({
      at: (index * HOUR_MS) / 4,
      milli: milliOf(index),
      againstPartnerMilli: partnerOf(index),
    })),
    fullMilli,
    { ...DEFAULT_MARKER_LIMITS, ...own },
  )
const wobble = (index: number) => (index % 2 === 0 ? 500 : -500)

test.for([
  [(index: number) => wobble(index), 0, false, 'steady'],
  [(index: number) => wobble(index) + (index < 20 ? 0 : 1000), 1000, true, 'a step up'],
  [(index: number) => wobble(index) - (index < 20 ? 0 : 1000), -1000, true, 'a step down'],
  [(index: number) => wobble(index) + (index < 20 ? 0 : 200), 200, false, 'within two errors'],
] as const)(
  'forty readings, %#: half against half %i, flagged %o (%s)',
  ([milliOf, delta, flag]) => {
    const drift = over(40, milliOf)
    expect(drift?.deltaMilli).toBeCloseTo(delta)
    expect(drift?.isFlagged).toBe(flag)
  },
)

test.for([
  [10_000, true, 'a tenth of the full mark'],
  [20_000, false, 'exactly a twentieth'],
  [19_999, true, 'just above a twentieth'],
  [40_000, false, 'sure, but too small to matter'],
] as const)('a step of 1000 on %i is flagged: %o (%s)', ([fullMilli, flag]) => {
  const drift = over(40, (index) => wobble(index) + (index < 20 ? 0 : 1000), fullMilli)
  expect(drift?.isFlagged).toBe(flag)
})

test('a step that the other readers of the same papers saw too is the papers’, not the marker’s', () => {
  const step = (index: number) => wobble(index) + (index < 20 ? 0 : 1000)
  expect(over(40, step, 10_000, wobble)?.isFlagged).toBe(false)
  expect(over(40, step, 10_000, step)?.isFlagged).toBe(true)
})

test('few papers read twice that can say neither leave it to the trend', () => {
  // Every sixteenth paper was read twice: 20 pairs, whose spread hides a step of 1500 as well as none.
  const step = (index: number) => wobble(index) + (index < 160 ? 0 : 1500)
  const rare = (milliOf: (index: number) => number) => (index: number) =>
    index % 16 === 0 ? milliOf(index) + (index % 32 === 0 ? 3000 : -3000) : null
  expect(over(320, step, 10_000, rare(step))).toMatchObject({ isFlagged: true, hasPartners: false })
  // Pairs that agree closely and saw no step say that it was the papers.
  expect(
    over(320, step, 10_000, (index) => (index % 16 === 0 ? wobble(index / 16) : null)),
  ).toMatchObject({ isFlagged: false, hasPartners: true })
})

test('without other readers a step of 2.3 errors is not sure enough, and one of 5 is', () => {
  // The spread of 4000 is the papers'; the standard error of the step is 632 to 640.
  const spread = (index: number) => (index % 2 === 0 ? 4000 : -4000)
  const step = (by: number, own: Partial<MarkerLimits> = {}) =>
    over(
      160,
      (index) => spread(index) + (index < 80 ? 0 : by),
      20_000,
      () => null,
      own,
    )
  expect(step(1500)?.isFlagged).toBe(false)
  expect(step(3200)?.isFlagged).toBe(true)
  // Two errors by the figure alone; an exam that wants to be told of those says so.
  expect(step(1500)).toMatchObject({ isNotable: true, hasPartners: false })
  expect(step(1500, { loneErrors: 2 })?.isFlagged).toBe(true)
})

test('the error is that of two means: 20 readings a half with a spread of 500', () => {
  // Sample variance of ten +500 and ten -500 is 250000 * 20 / 19.
  expect(over(40, wobble)?.errorMilli).toBeCloseTo(Math.sqrt((2 * 250_000 * 20) / 19 / 20))
})

test('the slope is in thousandths an hour, whatever the order of the readings', () => {
  expect(over(40, (index) => index * 25)?.slopeMilliPerHour).toBeCloseTo(100)
  const shuffled = driftOf(
    Array.from({ length: 40 }, (_, index) => 39 - index).map((index) => ({
      at: (index * HOUR_MS) / 4,
      milli: index * 25,
      againstPartnerMilli: null,
    })),
    10_000,
  )
  expect(shuffled).toEqual(over(40, (index) => index * 25))
})

test('nothing is said of fewer than twenty readings', () => {
  expect(over(19, (index) => index * 1000)).toBeNull()
})

test.for([
  [20, null, 'twenty minutes'],
  [59, null, 'just below an hour'],
  [60, 300, 'an hour'],
  [600, 30, 'ten hours'],
] as const)('forty readings over %i minutes change by %o an hour (%s)', ([minutes, slope]) => {
  // A step of 300 in all, evenly: over less than an hour it would be told as many times that.
  const drift = driftOf(
    Array.from({ length: 40 }, (_, index) => ({
      at: (index * minutes * (HOUR_MS / 60)) / 39,
      milli: (index * 300) / 39,
      againstPartnerMilli: null,
    })),
    10_000,
  )
  if (slope === null) expect(drift?.slopeMilliPerHour).toBeNull()
  else expect(drift?.slopeMilliPerHour).toBeCloseTo(slope)
  // The halves are compared without regard to how long they took.
  expect(drift?.deltaMilli).toBeCloseTo((20 * 300) / 39)
})
