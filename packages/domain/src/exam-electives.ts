import { type ComboScheme, comboText, isLeftOut } from './combo.ts'

/** A student of an exam with the subjects that were chosen; none where nothing is noted. */
export interface Chooser {
  combo: readonly number[]
}

/** Combinations with how many students have each, the commonest first; who has none comes last. */
export function comboCounts(students: readonly Chooser[]): { ids: number[]; count: number }[] {
  const groups = [...Map.groupBy(students, ({ combo }) => comboText(combo)).values()].map(
    (group) => ({
      ids: [...(group[0]?.combo ?? [])].sort((a, b) => a - b),
      count: group.length,
    }),
  )
  return groups.sort(
    (a, b) =>
      Number(a.ids.length === 0) - Number(b.ids.length === 0) ||
      b.count - a.count ||
      comboText(a.ids).localeCompare(comboText(b.ids)),
  )
}

/** Of each subject: who sits it, and who does not because of the own combination (未选考). */
export const sittingCounts = (
  students: readonly Chooser[],
  subjectIds: readonly number[],
): { subject_id: number; sits: number; left_out: number }[] =>
  subjectIds.map((subject_id) => {
    const left_out = students.filter(({ combo }) => isLeftOut(combo, subject_id)).length
    return { subject_id, sits: students.length - left_out, left_out }
  })

/** When a subject is sat; times are ISO 8601 in UTC. */
export interface ExamSession {
  subject_id: number
  starts_at: string
  ends_at: string
}

const PHYSICS = 4
const HISTORY = 8

/** May two subjects be sat at the same time, because nobody has both? */
const isEitherOr = (scheme: ComboScheme, a: number, b: number): boolean =>
  scheme === '3+1+2' && [PHYSICS, HISTORY].includes(a) && [PHYSICS, HISTORY].includes(b)

/** The first thing that is wrong with the times of an exam, in Chinese; null when they can be sat. */
export function sessionProblem(
  sessions: readonly ExamSession[],
  scheme: ComboScheme,
  nameOf: (subjectId: number) => string,
): string | null {
  for (const { subject_id, starts_at, ends_at } of sessions) {
    const minutes = (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000
    if (Number.isNaN(minutes)) return `${nameOf(subject_id)}的考试时间没有写完整`
    if (minutes <= 0) return `${nameOf(subject_id)}的结束时间要晚于开始时间`
    if (minutes > LONGEST_MINUTES) return `${nameOf(subject_id)}的考试时间超过 12 小时，请核对`
  }
  for (const [at, one] of sessions.entries())
    for (const other of sessions.slice(at + 1))
      if (
        !isEitherOr(scheme, one.subject_id, other.subject_id) &&
        Date.parse(one.starts_at) < Date.parse(other.ends_at) &&
        Date.parse(other.starts_at) < Date.parse(one.ends_at)
      )
        return `${nameOf(one.subject_id)}与${nameOf(other.subject_id)}时间重叠`
  return null
}

const LONGEST_MINUTES = 12 * 60

/** What became of a student since the own enrolment. */
export const ROSTER_CHANGES = {
  new: '新增学生',
  left: '已离校',
  class: '班级变化',
  name: '姓名变化',
  combo: '选科变化',
} as const
export type RosterChange = keyof typeof ROSTER_CHANGES

/** What a list of candidates knows of one of them. */
export interface Enrolled {
  class_id: number
  name: string
  /** Null where it was not noted. */
  combo: string | null
  /** Subjects of the exam that the candidate does not sit. */
  left_out: readonly number[]
}

/** What the student list says now. */
export interface Registered {
  class_id: number
  name: string
  combo: readonly number[]
  hasLeft: boolean
}

/** How a candidate differs from the student list; who has left differs in nothing else. */
export function rosterChanges(
  enrolled: Enrolled,
  now: Registered,
  subjectIds: readonly number[],
): RosterChange[] {
  if (now.hasLeft) return ['left']
  const changes: RosterChange[] = []
  if (enrolled.class_id !== now.class_id) changes.push('class')
  if (enrolled.name !== now.name) changes.push('name')
  // What a person set for this exam stands until the student chooses anew.
  if (
    enrolled.combo !== comboText(now.combo) &&
    subjectIds.some((id) => isLeftOut(now.combo, id) !== enrolled.left_out.includes(id))
  )
    changes.push('combo')
  return changes
}
