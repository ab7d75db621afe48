import { type ReplyOf, type studentScore } from '@hengjuan/contracts'
import { formatMilli, STUDENT_ITEM_CODES } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import {
  parentPage,
  type ParentResult,
} from '../../apps/server/src/features/report/parents/parent-page.ts'
import { headRows, resultRows } from '../../apps/server/src/features/score/snapshot/own-results.ts'
import { toldOf } from '../../apps/server/src/features/score/told-of.ts'
import { trendReply } from '../../apps/server/src/features/trend/series.ts'
import { Page } from './table-page.ts'
import { isNear } from './flat.ts'
import { type MadeExam, makeExam } from './made-exam.ts'
import { ORACLE_PLANS } from './oracle-check.ts'
import { packExam } from './pack-exam.ts'

/*
 * What a student, the parents and a trend are told (P24 to P26), of random exams: the same figures as in the tables that
 * the school reads. They come another way, from the rows that a release writes.
 */

type Told = ReplyOf<typeof studentScore>
type Subject = Told['subjects'][number]
type Score = { attendance: number; score: number | null }

const EVERYTHING = {
  ranks: ['class', 'school'] as const,
  items: new Set(STUDENT_ITEM_CODES),
  banner: null,
}
const PRESENT = 0
const NOT_SELECTED = 3

const near = (what: string, here: number | null | undefined, there: number | null): void => {
  if (!isNear(here ?? null, there)) expect.fail(`${what}: ${here} is told, ${there} in the table`)
}

/** Everybody of an exam as the release writes them. */
function releasedOf(exam: MadeExam) {
  const version = packExam(exam)
  const heads = new Map(headRows(version).map(({ class_id, head }) => [class_id, head]))
  return resultRows(version, 0, exam.n).map((row) => ({ ...row, head: heads.get(row.class_id)! }))
}

const toldIn = (exam: MadeExam): { candidateId: number; classId: number; told: Told }[] =>
  releasedOf(exam).map(({ candidate_id, class_id, ...stored }) => ({
    candidateId: candidate_id,
    classId: class_id,
    told: toldOf(stored, {
      publishedAt: null,
      shown: { ...EVERYTHING, ranks: [...EVERYTHING.ranks] },
    }),
  }))

const byId = (page: Page) =>
  new Map(page.rows.map((row) => [(row as { candidate_id: number }).candidate_id, row]))

test.for(ORACLE_PLANS.map((plan) => [plan.seed, plan] as const))(
  'a student, the parents and a trend are told what the tables of the random exam %i say',
  ([, plan]) => {
    const exam = makeExam(plan)
    const asked = { exams: [exam] }
    const everybody = toldIn(exam)
    const people = new Page(asked, 'student', { limit: 5000 })
    const rows = byId(people)
    expect(everybody).toHaveLength(rows.size)
    for (const { candidateId, told } of everybody) totalsOf(told, people, rows.get(candidateId)!)
    for (const [at, { id }] of exam.manifest.subjects.entries()) {
      const tables = subjectTables(asked, id)
      for (const { candidateId, classId, told } of everybody)
        subjectOf(told.subjects[at]!, id, { ...tables, people, candidateId, classId })
    }
    parentsOf(exam, everybody)
    trendsOf(exam, people, rows)
  },
)

/** P24 against P01: the sum, the ranks, and whether a subject is missing. */
function totalsOf(told: Told, people: Page, row: object): void {
  expect([told.exam_no, told.name]).toEqual(
    ['exam_no', 'student_name'].map((key) => people.text(key, row)),
  )
  expect([told.total_milli, told.rank_class, told.rank_school]).toEqual([
    people.value('total_score', row),
    people.value('class_rank', row),
    people.value('school_rank', row),
  ])
  expect(told.partial).toBe((row as { partial: boolean }).partial)
}

function subjectTables(asked: { exams: readonly MadeExam[] }, subject_id: number) {
  const items = new Page(asked, 'little', { subject_id })
  return {
    items,
    answers: new Page(asked, 'question_student', { subject_id, limit: 5000 }),
    averages: new Page(asked, 'average', { subject_id }),
    papers: new Page(asked, 'grade', {}),
  }
}

type Tables = ReturnType<typeof subjectTables> & {
  people: Page
  candidateId: number
  classId: number
}

/** P24 against P01, P04 to P07: score, error, means, level, and every question. */
function subjectOf(told: Subject, id: number, tables: Tables): void {
  const { people, candidateId, classId, averages, papers, items, answers } = tables
  const row = byId(people).get(candidateId)!
  const cell = people.value<Score>(`score:${id}`, row)
  expect([told.attendance, told.total_milli]).toEqual([cell.attendance, cell.score])
  expect(told.level ?? '').toBe(people.text(`level:${id}`, row))
  expect([told.rank_class, told.rank_school]).toEqual(
    ['class', 'school'].map((kind) => people.value(`${kind}_rank:${id}`, row)),
  )
  const of = (groupId: number | null) =>
    averages.rows.find(
      (one) =>
        (one as { group: { id: number | null }; is_reference: boolean }).group.id === groupId ||
        (groupId === null && (one as { is_reference: boolean }).is_reference),
    )!
  near('class mean', told.class_mean_milli, averages.value('mean_milli', of(classId)))
  const whole = averages.rows.find((one) => (one as { is_reference: boolean }).is_reference)!
  near('mean of all', told.grade_mean_milli, averages.value('mean_milli', whole))
  near('error', told.sem_milli, papers.value('sem_milli', papers.rows[id - 1]!))
  const own = byId(answers).get(candidateId)
  const shown = items.reply['shown_classes'] as { class_id: number }[]
  for (const [at, item] of told.items.entries()) {
    const { by_class } = items.rows[at] as { by_class: { num: number; den: number }[] }
    const rate = by_class[shown.findIndex((one) => one.class_id === classId)] ?? null
    expect(item.no).toBe(items.text('no', items.rows[at]!))
    expect(item.class_percent).toBe(
      rate === null || rate.den === 0 ? null : Math.floor((rate.num * 100) / rate.den),
    )
    if (!own || told.attendance !== PRESENT) continue
    const key = answers.keys('item')[at]!
    const there = answers.value<{ score: number | null; blank: boolean } | null>(key, own)
    expect([item.score_milli, item.answer === ''], `${candidateId} ${item.no}`).toEqual([
      there?.score ?? null,
      there?.blank ?? false,
    ])
  }
}

/** P26 against P24: its figures and its chart. */
function parentsOf(
  exam: MadeExam,
  everybody: readonly { candidateId: number; told: Told }[],
): void {
  const released = releasedOf(exam)
  const levels = new Page({ exams: [exam] }, 'concerned_excellent', { top: 1000, limit: 5000 })
  const best = byId(levels)
  for (const [at, { candidateId, told }] of everybody.entries()) {
    const summary = JSON.parse(released[at]!.summary) as { subjects: { z: number | null }[] }
    const z = summary.subjects.map((one) => one.z)
    const result: ParentResult = { told, z, subjects: [] }
    const parts = parentPage(result, { line: '', contact: '' })
    const [figures] = parts.flatMap((part) => (part.kind === 'figures' ? [part.figures] : []))
    expect(figures?.map(({ text }) => text)).toEqual([
      `${told.total_milli == null ? '—' : formatMilli(told.total_milli)} / ${formatMilli(told.total_full_milli)}`,
      ...told.subjects.map(({ attendance, total_milli, level }) =>
        attendance === PRESENT
          ? [total_milli == null ? '—' : formatMilli(total_milli), level].filter(Boolean).join('　')
          : expect.any(String),
      ),
    ])
    const [chart] = parts.flatMap((part) => (part.kind === 'chart' ? [part.chart] : []))
    expect(chart?.series[0]?.values).toEqual(z)
    const row = best.get(candidateId)
    if (!row) continue
    for (const [place, value] of z.entries())
      near(
        `place of ${candidateId} in ${place}`,
        value,
        levels.value(levels.keys('z')[place]!, row),
      )
  }
}

/** P25 against P01: score, standard score and level of one exam. */
function trendsOf(exam: MadeExam, people: Page, rows: ReadonlyMap<number, object>): void {
  for (const { candidate_id, head, summary } of releasedOf(exam)) {
    const row = rows.get(candidate_id)!
    const { series } = trendReply(
      [
        {
          exam: { id: 1, name: '', type: 3, start_date: '2026-09-20', school_id: 1, grade_id: 10 },
          head: JSON.parse(head),
          summaries: [JSON.parse(summary)],
        },
      ],
      { form: 'z', scores: true, total: true, isSubjectShown: () => true },
    )
    const [total, ...subjects] = series.map(({ points }) => points[0]!)
    expect(total?.score_milli).toBe(people.value('total_score', row))
    const standard = people.value('std_score', row)
    if (standard === null) expect(total?.z).toBeNull()
    else near(`Z of ${candidate_id}`, total?.z?.v, (standard - 50) / 10)
    for (const [at, point] of subjects.entries()) {
      const { score, attendance } = people.value<Score>(`score:${at + 1}`, row)
      expect(point.score_milli).toBe(score)
      expect(point.level ?? '').toBe(people.text(`level:${at + 1}`, row))
      if (attendance === NOT_SELECTED) expect(point.z).toBeNull()
    }
  }
}
