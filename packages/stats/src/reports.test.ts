import { formatPercent } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import type { ResultVersion } from './columns.ts'
import { testVersion } from './testing/test-version.ts'
import {
  bandCounts,
  difOf,
  everybody,
  feldtInterval,
  figuresOf,
  icc,
  itemCounts,
  lineOfShare,
  lineRates,
  mantelHaenszel,
  membersOfClass,
  onLine,
  optionDetails,
  orderDown,
  partRates,
  partsOf,
  rateError,
  ranksWithin,
  scoreColumn,
  subjectDiscrimination,
  subjectGrade,
  subjectLine,
  versionChanges,
} from './index.ts'

const ROWS = '11235 11234 11224 11124 10223 11113 01122 10112 00111 00001'.split(' ')
const example = () =>
  testVersion({
    fulls: [1, 1, 2, 3, 5].map((points) => points * 1000),
    rows: ROWS.map((row) => [...row].map((points) => Number(points) * 1000)),
    classes: 2,
  })

describe('DR 10 bands', () => {
  test('ties may overfill a band of ranks: 700 688 688 650 650 650 600', () => {
    const scores = Int32Array.from([700, 688, 688, 650, 650, 650, 600])
    const ranks = ranksWithin(scores, orderDown(scores), null, 1)
    expect([...ranks]).toEqual([1, 2, 2, 4, 4, 4, 7])
    const bands = [
      { lower: 1, upper: 2 },
      { lower: 3, upper: 4 },
      { lower: 5, upper: 7 },
    ]
    expect(bandCounts(ranks, { runs: [{ from: 0, to: 7 }] }, bands)).toEqual([3, 3, 1])
  })

  test('nobody without a score is in a band', () => {
    const scores = Int32Array.from([-1, 0, 59_500, 60_000])
    expect(
      bandCounts(scores, { runs: [{ from: 0, to: 4 }] }, [
        { lower: 0, upper: 59_999 },
        { lower: 60_000, upper: 100_000 },
      ]),
    ).toEqual([2, 1])
  })
})

describe('DR 11, R17 groups of a question', () => {
  test('the difference of the upper and the lower 27 % is the discrimination of the rules', () => {
    const version = example()
    const parts = partsOf(version, 0, everybody(version.columns))
    const gaps = [0, 1, 2, 3, 4].map((item) => {
      const [high, , low] = partRates(version, 0, item, parts)
      return high! - low!
    })
    for (const [index, expected] of [0.6667, 1, 0.6667, 0.6667, 0.6].entries())
      expect(gaps[index]).toBeCloseTo(expected, 4)
  })

  test('counts of classes add up to those of all', () => {
    const version = example()
    const all = itemCounts(version, 0, 2, everybody(version.columns))
    const parts = [0, 1].map((place) =>
      itemCounts(version, 0, 2, membersOfClass(version.columns, place)),
    )
    expect(all).toEqual({ n: 10, sumMilli: 13_000, squares: 21e6, fullCount: 4, zeroCount: 1 })
    // Points 2 x 4, 1 x 5, 0 x 1 of 2: variance .41 over ten.
    expect(rateError(all, 2000)).toBeCloseTo(Math.sqrt(0.041) / 2, 12)
    expect(parts.reduce((sum, { sumMilli }) => sum + sumMilli, 0)).toBe(13_000)
    expect(parts.reduce((sum, { fullCount }) => sum + fullCount, 0)).toBe(4)
  })

  test('who chose an option: shares of the upper and lower 27 %, and of each fifth', () => {
    const version = testVersion({
      fulls: [1000],
      rows: Array.from({ length: 10 }, (_, at) => [at < 5 ? 1000 : 0]),
      answers: Array.from({ length: 10 }, (_, at) => [at < 5 ? 'A' : 'B']),
    })
    const parts = partsOf(version, 0, everybody(version.columns))
    const [a, b] = optionDetails(version, 0, 0, parts, ['A', 'B'])
    expect([a!.top, a!.bottom, b!.top, b!.bottom]).toEqual([1, 0, 0, 1])
    expect(a!.seMilli).toBe(0)
  })

  test('R17: Mantel–Haenszel', () => {
    const found = mantelHaenszel([
      [18, 12, 14, 16],
      [25, 10, 20, 15],
      [30, 5, 26, 9],
    ])
    expect(found.alpha).toBeCloseTo(1.865, 4)
    expect(found.delta).toBeCloseTo(-1.4647, 4)
    expect(found.chi2).toBeCloseTo(3.3603, 4)
    expect(found.klass).toBe('A')
  })

  test('DIF of a question that both groups answer alike is none', () => {
    const version = testVersion({
      fulls: [1000, 5000],
      classes: 2,
      rows: Array.from({ length: 40 }, (_, at) => [
        (at >> 1) % 2 === 0 ? 1000 : 0,
        (at >> 1) * 200,
      ]),
    })
    const found = difOf(version, 0, {
      reference: membersOfClass(version.columns, 0),
      focal: membersOfClass(version.columns, 1),
    })(0)
    expect(found.delta).toBeCloseTo(0, 9)
    expect(found.klass).toBe('A')
  })
})

describe('DR 14 lines, the example of the rules', () => {
  const people: [number, number][] = [
    [120, 560],
    [95, 530],
    [88, 510],
    [92, 480],
    [60, 400],
    [110, 540],
    [85, 505],
    [80, 502],
    [91, 470],
    [50, 350],
  ]
  const totals = Int32Array.from(people, ([, total]) => total * 1000)
  const scores = Int32Array.from(people, ([score]) => score * 1000)
  const line = { totalMilli: 500_000, subjectMilli: 90_000 }
  const all = { runs: [{ from: 0, to: 10 }] }

  test.for([
    ['class A', { runs: [{ from: 0, to: 5 }] }, [3, 3, 2], '66.66%', '66.66%'],
    ['class B', { runs: [{ from: 5, to: 10 }] }, [3, 2, 1], '50%', '33.33%'],
    ['all', all, [6, 5, 3], '60%', '50%'],
  ] as const)('%s', ([, members, expected, hit, contribution]) => {
    const on = onLine(totals, scores, members, line)
    const { totalOn, subjectOn, bothOn } = on
    expect([totalOn, subjectOn, bothOn]).toEqual(expected)
    const rates = lineRates(on)
    expect(formatPercent(rates.hit.num, rates.hit.den)).toBe(hit)
    expect(formatPercent(rates.contribution.num, rates.contribution.den)).toBe(contribution)
    expect(rates.mismatch + bothOn).toBe(totalOn)
  })

  test('nobody on a line gives no rate', () => {
    const { hit } = lineRates(onLine(totals, scores, { runs: [] }, line))
    expect(formatPercent(hit.num, hit.den)).toBe('—')
  })

  test('methods of drawing the line of a subject disagree', () => {
    const lineBy = (method: 'same_rate' | 'coefficient' | 'window_mean') =>
      subjectLine(method, totals, scores, all, 500_000)
    expect(lineBy('same_rate')).toEqual({ lineMilli: 88_000, n: 6 })
    expect(lineBy('coefficient').lineMilli! / 1000).toBeCloseTo(91.83, 2)
    // Fewer than 25: the window is widened until it holds everybody.
    expect(lineBy('window_mean')).toEqual({ lineMilli: 87_100, n: 10 })
  })

  test.for(['same_rate', 'coefficient'] as const)(
    '%s draws no line that nobody reaches',
    (method) => {
      expect(subjectLine(method, totals, scores, all, 999_000)).toEqual({ lineMilli: null, n: 0 })
    },
  )

  test('a share of all is reached by so many, ties by more', () => {
    expect(lineOfShare(totals, all, 30)).toBe(530_000)
    const tied = Int32Array.from([5000, 5000, 5000, 1000])
    expect(lineOfShare(tied, { runs: [{ from: 0, to: 4 }] }, 25)).toBe(5000)
  })

  test.for([
    [10, 9, 8, 'A'],
    [10, 14, 8, 'B'],
    [10, 8, 6, 'C'],
    [10, 20, 5, 'D'],
    [10, 7, 7, 'E'],
    [0, 5, 0, 'F'],
  ] as const)(
    'on %i in total, %i in the subject, %i in both: %s',
    ([totalOn, subjectOn, bothOn, grade]) => {
      expect(subjectGrade({ n: 20, totalOn, subjectOn, bothOn })).toBe(grade)
    },
  )
})

describe('statistics: papers and units', () => {
  test('a subject that decides the total tells its upper and lower 27 % apart', () => {
    const version = example()
    // (12 + 11 + 10 − 5 − 3 − 1) / 3 / 12
    expect(subjectDiscrimination(version, 0, everybody(version.columns))).toBeCloseTo(
      24 / 3 / 12,
      9,
    )
  })

  test('Feldt: the interval of α holds it, narrows with n, and is none for a few', () => {
    // F(0.975; 99, 1881) = 1.3080 and F(0.025; 99, 1881) = 0.7364 by SciPy.
    const { lo, hi } = feldtInterval(0.8, 100, 20)!
    expect(lo).toBeCloseTo(1 - 0.2 * 1.308, 4)
    expect(hi).toBeCloseTo(1 - 0.2 * 0.7364, 4)
    const narrow = feldtInterval(0.8, 10_000, 20)!
    expect(narrow.hi - narrow.lo).toBeLessThan((hi - lo) / 5)
    expect(feldtInterval(0.8, 9, 20)).toBeNull()
  })

  test('ICC: all of the variance between groups, none of it, and none known', () => {
    const group = (meanMilli: number, sdMilli: number) => ({ present: 10, meanMilli, sdMilli })
    expect(icc([group(1000, 0), group(2000, 0)])).toBe(1)
    expect(icc([group(1000, 100), group(1000, 100)])).toBe(0)
    expect(icc([group(1000, 100)])).toBeNull()
    // MSB = 10·2·500², MSW = 20·1000²/18; (MSB − MSW) / (MSB + 9·MSW)
    const [msb, msw] = [10 * 2 * 500 ** 2, (20 * 1000 ** 2) / 18]
    expect(icc([group(1000, 1000), group(2000, 1000)])).toBeCloseTo(
      (msb - msw) / (msb + 9 * msw),
      9,
    )
  })
})

describe('statistics: versions beside each other', () => {
  const version = (scores: readonly (number | null)[], answers?: readonly (readonly string[])[]) =>
    testVersion({
      fulls: [750_000],
      rows: scores.map((score) => (score === null ? 'absent' : [score * 1000])),
      answers,
    })
  const changes = (before: ResultVersion, after: ResultVersion) =>
    versionChanges(before, after, {
      members: everybody(after.columns),
      subjectId: 1,
      scope: 'school',
    })

  test('R18: whose score and whose rank changed', () => {
    const before = version([500, 480, 480, 455, null])
    const after = version([500, 486, 480, 455, 430])
    expect(
      changes(before, after).map(({ place, before: old, after: now, rankBefore, rankAfter }) => [
        'abcde'[place],
        old && old / 1000,
        now && now / 1000,
        rankBefore,
        rankAfter,
      ]),
    ).toEqual([
      ['b', 480, 486, 2, 2],
      ['c', 480, 480, 2, 3],
      ['e', null, 430, null, 5],
    ])
    expect(changes(before, after).map(({ causes }) => causes)).toEqual([
      ['mark'],
      [],
      ['attendance'],
    ])
    const mean = (of: ResultVersion) =>
      figuresOf(scoreColumn(of, 1), everybody(of.columns)).meanMilli! / 1000
    expect([mean(before), mean(after)]).toEqual([478.75, 470.2])
  })

  test('a version has no difference from itself', () => {
    const one = version([500, 480, null])
    expect(changes(one, one)).toEqual([])
  })
})
