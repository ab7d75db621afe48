import { type ResultVersion, totalsOf } from '@hengjuan/stats'
import { testVersion } from '@hengjuan/stats/testing'
import { expect, test } from 'vitest'
import { ORGANISER_VIEW } from '../../http/exam-view.ts'
import type { ReportConfig } from '../setting/index.ts'
import { contextOf, type ReportViewer } from './kit/context.ts'
import type { EarlierExam } from './kit/earlier.ts'
import { REPORTS } from './serving/registry.ts'
import { REPORT_CONFIG } from './testing/report-config.ts'

/*
 * A teacher sees the scores of class 1 and no ranks. Whoever knows how reports are made tries all scores that the other
 * class may have: where each gives the same replies, of every report with every choice that changes it, and yet another
 * rank in the grade, the rank is not told.
 */

const FULL = 100
const config: ReportConfig = {
  ...REPORT_CONFIG,
  ranks: { teacher: false, types: ['school', 'class'], student: false },
  lines: [
    { name: '前 15%', percent: 15, total_milli: null },
    { name: '60 分', percent: null, total_milli: 60_000 },
  ],
}
const teacher: ReportViewer = {
  role: 'class_teacher',
  scope: { classes: [1], subjects: 'all' } as unknown as ReportViewer['scope'],
  view: ORGANISER_VIEW,
}
/** Leaves nothing out: what the search must find telling. */
const withRanks: ReportConfig = { ...config, ranks: { ...config.ranks, teacher: true } }

const QUERIES: Record<string, object[]> = {
  average: [0, 1, 5, 20].flatMap((trim) => [
    { trim },
    { trim, subject_id: 1, denominator: 'registered' as const },
    { trim, reference: 'rest' as const },
  ]),
  average_school: [{}, { subject_id: 1, trim: 5 }, { reference: 'rest' as const }],
  section_from: [{}, { subject_id: 1, bands: '[["一",50,51]]' }],
  grade_from: [{ formula: '均分+上四分位' }, { by: 'school', subject_id: 1 }],
  level_unit: [{}, { subject_id: 1 }],
  section: [{ width: 1 }, { width: 10, subject_id: 1 }],
}

const versionOf = (own: readonly number[], others: readonly number[]): ResultVersion =>
  testVersion({
    fulls: [FULL * 1000],
    classes: 2,
    // Dealt to the classes in turn.
    rows: Array.from({ length: 2 * Math.max(own.length, others.length) }, (_, at) => {
      const score = (at % 2 === 0 ? own : others)[Math.floor(at / 2)]
      return score === undefined ? ('not selected' as const) : [score * 1000]
    }),
  })

/** Everybody sat an exam before, and the teacher knows how the reports compare with it. */
const earlierOf = (version: ResultVersion): EarlierExam => ({
  examId: 9,
  name: '上次考试',
  startDate: '2026-09-20',
  snapshotId: 9,
  schools: 'all',
  totals: totalsOf(version),
})

function repliesOf(version: ResultVersion, setting: ReportConfig, earlier: EarlierExam): string {
  return JSON.stringify(
    REPORTS.flatMap(({ report, compute }) =>
      (QUERIES[report.key] ?? [report.of === 'subject' ? { subject_id: 1 } : {}]).map((query) => {
        const context = contextOf(version, teacher, setting, query)
        context.compared = earlier
        context.history = [earlier]
        const { body, notes } = compute(context, query as never)
        return [report.key, hideRanks(body), notes]
      }),
    ),
  )
}

/** Who has the ranks before him need not search. */
const hideRanks = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (key, value) => (key.endsWith('_rank') ? undefined : value)))

function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** First any scores of the others, then four of them with other scores of the same mean and spread. */
function* otherWorlds(others: readonly number[], next: () => number): Generator<number[]> {
  for (let time = 0; time < 50; time += 1) yield others.map(() => Math.floor(next() * (FULL + 1)))
  for (;;) {
    const places = new Set<number>()
    while (places.size < 4) places.add(Math.floor(next() * others.length))
    const [a, b, c, d] = [...places] as [number, number, number, number]
    const old = [a, b, c, d].map((at) => others[at] ?? 0)
    const [x, y] = [Math.floor(next() * (FULL + 1)), Math.floor(next() * (FULL + 1))]
    const sum = old.reduce((total, one) => total + one, 0) - x - y
    const squares = old.reduce((total, one) => total + one * one, 0) - x * x - y * y
    // z + w and z² + w² are given.
    const root = Math.sqrt(2 * squares - sum * sum)
    const [z, w] = [(sum + root) / 2, (sum - root) / 2]
    if (!Number.isInteger(z) || !Number.isInteger(w) || w < 0 || z > FULL) continue
    const world = [...others]
    for (const [index, value] of [x, y, z, w].entries()) world[[a, b, c, d][index] ?? 0] = value
    yield world
  }
}

const aboveIn = (score: number, scores: readonly number[]): number =>
  scores.filter((other) => other > score).length

/** Scores of the own class whose rank in the grade no search could shake. */
function determined(own: number[], others: number[], setting: ReportConfig, seed: number) {
  const earlier = earlierOf(versionOf(own.toReversed(), others.toReversed()))
  const known = repliesOf(versionOf(own, others), setting, earlier)
  // Nobody is above the full mark, whatever is told.
  const open = new Set(own.filter((score) => score < FULL))
  let tries = 0
  let replies = 0
  for (const world of otherWorlds(others, random(seed))) {
    if (open.size === 0 || (tries += 1) > 30_000 || replies > 400) break
    const moved = [...open].filter((score) => aboveIn(score, world) !== aboveIn(score, others))
    if (moved.length === 0) continue
    replies += 1
    if (repliesOf(versionOf(own, world), setting, earlier) === known)
      for (const score of moved) open.delete(score)
  }
  return [...open]
}

function scoresOf(count: number, next: () => number): number[] {
  const normal = (): number => [1, 2, 3, 4].reduce((sum) => sum + next(), 0) / 4
  return Array.from({ length: count }, () => Math.round(15 + 75 * normal()))
}

test.for([[5], [6], [8], [12], [20], [40], [60]] as const)(
  'leaks: no rank in the grade follows from what a teacher without ranks reads, beside a class of %i',
  ([size]) => {
    const next = random(size)
    const [own, others] = [scoresOf(size, next), scoresOf(size, next)]
    expect(determined(own, others, config, size)).toEqual([])
  },
)

test('leaks: the extremes and exact rates of the grade would tell ranks', () => {
  const next = random(40)
  const [own, others] = [scoresOf(40, next), scoresOf(40, next)]
  expect(determined(own, others, withRanks, 40).length).toBeGreaterThan(0)
})
