import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { milli } from '../milli.ts'
import { convertGrades, levelByThreshold } from './grade-conversion.ts'
import {
  checkScheme,
  GRADE_SCHEMES,
  gradeSchemeOf,
  isConverted,
  isTooSmallFor,
  levelSteps,
  withGradeRules,
} from './grade-scheme.ts'
import type { GradeScheme, TiePolicy } from './grade-scheme.ts'

const raw =
  '97 95 93 90 88 88 86 85 83 81 80 78 77 75 74 72 70 70 69 66 65 63 62 60 58 57 55 52 50 49 47 45 44 42 40 38 35 31 28 20'
const vector = raw.split(' ').map((points) => milli(Number(points)))

describe('DR 13 conversion: forty candidates under the default scheme', () => {
  const { levels, scores } = convertGrades(vector, GRADE_SCHEMES.seed_default)
  const converted = (points: number) => scores[vector.indexOf(milli(points))]!.convertedMilli / 1000

  test('levels are cut after positions 7, 20, 33 and 39', () => {
    expect(levels.map(({ count }) => count)).toEqual([7, 13, 13, 6, 1])
    expect(
      levels.map(({ rawHiMilli, rawLoMilli }) => [rawHiMilli! / 1000, rawLoMilli! / 1000]),
    ).toEqual([
      [97, 86],
      [85, 66],
      [65, 44],
      [42, 28],
      [20, 20],
    ])
  })

  test.for([
    [97, 100],
    [95, 97],
    [93, 94],
    [90, 89],
    [88, 86],
    [86, 83],
    [85, 82],
    [77, 77],
    [66, 71],
    [65, 70],
    [50, 62],
    [44, 59],
    [42, 58],
    [40, 56],
    [35, 50],
    [31, 45],
    [28, 41],
    [20, 35],
  ] as const)('%i becomes %i', ([points, score]) => {
    expect(converted(points)).toBe(score)
  })
})

describe('DR 13 schemes', () => {
  test.for(Object.values(GRADE_SCHEMES).map((scheme) => [scheme.id, scheme] as const))(
    '%s is sound',
    ([, scheme]) => {
      expect(checkScheme(scheme)).toEqual([])
    },
  )

  test.for([
    [
      [
        ['A', 60, 100, 80],
        ['B', 30, 79, 0],
      ],
      ['ratio_sum'],
    ],
    [
      [
        ['A', 60, 100, 80],
        ['B', 40, 80, 0],
      ],
      ['range_overlap'],
    ],
    [[['A', 100, 10, 80]], ['range_reversed']],
    [[], ['empty']],
  ] as const)('%o is wrong: %o', ([rows, faults]) => {
    const levels = rows.map(([code, ratioPercent, hi, lo]) => ({ code, ratioPercent, hi, lo }))
    expect(checkScheme({ levels })).toEqual(faults)
  })

  test('eight levels with ends of 3 percent need 34 candidates', () => {
    expect([33, 34].map((n) => isTooSmallFor(GRADE_SCHEMES.seed_8, n))).toEqual([true, false])
  })

  test('the lowest of 21 levels is 40, of 11 also 40', () => {
    expect(
      [GRADE_SCHEMES.bj_21, GRADE_SCHEMES.tj_21, GRADE_SCHEMES.zj_21, GRADE_SCHEMES.sh_11].map(
        ({ levels }) => levels.at(-1)!.lo,
      ),
    ).toEqual([40, 40, 40, 40])
  })
})

describe('DR 13 ties on a cut', () => {
  const half = (tie: TiePolicy): GradeScheme => ({
    ...GRADE_SCHEMES.seed_default,
    tie,
    levels: [
      { code: 'A', ratioPercent: 50, hi: 100, lo: 51 },
      { code: 'B', ratioPercent: 50, hi: 50, lo: 0 },
    ],
  })
  const counts = (tie: TiePolicy, ...points: number[]) =>
    convertGrades(points.map(milli), half(tie)).levels.map(({ count }) => count)
  test.for([
    ['up', [9, 8, 8, 7], [3, 1]],
    ['down', [9, 8, 8, 7], [1, 3]],
    ['nearest', [9, 8, 8, 7], [3, 1]],
    ['nearest', [9, 7, 7, 7, 7, 1], [5, 1]],
    ['nearest', [9, 7, 7, 7, 7, 7], [1, 5]],
    ['nearest', [9, 8, 7, 7, 7, 7], [2, 4]],
    ['down', [9, 8, 7, 6], [2, 2]],
    ['down', [9, 9, 7, 6], [2, 2]],
    ['down', [9, 9, 9, 6], [0, 4]],
  ] as const)('%s: %o is cut %o', ([tie, points, expected]) => {
    expect(counts(tie, ...points)).toEqual(expected)
  })
})

test.for([
  ['mid', 92],
  ['hi', 100],
  ['lo', 83],
] as const)('DR 13 a level of equal scores gets its %s', ([degenerate, score]) => {
  const scheme = { ...GRADE_SCHEMES.seed_default, degenerate }
  expect(
    convertGrades(
      Array.from({ length: 6 }, () => 5000),
      scheme,
    ).scores[0]!.convertedMilli,
  ).toBe(milli(score))
})

test('nobody converts to nothing', () => {
  expect(convertGrades([], GRADE_SCHEMES.seed_8).scores).toEqual([])
})

test('DR 13.3 letters by threshold', () => {
  const thresholds = [
    { code: 'A', fromMilli: 90_000 },
    { code: 'B', fromMilli: 60_000 },
  ]
  expect([90_000, 89_999, 0].map((score) => levelByThreshold(score, thresholds))).toEqual([
    'A',
    'B',
    null,
  ])
})

describe('DR 13 for any scores and scheme', () => {
  const scores = fc.array(
    fc.integer({ min: 0, max: 200 }).map((halves) => halves * 500),
    { minLength: 1, maxLength: 300 },
  )
  const scheme = fc
    .record({
      base: fc.constantFrom(...Object.values(GRADE_SCHEMES)),
      tie: fc.constantFrom<TiePolicy>('up', 'down', 'nearest'),
      cut: fc.constantFrom('half_up' as const, 'floor' as const, 'ceil' as const),
      degenerate: fc.constantFrom('mid' as const, 'hi' as const, 'lo' as const),
    })
    .map(({ base, ...over }): GradeScheme => ({ ...base, ...over }))

  test('equal raw gives equal, higher raw never lower, all within the level', () => {
    fc.assert(
      fc.property(scores, scheme, (raw, scheme) => {
        const { scores: converted } = convertGrades(raw, scheme)
        const ranges = new Map(scheme.levels.map((level) => [level.code, level]))
        const order = [...raw.keys()].sort((a, b) => raw[a]! - raw[b]!)
        for (const [place, index] of order.entries()) {
          const own = converted[index]!
          const { hi, lo } = ranges.get(own.code)!
          expect(own.convertedMilli >= lo * 1000 && own.convertedMilli <= hi * 1000).toBe(true)
          const lower = order[place - 1]
          if (lower === undefined) continue
          if (raw[lower] === raw[index]) expect(own).toEqual(converted[lower])
          else expect(own.convertedMilli).toBeGreaterThanOrEqual(converted[lower]!.convertedMilli)
        }
      }),
      { numRuns: 400 },
    )
  })

  test('without ties every level has exactly its share', () => {
    const distinct = fc.uniqueArray(fc.integer({ min: 0, max: 10_000 }), {
      minLength: 1,
      maxLength: 200,
    })
    fc.assert(
      fc.property(distinct, scheme, (raw, scheme) => {
        let cumulative = 0
        const rounding = { half_up: Math.round, floor: Math.floor, ceil: Math.ceil }[scheme.cut]
        const counts = convertGrades(raw, scheme).levels.map(({ count }) => count)
        for (const [index, { ratioPercent }] of scheme.levels.entries()) {
          cumulative += ratioPercent
          const reached = counts.slice(0, index + 1).reduce((a, b) => a + b, 0)
          expect(reached).toBe(rounding((cumulative * raw.length) / 100))
        }
      }),
    )
  })
})

describe('rules of a scheme', () => {
  test.for([
    [{}, 'seed_default'],
    [{ tie: 'up', cut: 'half_up', degenerate: 'mid' }, 'seed_default'],
    [{ tie: 'down' }, 'seed_default:down:half_up:mid'],
    [{ cut: 'ceil', degenerate: 'lo' }, 'seed_default:up:ceil:lo'],
  ] as const)('%o is kept as %s and read again', ([rules, id]) => {
    const made = withGradeRules('seed_default', rules)
    expect(made.id).toBe(id)
    expect(gradeSchemeOf(id)).toEqual(made)
    // Subjects that keep their raw score do so whatever the rules.
    expect(isConverted(made, 4)).toBe(false)
  })

  test.for(['', 'nowhere', 'seed_default:sideways', 'toString', 'seed_8:up:half_up:none'])(
    '%s is no scheme',
    (id) => {
      expect(gradeSchemeOf(id)).toBeNull()
    },
  )
})

test.for([
  [
    ['B', 'A'],
    ['E', 'D', 'C', 'B', 'A'],
  ],
  [
    ['B+', 'D'],
    ['E', 'D', 'D+', 'C', 'C+', 'B', 'B+', 'A'],
  ],
  [['A', '7'], null],
  [[], null],
] as const)('levels %o climb %o', ([codes, steps]) => {
  expect(levelSteps(codes)).toEqual(steps)
})
