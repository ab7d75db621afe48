import { describe, expect, test } from 'vitest'
import { testVersion } from './testing/test-version.ts'
import {
  againstRest,
  betaCdf,
  betaQuantile,
  boxOf,
  classFigures,
  commonStep,
  everybody,
  figuresOf,
  itemFlags,
  oftenReadThrice,
  itemTable,
  membersOfClass,
  newcombe,
  normalCdf,
  orderDown,
  ownFactor,
  quantileOfSorted,
  ranksWithin,
  rollUp,
  scoreColumn,
  segmentCounts,
  segmentsDown,
  spreadOf,
  tallyOf,
  wilson,
} from './index.ts'

/** Rows of the published example: items for 1, 1, 2, 3 and 5 points. @source domain rules 11 */
const ROWS = '11235 11234 11224 11124 10223 11113 01122 10112 00111 00001'.split(' ')
const FULL = [1, 1, 2, 3, 5]
const example = () =>
  testVersion({
    fulls: FULL.map((points) => points * 1000),
    rows: ROWS.map((row) => [...row].map((points) => Number(points) * 1000)),
  })

const near = (actual: number | null | undefined, expected: number) =>
  expect(actual).toBeCloseTo(expected, 4)

describe('DR 11 the example of the domain rules', () => {
  test('group figures of the totals', () => {
    const version = example()
    const figures = figuresOf(scoreColumn(version), everybody(version.columns))
    expect(figures.meanMilli).toBe(7200)
    near(figures.sdMilli! / 1000, 3.3407)
    expect([figures.minMilli, figures.maxMilli]).toEqual([1000, 12_000])
    expect([figures.q1Milli, figures.medianMilli, figures.q3Milli]).toEqual([5250, 7500, 9750])
  })

  test('difficulty, discrimination and correlation with the rest of each question', () => {
    const { rows } = itemTable(example(), 0, { runs: [{ from: 0, to: 10 }] })
    rows.forEach((row, index) => {
      near(row.difficulty, [0.7, 0.6, 0.65, 0.5667, 0.58][index]!)
      near(row.discrimination, [0.6667, 1, 0.6667, 0.6667, 0.6][index]!)
      near(row.itemRest, [0.6891, 0.6382, 0.7951, 0.8531, 0.9267][index]!)
    })
  })

  test('reliability and the standard error of measurement', () => {
    const { paper } = itemTable(example(), 0, { runs: [{ from: 0, to: 10 }] })
    near(paper.alpha, 0.8737)
    near(paper.semMilli! / 1000, 1.1874)
  })

  test('R20: weights add up to the paper, efficiency is a share of the most that is possible', () => {
    const { rows } = itemTable(example(), 0, { runs: [{ from: 0, to: 10 }] })
    rows.forEach((row, index) => {
      near(row.intendedWeight, [0.0833, 0.0833, 0.1667, 0.25, 0.4167][index]!)
      near(row.effectiveWeight, [0.1039, 0.1057, 0.1649, 0.2473, 0.3781][index]!)
      near(row.efficiency, [0.8261, 0.7581, 0.8773, 0.907, 1][index]!)
    })
    near(
      rows.reduce((sum, { effectiveWeight }) => sum + effectiveWeight!, 0),
      1,
    )
  })

  test('alpha without a question is that of the paper without it', () => {
    const without = testVersion({
      fulls: FULL.slice(1).map((points) => points * 1000),
      rows: ROWS.map((row) => Array.from(row.slice(1), (points) => Number(points) * 1000)),
    })
    const members = { runs: [{ from: 0, to: 10 }] }
    expect(itemTable(example(), 0, members).rows[0]?.alphaWithout).toBeCloseTo(
      itemTable(without, 0, members).paper.alpha!,
      12,
    )
  })

  test('the order of the candidates does not matter', () => {
    const turned = testVersion({
      fulls: FULL.map((points) => points * 1000),
      rows: ROWS.toReversed().map((row) => [...row].map((points) => Number(points) * 1000)),
    })
    const members = { runs: [{ from: 0, to: 10 }] }
    const of = (version: ReturnType<typeof example>) =>
      itemTable(version, 0, members).rows.map(({ discrimination, itemRest }) => [
        discrimination!.toFixed(12),
        itemRest!.toFixed(12),
      ])
    expect(of(turned)).toEqual(of(example()))
  })
})

describe('statistics: who counts', () => {
  test('an absent candidate changes the registered count and nothing else', () => {
    const rows = ROWS.map((row) => [...row].map((points) => Number(points) * 1000))
    const withAbsent = testVersion({ fulls: FULL.map((f) => f * 1000), rows: [...rows, 'absent'] })
    const column = scoreColumn(withAbsent, 1)
    const figures = figuresOf(column, everybody(withAbsent.columns))
    const plain = figuresOf(scoreColumn(example(), 1), everybody(example().columns))
    expect(figures).toEqual({ ...plain, registered: 11, absent: 1 })
    const [table, before] = [withAbsent, example()].map((version) =>
      itemTable(version, 0, everybody(version.columns)),
    )
    expect(table).toEqual(before)
  })

  test('who did not select a subject is not registered for it', () => {
    const version = testVersion({ fulls: [1000], rows: [[1000], 'not selected', 'no record'] })
    const figures = figuresOf(scoreColumn(version, 1), everybody(version.columns))
    expect([figures.registered, figures.present, figures.absent]).toEqual([2, 1, 1])
    expect([...version.columns.partial]).toEqual([0, 0, 1])
    expect(version.manifest.combos).toHaveLength(2)
  })

  test('a group without anybody has no figures', () => {
    const version = testVersion({ fulls: [1000], rows: ['absent', 'absent'] })
    const figures = figuresOf(scoreColumn(version, 1), everybody(version.columns))
    expect(figures.meanMilli).toBeNull()
    expect(figures.rates.pass).toEqual({ num: 0, den: 0 })
    expect(itemTable(version, 0, everybody(version.columns)).rows[0]?.difficulty).toBeNull()
  })

  test('fewer than ten candidates have no indices', () => {
    const version = testVersion({ fulls: [2000], rows: ROWS.slice(1).map(() => [1000]) })
    const { paper, rows } = itemTable(version, 0, everybody(version.columns))
    expect([paper.alpha, rows[0]?.difficulty, rows[0]?.discrimination]).toEqual([null, null, null])
    expect(rows[0]?.rate).toEqual({ num: 9000, den: 18_000 })
  })

  test('DR 10 30 % itself is not low, 90 % is excellent', () => {
    const version = testVersion({ fulls: [10_000], rows: [[3000], [2999], [9000], [6000]] })
    const { rates } = figuresOf(scoreColumn(version, 1), everybody(version.columns))
    expect([rates.low.num, rates.excellent.num, rates.good.num, rates.pass.num]).toEqual([
      1, 1, 1, 2,
    ])
  })
})

test('figures rolled up from classes are those of all, exactly', () => {
  const rows = Array.from({ length: 90 }, (_, at) => [((at * 7919) % 97) * 500])
  const version = testVersion({ fulls: [50_000], rows, classes: 4 })
  const column = scoreColumn(version, 1)
  const { all } = classFigures(column, version.columns)
  expect(all).toEqual(figuresOf(column, everybody(version.columns)))
  const tallies = [0, 1, 2, 3].map((place) =>
    tallyOf(column, membersOfClass(version.columns, place)),
  )
  expect(spreadOf(column, rollUp(tallies)).sdMilli).toBe(all.sdMilli)
})

test('DR 10 ranks are 1-2-2-4 within each group, and none for who has no score', () => {
  const scores = Int32Array.from([650, 700, 688, 650, -1, 688, 600, 650])
  const order = orderDown(scores)
  expect([...ranksWithin(scores, order, null, 1)]).toEqual([4, 1, 2, 4, 0, 2, 7, 4])
  const groups = Uint16Array.from([0, 0, 0, 1, 1, 1, 0xffff, 1])
  expect([...ranksWithin(scores, order, groups, 2)]).toEqual([3, 1, 2, 2, 0, 1, 0, 2])
})

test('steps: the largest that every score is a multiple of', () => {
  expect(commonStep([0, 1500, 500, -1])).toBe(500)
  expect(commonStep([7333, 1000])).toBe(1)
  expect(commonStep([0, 0])).toBe(1)
})

test('DR 10 segments are closed at the full mark only', () => {
  const scores = Int32Array.from([100, 90, 89, 0, -1, 100])
  const counts = segmentCounts(scores, { runs: [{ from: 0, to: 6 }] }, 100, 10)
  expect([...counts]).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 1, 3])
  expect(segmentsDown(counts, 100, 10)[0]).toEqual({
    lowerMilli: 90,
    upperMilli: 100,
    closed: true,
    count: 3,
    cumulative: 3,
  })
})

describe('R7: a class against the rest', () => {
  const classes = [
    { n: 45, mean: 86.2, sd: 11.5 },
    { n: 44, mean: 82.1, sd: 12.8 },
    { n: 46, mean: 79.9, sd: 13.4 },
    { n: 43, mean: 83, sd: 12.1 },
  ]
  const n = 178
  const mean = classes.reduce((sum, one) => sum + one.n * one.mean, 0) / n
  const sd = Math.sqrt(
    classes.reduce((sum, one) => sum + one.n * (one.sd ** 2 + (one.mean - mean) ** 2), 0) / n,
  )
  test.each([
    [0, 3.4146, 2.045, 2.2346, 0.1018, 1],
    [1, -0.6854, 2.2172, -0.4106, 1, 0],
    [2, -2.8854, 2.2459, -1.7325, 0.2496, 0],
    [3, 0.2146, 2.152, 0.1315, 1, 0],
  ])('class %i', (index, v, se, z, p, sig) => {
    near(sd, 12.6859)
    const delta = againstRest(classes, { n, mean, sd })[index]!
    near(delta.v, v)
    near(delta.se, se)
    near(delta.z, z)
    near(delta.pAdjusted, p)
    expect(delta.sig).toBe(sig)
  })

  test('a small class is never marked, one alone is compared with nobody', () => {
    const small = { n: 19, mean: 90, sd: 1 }
    const rest = { n: 500, mean: 60, sd: 10 }
    const both = { n: 519, mean: (19 * 90 + 500 * 60) / 519, sd: 11.4 }
    expect(againstRest([small, rest], both).map(({ sig }) => sig)).toEqual([0, 0])
    expect(againstRest([rest], rest)[0]).toMatchObject({ v: 0, se: null, sig: 0 })
    expect(againstRest([null], rest)[0]).toMatchObject({ v: null, sig: 0 })
  })
})

test.each([
  [8, 10, 0.4902, 0.9433],
  [0, 12, 0, 0.2425],
  [27, 45, 0.4545, 0.7298],
])('R8: Wilson interval of %i in %i', (num, den, lo, hi) => {
  near(wilson({ num, den })?.lo, lo)
  near(wilson({ num, den })?.hi, hi)
})

test('R8: Newcombe interval of a difference', () => {
  const { v, lo, hi } = newcombe({ num: 27, den: 45 }, { num: 300, den: 455 })!
  near(v, -0.0593)
  near(lo, -0.2108)
  near(hi, 0.0779)
  expect(newcombe({ num: 0, den: 0 }, { num: 1, den: 2 })).toBeNull()
})

test('R16: box, whiskers and outliers', () => {
  const box = boxOf([0, 41, 44, 47, 50, 52, 55, 58, 60, 98])
  expect(box).toEqual({ q1: 44.75, median: 51, q3: 57.25, low: 41, high: 60, outliers: [0, 98] })
  const totals = [1, 3, 5, 6, 7, 8, 9, 10, 11, 12]
  expect([0, 0.25, 0.5, 0.75, 1].map((share) => quantileOfSorted(totals, share))).toEqual([
    1, 5.25, 7.5, 9.75, 12,
  ])
})

test('R19: a class in a question against itself in the paper', () => {
  const paper = [0.58, 0.6] as const
  const items = [
    [0.8, 0.75, 0.07],
    [0.55, 0.6, -0.03],
    [0.62, 0.55, 0.09],
    [0.3, 0.4, -0.08],
  ] as const
  for (const [own, all, factor] of items)
    near(ownFactor({ item: own, paper: paper[0] }, { item: all, paper: paper[1] }), factor)
})

/** Beta(κp + k, κ(1 − p) + n − k), κ = 4. @source reports R1 */
test.each([
  [0.62, 5, 3.5, 0.3979, 0.8874, 0.4423, 0.3206],
  [0.62, 4, 0.25, 0.1061, 0.6239, 0.0177, 0.9343],
  [0.62, 2, 1, 0.2576, 0.87, 0.2905, 0.5202],
  [0.8, 10, 9.75, 0.788, 0.9953, 0.9891, 0.0015],
  [0.5, 0, 0, 0.1354, 0.8646, 0.216, 0.648],
  [0.62, 8, 6.5, 0.5279, 0.9201, 0.6824, 0.1216],
])('R1: beta distribution for p %f, n %i, k %f', (p, n, k, low, high, atLeast, below) => {
  const [a, b] = [4 * p + k, 4 * (1 - p) + n - k]
  near(betaQuantile(0.05, a, b), low)
  near(betaQuantile(0.95, a, b), high)
  near(1 - betaCdf(0.7, a, b), atLeast)
  near(betaCdf(0.6, a, b), below)
})

test.each([
  [0, 0.5],
  [1, 0.8413447460685429],
  [-1.959963984540054, 0.025],
  [3, 0.9986501019683699],
  [-6, 9.865876450376981e-10],
])('normal distribution at %f', (z, chance) => {
  expect(normalCdf(z) / chance).toBeCloseTo(1, 12)
})

type Marked = Parameters<typeof oftenReadThrice>[0][number]

describe('R21: flags', () => {
  const flagsOf = (rows: number[][], fulls: number[], answers?: string[][], key?: string) => {
    const version = testVersion({ rows, fulls, answers, key })
    return itemTable(version, 0, everybody(version.columns)).rows.map((row) => itemFlags(row).flags)
  }
  const many = (count: number, row: (at: number) => number[]) =>
    Array.from({ length: count }, (_, at) => row(at))

  test('a question that the better ones miss', () => {
    const rows = many(120, (at) => [at < 60 ? 2000 : 0, Math.floor(at / 12) * 1000])
    const [first] = flagsOf(rows, [2000, 10_000])
    expect(first).toContain('discrimination_negative')
    expect(first).toContain('all_or_nothing')
    expect(first).toContain('efficiency_low')
  })

  test('too easy and too hard', () => {
    const rows = many(120, (at) => [1000, at === 0 ? 1000 : 0, (at % 10) * 1000, (at % 10) * 1000])
    const [easy, hard, good] = flagsOf(rows, [1000, 1000, 10_000, 10_000])
    expect(easy).toContain('too_easy')
    expect(hard).toContain('too_hard')
    expect(good).toEqual([])
  })

  test('a key that is wrong: the best choose another option', () => {
    const rows = many(120, (at) => [at < 60 ? 1000 : 0, Math.floor(at / 12) * 1000])
    const answers = many(120, () => []).map((_, at) => [at < 60 ? 'A' : 'B'])
    const [first] = flagsOf(rows, [1000, 10_000], answers, 'A')
    expect(first).toContain('key_r_not_positive')
    expect(first).toContain('distractor_r_positive')
    expect(first).toContain('distractor_beats_key_at_top')
    expect(first).toContain('distractor_unused')
  })

  const unread: Marked = { id: 5, blocks: [{ id: 5, name: '' }] }
  const third = (id: number, num: number, den = 100): Marked => ({
    id,
    blocks: [{ id, name: `题组${id}`, third: { num, den } }],
  })
  test.for([
    [
      'one of four over three times the middle of 5 %',
      [4, 5, 5, 16].map((n, at) => third(at, n)),
      [3],
    ],
    ['three times is not over', [5, 5, 15].map((n, at) => third(at, n)), []],
    [
      'where hardly any are asked for, over three in a hundred',
      [0, 0, 0, 3, 4].map((n, at) => third(at, n)),
      [4],
    ],
    ['two blocks have no middle', [1, 90].map((n, at) => third(at, n)), []],
    ['few pairs say nothing', [third(1, 1), third(2, 1), third(3, 1), third(4, 9, 10)], []],
    [
      'a block of two questions flags both',
      [third(1, 2), third(2, 2), third(3, 30), { ...third(3, 30), id: 9 }],
      [3, 9],
    ],
    ['blocks without a third reading are none', [third(1, 2), third(2, 2), unread], []],
  ] satisfies [string, Marked[], number[]][])('third readings: %s', ([, questions, expected]) => {
    expect([...oftenReadThrice(questions)]).toEqual(expected)
  })

  test('what is known beside the scores', () => {
    const rows = many(120, (at) => [(at % 10) * 1000, (at % 10) * 1000])
    const version = testVersion({ rows, fulls: [10_000, 10_000] })
    const [row] = itemTable(version, 0, everybody(version.columns)).rows
    const oftenThird = new Set([row!.question.id])
    expect(itemFlags(row!, { dif: 'B' }).flags).toEqual([])
    expect(itemFlags(row!, { dif: 'C', oftenThird }).flags).toEqual(['third_often', 'dif_large'])
  })

  test('of fewer than a hundred they are for reference only', () => {
    const version = example()
    const [row] = itemTable(version, 0, everybody(version.columns)).rows
    expect(itemFlags(row!).isTentative).toBe(true)
  })
})
