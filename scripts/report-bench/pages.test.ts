import type {
  reportClassAverages,
  reportScoreSegments,
  reportStudents,
  reportSubjectLines,
  reportUnitLevels,
  ReplyOf,
} from '@hengjuan/contracts'
import { GRADE_SCHEMES } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { type MadeExam, makeExam } from './made-exam.ts'
import { ORACLE_PLANS } from './oracle-check.ts'
import { bodyOf } from './page-answer.ts'

/*
 * The figures of pages, of the twenty random exams, beside the same figures counted the long way round from the scores
 * that the exam was made of: no column, no sorted list and no rolled-up sum of ours is in between.
 */

const DIGITS = 9
interface Candidate {
  klass: number
  school: number
  /** Null where a required subject is missing, or nothing was sat. */
  total: number | null
  subjects: (number | null)[]
}

const candidatesOf = ({ n, klass, school, subjects }: MadeExam): Candidate[] =>
  Array.from({ length: n }, (_, at) => {
    const sat = subjects.filter(({ attendance }) => attendance[at] !== 3)
    const isWhole = sat.length > 0 && sat.every(({ attendance }) => attendance[at] === 0)
    return {
      klass: klass[at]!,
      school: school[at]!,
      total: isWhole ? sat.reduce((sum, { total }) => sum + total[at]!, 0) : null,
      subjects: subjects.map(({ attendance, total }) => (attendance[at] === 0 ? total[at]! : null)),
    }
  })

const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length
const sd = (of: readonly number[]) => Math.sqrt(mean(of.map((one) => (one - mean(of)) ** 2)))
const known = (of: readonly (number | null)[]) => of.filter((one) => one !== null)
const near = (actual: number | null | undefined, expected: number, what: string): void => {
  // 1e-9 of the figure, or of one.
  const scale = Math.max(1, Math.abs(expected))
  expect((actual ?? NaN) / scale, what).toBeCloseTo(expected / scale, DIGITS)
}

const answer = (exam: MadeExam, key: string, query: Record<string, unknown> = {}): unknown =>
  bodyOf({ exams: [exam] }, key, query)

test.for(ORACLE_PLANS.map((plan) => [plan.seed, plan] as const))(
  'pages of the random exam %i say what plain counting says',
  ([, plan]) => {
    const exam = makeExam(plan)
    const people = candidatesOf(exam)
    const fullMilli = exam.manifest.subjects.reduce((sum, subject) => sum + subject.fullMilli, 0)
    classesOf(exam, people, fullMilli)
    studentsOf(exam, people)
    segmentsOf(exam, people)
    linesOf(exam, people)
    levelsOf(exam, people)
  },
)

function classesOf(exam: MadeExam, people: readonly Candidate[], fullMilli: number): void {
  const { rows } = answer(exam, 'average') as ReplyOf<typeof reportClassAverages>
  const all = known(people.map(({ total }) => total))
  for (const { group, figures, delta, is_reference } of rows) {
    const own = known(
      people
        .filter(({ klass }) => is_reference || klass + 1 === group.id)
        .map(({ total }) => total),
    )
    expect(figures.present, group.name).toBe(own.length)
    if (own.length === 0) continue
    near(figures.mean_milli, mean(own), `${group.name} mean`)
    near(figures.sd_milli, sd(own), `${group.name} sd`)
    const reached = (percent: number) =>
      own.filter((one) => one * 100 >= percent * fullMilli).length
    expect(figures.pass_rate).toEqual({ num: reached(60), den: own.length })
    expect(figures.excellent_rate).toEqual({ num: reached(90), den: own.length })
    if (is_reference || delta.v === null) continue
    near(delta.v, mean(own) - mean(all), `${group.name} difference`)
    const rest = known(
      people.filter(({ klass }) => klass + 1 !== group.id).map(({ total }) => total),
    )
    if (rest.length === 0 || delta.z === null) continue
    const se = Math.sqrt(sd(own) ** 2 / own.length + sd(rest) ** 2 / rest.length)
    near(delta.se, se, `${group.name} error`)
    near(delta.z, (mean(own) - mean(rest)) / se, `${group.name} z`)
  }
}

function studentsOf(exam: MadeExam, people: readonly Candidate[]): void {
  const { list } = answer(exam, 'student', { limit: 5000 }) as ReplyOf<typeof reportStudents>
  expect(list).toHaveLength(people.length)
  const all = known(people.map(({ total }) => total))
  for (const row of list) {
    const one = people[row.candidate_id - 1]!
    const rankAmong = (others: readonly Candidate[]) =>
      one.total === null
        ? null
        : 1 + others.filter(({ total }) => (total ?? -1) > one.total!).length
    expect(row.class_rank).toBe(rankAmong(people.filter(({ klass }) => klass === one.klass)))
    expect(row.school_rank).toBe(rankAmong(people.filter(({ school }) => school === one.school)))
    if (new Set(people.map(({ school }) => school)).size > 1)
      expect(row.joint_rank).toBe(rankAmong(people))
    if (one.total !== null && sd(all) > 0)
      near(row.std_score, 50 + (10 * (one.total - mean(all))) / sd(all), 'standard score')
    expect(row.subjects.map(({ score }) => score)).toEqual(one.subjects)
  }
}

function segmentsOf(exam: MadeExam, people: readonly Candidate[]): void {
  const { bands, rows } = answer(exam, 'section', { width: 5 }) as ReplyOf<
    typeof reportScoreSegments
  >
  let above = 0
  for (const [at, { from_milli, to_milli, closed }] of bands.entries()) {
    const count = people.filter(
      ({ total }) =>
        total !== null &&
        total >= from_milli &&
        (total < to_milli || (closed && total === to_milli)),
    ).length
    above += count
    expect([rows[at]?.count, rows[at]?.cumulative]).toEqual([count, above])
  }
  // Nobody falls between the steps; totals that were adjusted may lie above the full score.
  expect(above).toBeGreaterThanOrEqual(
    people.filter(({ total }) => total !== null).length -
      people.filter(({ total }) => (total ?? 0) > (bands[0]?.to_milli ?? 0)).length,
  )
}

function linesOf(exam: MadeExam, people: readonly Candidate[]): void {
  const totals = known(people.map(({ total }) => total)).toSorted((a, b) => b - a)
  const line = totals[Math.floor(totals.length / 3)]
  if (line === undefined) return
  const { rows, line: drawn } = answer(exam, 'line_type1', {
    line_total: line / 1000,
  }) as ReplyOf<typeof reportSubjectLines>
  for (const { group, n, total_on, cells, is_reference } of rows) {
    const own = people.filter(
      ({ klass, total }) => total !== null && (is_reference || klass + 1 === group.id),
    )
    expect([n, total_on]).toEqual([own.length, own.filter(({ total }) => total! >= line).length])
    for (const [at, cell] of cells.entries()) {
      const sat = own.filter(({ subjects }) => subjects[at] !== null)
      const everybody = people.filter(
        ({ total, subjects }) => total !== null && subjects[at] !== null,
      )
      const reach = everybody.filter(({ total }) => total! >= line).length
      const subjectLine = everybody.map(({ subjects }) => subjects[at]!).toSorted((a, b) => b - a)[
        reach - 1
      ]
      expect(drawn?.subjects[at]?.line_milli ?? undefined).toBe(subjectLine)
      const isOn = (one: Candidate) => one.subjects[at]! >= (subjectLine ?? Infinity)
      const both = sat.filter((one) => isOn(one) && one.total! >= line).length
      expect([cell.subject_on, cell.both_on, cell.hit, cell.contribution]).toEqual([
        sat.filter(isOn).length,
        both,
        { num: both, den: sat.filter(isOn).length },
        { num: both, den: sat.filter(({ total }) => total! >= line).length },
      ])
    }
  }
}

function levelsOf(exam: MadeExam, people: readonly Candidate[]): void {
  const scheme = GRADE_SCHEMES.std_312
  const { rows } = answer(exam, 'level_unit', {
    scheme: scheme.id,
  }) as ReplyOf<typeof reportUnitLevels>
  const sorted = known(people.map(({ total }) => total)).toSorted((a, b) => b - a)
  const levelOf = (score: number): string => {
    let share = 0
    for (const { code, ratioPercent } of scheme.levels.slice(0, -1)) {
      share += ratioPercent
      const reach = Math.floor((share * sorted.length) / 100 + 0.5)
      // Equal scores go up together.
      if (reach > 0 && score >= sorted[reach - 1]!) return code
    }
    return scheme.levels.at(-1)!.code
  }
  for (const { group, cells, is_reference } of rows) {
    const own = people.filter(({ klass }) => is_reference || klass + 1 === group.id)
    const levels = known(own.map(({ total }) => total)).map(levelOf)
    expect(cells.map(({ count }) => count)).toEqual(
      scheme.levels.map(({ code }) => levels.filter((level) => level === code).length),
    )
  }
}
