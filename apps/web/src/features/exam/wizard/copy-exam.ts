import type { examGet, ReplyOf } from '@hengjuan/contracts'
import { EXAM_MODES, EXAM_TYPES, type ExamMode, type ExamType, gradeLabel } from '@hengjuan/domain'
import {
  classesOfGrade,
  type ExamDraft,
  IMPORT,
  modeOfSubject,
  nameIn,
  type Offered,
} from './draft.ts'

type Exam = ReplyOf<typeof examGet>

const DAY_MS = 86_400_000

/** What an exam before gives to a new one: kind, grade, subjects with their ways, times on the new day. */
export function copied(draft: ExamDraft, exam: Exam, offered: Offered): ExamDraft {
  const known = exam.subjects.filter(({ subject_id }) =>
    offered.subjects.some((one) => one.subject_id === subject_id),
  )
  const grade = offered.grades.some(({ grade_id }) => grade_id === exam.grade_id)
    ? exam.grade_id
    : draft.grade_id
  const classes = classesOfGrade(offered.classes, grade)
  const same = exam.classes.map(({ class_id }) => class_id).filter((id) => classes.includes(id))
  const days =
    Math.round((Date.parse(draft.start_date) - Date.parse(exam.start_date)) / DAY_MS) * DAY_MS
  const later = (time: string) => new Date(Date.parse(time) + days).toISOString()
  return {
    ...draft,
    copied_from: exam.exam_id,
    type: exam.type,
    mode: exam.mode,
    grade_id: grade,
    class_ids: same.length > 0 ? same : classes,
    subject_ids: known.map(({ subject_id }) => subject_id),
    subject_modes: Object.fromEntries(known.map(({ subject_id, mode }) => [subject_id, mode])),
    subject_fulls: Object.fromEntries(
      known.flatMap(({ subject_id, mode, full_milli }) =>
        mode === IMPORT && full_milli > 0 ? [[subject_id, full_milli]] : [],
      ),
    ),
    sessions: known.flatMap(({ subject_id, starts_at, ends_at }) =>
      starts_at === null || ends_at === null
        ? []
        : [{ subject_id, starts_at: later(starts_at), ends_at: later(ends_at) }],
    ),
  }
}

/** Blocks come with the sheets: only then there is something to set. */
const LATER = '题块生成后，在「阅卷设置」中核对并沿用'

export interface Difference {
  label: string
  before: string
  after: string
}

/** In what two drafts differ, as it is shown before one takes the place of the other. */
export function draftDifferences(
  before: ExamDraft,
  after: ExamDraft,
  offered: Offered,
): Difference[] {
  const subjects = (draft: ExamDraft) =>
    draft.subject_ids
      .map((id) => {
        const name = nameIn(offered.subjects, draft.grade_id, id)
        const mode = modeOfSubject(draft, id)
        return mode === draft.mode ? name : `${name}（${EXAM_MODES[mode as ExamMode] ?? ''}）`
      })
      .join('、') || '未选'
  const classes = (draft: ExamDraft) =>
    offered.classes
      .filter(({ class_id }) => draft.class_ids.includes(class_id))
      .map(({ name }) => name)
      .join('、') || '未选'
  const rows: Difference[] = [
    {
      label: '类型',
      before: EXAM_TYPES[before.type as ExamType] ?? '',
      after: EXAM_TYPES[after.type as ExamType] ?? '',
    },
    {
      label: '模式',
      before: EXAM_MODES[before.mode as ExamMode] ?? '',
      after: EXAM_MODES[after.mode as ExamMode] ?? '',
    },
    { label: '年级', before: gradeLabel(before.grade_id), after: gradeLabel(after.grade_id) },
    { label: '科目', before: subjects(before), after: subjects(after) },
    { label: '班级', before: classes(before), after: classes(after) },
    {
      label: '考试时间',
      before: `${before.sessions?.length ?? 0} 科已定`,
      after: `${after.sessions?.length ?? 0} 科已定`,
    },
    {
      label: '阅卷设置',
      before:
        before.copied_from === undefined
          ? '默认'
          : before.copied_from === after.copied_from
            ? LATER
            : '沿用另一场考试',
      after: after.copied_from === undefined ? '默认' : LATER,
    },
  ]
  return rows.filter((row) => row.before !== row.after)
}
