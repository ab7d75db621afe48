import Type, { type Static } from 'typebox'
import { MILLI_PER_POINT } from '@hengjuan/domain'
import type { Drill } from './columns.ts'
import type { Group } from './shapes.ts'

type Of = Pick<Static<typeof Group>, 'kind' | 'id' | 'name'>

/** Filters that leave the people of a group; null where no list has them. */
function within({ kind, id, name }: Of): { label: string; query: Drill['query'] } | null {
  if (kind === 'class') return id === null ? null : { label: name, query: { class_id: id } }
  if (kind === 'school') return { label: name, query: id === null ? {} : { school_id: id } }
  return kind === 'joint' && id === null ? { label: name, query: {} } : null
}

/** The same of the table of everybody, which alone is cut by what people chose to sit. */
const withinAll = (of: Of) =>
  of.kind === 'combo' ? { label: of.name, query: { combo: of.name } } : within(of)

/** The people of a group, of those whom the caller sees; null where they are kept back or nobody is counted. */
export function peopleOf(
  group: Of,
  what: string,
  query: Drill['query'],
  count: number | null = null,
): Drill | null {
  const of = withinAll(group)
  if (!of || count === 0) return null
  return { report: 'student', label: `${of.label} ${what}`, query: { ...of.query, ...query } }
}

/** People of a list about a line, of a group. */
export function nearLineOf(
  group: Of,
  what: string,
  query: Drill['query'],
  count: number,
): Drill | null {
  const of = within(group)
  if (!of || count === 0) return null
  return {
    report: 'concerned_critical',
    label: `${of.label} ${what}`,
    query: { ...of.query, ...query },
  }
}

/** Who of a group is among the best. */
export function topOf(group: Of, top: number, count: number): Drill | null {
  const of = within(group)
  if (!of || count === 0) return null
  return {
    report: 'concerned_excellent',
    label: `${of.label} 前 ${top} 名`,
    query: { ...of.query, top },
  }
}

/** What somebody got in each question of a subject, down to the writing. */
export const scoresOf = (
  { exam_no, student_name }: { exam_no: string; student_name: string },
  { subject_id, subject_name }: { subject_id: number; subject_name: string },
): Drill => ({
  report: 'question_student',
  label: `${student_name} ${subject_name}各题`,
  query: { keyword: exam_no, subject_id },
})

/** What each of a group answered to a question, the least first. */
export function answersOf(
  group: Of | null,
  no: string,
  subjectId: number,
  only: Drill['query'] = {},
): Drill | null {
  const of = group ? within(group) : { label: '', query: {} }
  if (!of) return null
  return {
    report: 'question_student',
    label: `${of.label} 第 ${no} 题`.trim(),
    query: { ...of.query, no, subject_id: subjectId, marks: 'counted', ...only },
  }
}

/** Thresholds of the four rates in percent of the full mark, for who is behind them. */
export const RateLines = Type.Object({
  excellent: Type.Number(),
  good: Type.Number(),
  pass: Type.Number(),
  low: Type.Number(),
  low_inclusive: Type.Boolean(),
})

export const EVERYBODY: Of = { kind: 'joint', id: null, name: '' }

interface Scored {
  subject_id: number
  subject_name: string
  full_milli: number
}
type RateKey = 'excellent_rate' | 'good_rate' | 'pass_rate' | 'low_rate'
const RATE_NAMES: Record<RateKey, string> = {
  excellent_rate: '优秀',
  good_rate: '良好',
  pass_rate: '及格',
  low_rate: '低分',
}

/** All of a group who have a score in a subject: who is behind its mean. */
export const scoredOf = (group: Of, { subject_id, subject_name }: Scored, count: number) =>
  peopleOf(group, `${subject_name}实考`, { in_subject: subject_id, score_from: 0 }, count)

/** Who of a group reaches a rate in a subject, or is low. */
export function reachedOf(
  group: Of,
  { subject_id, subject_name, full_milli }: Scored,
  rates: Static<typeof RateLines>,
  key: RateKey,
  count: number,
): Drill | null {
  const at = (percent: number): number => (percent * full_milli) / 100 / MILLI_PER_POINT
  const range: Drill['query'] =
    key === 'low_rate'
      ? { score_from: 0, score_to: at(rates.low) + (rates.low_inclusive ? 1 / MILLI_PER_POINT : 0) }
      : {
          score_from: at(
            { excellent_rate: rates.excellent, good_rate: rates.good, pass_rate: rates.pass }[key],
          ),
        }
  return peopleOf(
    group,
    `${subject_name}${RATE_NAMES[key]}`,
    { in_subject: subject_id, ...range },
    count,
  )
}

/** Id of the subject that a page of one subject is about. */
export const subjectIdIn = ({
  subjects,
  footer,
}: {
  subjects: readonly { subject_id: number; subject_name: string }[]
  footer: { subject_name: string }
}): number =>
  subjects.find(({ subject_name }) => subject_name === footer.subject_name)?.subject_id ?? 0
