import { expect, test } from 'vitest'
import { binRange, scoreBins } from './score-bins.ts'

test.for([
  [2000, 500, ['0', '0.5', '1', '1.5', '2'], 'half points'],
  [2000, 1000, ['0', '1', '2'], 'whole points'],
  [6000, 2000, ['0', '2', '4', '6'], 'two points each'],
  [7500, 1500, ['0', '1.5', '3', '4.5', '6', '7.5'], 'a step and a half'],
] as const)('full %i in steps of %i has the bins %o (%s)', ([fullMilli, stepMilli, labels]) => {
  expect(scoreBins({ fullMilli, stepMilli }, []).labels).toEqual(labels)
})

test.for([
  [12_000, 500, 25, 500, 'as many as are told apart'],
  [13_000, 500, 14, 1000, 'half points in whole ones'],
  [24_000, 1000, 25, 1000, 'whole points'],
  [60_000, 1000, 21, 3000, 'an essay'],
  [60_000, 500, 21, 3000, 'an essay in half points'],
  [60_000, 2000, 16, 4000, 'an essay in steps of two'],
  [100_000, 1000, 21, 5000, 'a whole paper'],
  [75_000, 1500, 13, 6000, 'a whole paper in steps of one and a half'],
  [35_000, 700, 17, 2100, 'steps that no usual width is made of'],
] as const)(
  'full %i in steps of %i has %i bins of %i (%s)',
  ([fullMilli, stepMilli, bins, width]) => {
    const scale = { fullMilli, stepMilli }
    const { labels } = scoreBins(scale, [])
    expect([labels.length, binRange(scale, 1).low]).toEqual([bins, width])
  },
)

test('shares are of all scores of a series, the full mark in the last bin', () => {
  const given = [
    { score_milli: 0, count: 1 },
    { score_milli: 1500, count: 3 },
  ]
  const half = { fullMilli: 2000, stepMilli: 500 }
  expect(scoreBins(half, [given]).shares).toEqual([[25, 0, 0, 75, 0]])
  const essay = { fullMilli: 60_000, stepMilli: 1000 }
  expect(scoreBins(essay, [[{ score_milli: 60_000, count: 2 }]]).shares[0]?.at(-1)).toBe(100)
})

test('the mean of two whole scores is counted with the lower of them', () => {
  const whole = { fullMilli: 3000, stepMilli: 1000 }
  expect(scoreBins(whole, [[{ score_milli: 1500, count: 1 }]]).shares).toEqual([[0, 100, 0, 0]])
})

test('who has given no score has no curve', () => {
  expect(scoreBins({ fullMilli: 1000, stepMilli: 500 }, [[]]).shares).toEqual([[null, null, null]])
})

test.for([
  [10_000, 500, 0, 0, 499],
  [10_000, 1000, 0, 0, 999],
  [10_000, 500, 20, 10_000, 10_000],
  [20_000, 500, 3, 3000, 3999],
  [60_000, 1000, 20, 60_000, 60_000],
] as const)(
  'of full %i in steps of %i bin %i holds scores from %i to %i',
  ([fullMilli, stepMilli, index, low, high]) => {
    expect(binRange({ fullMilli, stepMilli }, index)).toEqual({ low, high })
  },
)
