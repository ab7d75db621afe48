import type { examDrafts, ReplyOf } from '@hengjuan/contracts'
import {
  type ComboScheme,
  EXAM_TYPES,
  type ExamSession,
  sessionProblem,
  stageOfGrade,
  subjectName,
} from '@hengjuan/domain'

export type ExamDraft = ReplyOf<typeof examDrafts>[number]['body']

export interface Offered {
  grades: readonly { grade_id: number; name: string }[]
  classes: readonly { class_id: number; grade_id: number; name: string; student_count: number }[]
  subjects: readonly { subject_id: number; name: string }[]
  /** How students choose among electives. */
  scheme: ComboScheme
  /** Of a bureau, which has no classes of its own: those that it can hold a joint exam with. */
  schools?: readonly OfferedSchool[]
}

export interface OfferedSchool {
  school_id: number
  name: string
  district_name: string | null
  stages: readonly string[]
  students: number
}

/** Usual subjects of an ordinary exam. */
const USUAL_SUBJECTS = [1, 2, 3]
const MONTHLY = 2
export const ONLINE = 1
export const IMPORT = 4
export const MIXED = 7
/** What the scores of an imported subject are out of, until somebody says otherwise. */
const USUAL_FULL = 100_000
export const DEFAULT_RULE = '{year}{grade}{class:2}{seat:2}'

export function newDraft(
  { grades, classes, subjects, schools }: Offered,
  today: string,
): ExamDraft {
  const grade = grades[0]?.grade_id ?? 0
  return {
    name: '',
    type: MONTHLY,
    mode: ONLINE,
    grade_id: grade,
    start_date: today,
    subject_ids: subjects
      .map(({ subject_id }) => subject_id)
      .filter((id) => USUAL_SUBJECTS.includes(id)),
    subject_modes: {},
    subject_fulls: {},
    class_ids: classesOfGrade(classes, grade),
    ...(schools
      ? { joint_schools: schoolsOfGrade(schools, grade), peer_names: 'hidden' as const }
      : {}),
    rule: DEFAULT_RULE,
    step: 0,
  }
}

export const classesOfGrade = (classes: Offered['classes'], gradeId: number): number[] =>
  classes.filter(({ grade_id }) => grade_id === gradeId).map(({ class_id }) => class_id)

/** Schools that have the stage of a grade, or of which nobody knows yet which they have. */
export const schoolsOfGrade = (schools: readonly OfferedSchool[], gradeId: number): number[] =>
  schools
    .filter(({ stages }) => stages.length === 0 || stages.includes(stageOfGrade(gradeId) ?? ''))
    .map(({ school_id }) => school_id)

/** The mode of a subject: its own in a mixed exam, that of the exam otherwise. */
export const modeOfSubject = (draft: ExamDraft, subjectId: number): number =>
  draft.mode === MIXED ? (draft.subject_modes[subjectId] ?? ONLINE) : draft.mode

export const fullOfSubject = (draft: ExamDraft, subjectId: number): number =>
  draft.subject_fulls[subjectId] ?? USUAL_FULL

/** 2026年11月高一月考, 2026年高一期中考试. */
export function suggestedName(
  { start_date, type, grade_id, joint_schools }: ExamDraft,
  grades: Offered['grades'],
) {
  const [year, month] = start_date.split('-')
  const kind = EXAM_TYPES[type as keyof typeof EXAM_TYPES] ?? ''
  const grade = grades.find((one) => one.grade_id === grade_id)?.name ?? ''
  const isTerm = kind === EXAM_TYPES[3] || kind === EXAM_TYPES[4]
  if (joint_schools)
    return isTerm
      ? `${year}年${grade}${kind}联考`
      : `${year}年${Number(month)}月${grade}${type === MONTHLY ? '' : kind}联考`
  return isTerm ? `${year}年${grade}${kind}考试` : `${year}年${Number(month)}月${grade}${kind}`
}

/** What is wrong with the times of the subjects that are chosen; null where nothing is. */
export function timeProblem(draft: ExamDraft, { scheme, subjects }: Offered): string | null {
  return sessionProblem(sessionsOf(draft), scheme, (id) => nameIn(subjects, draft.grade_id, id))
}

export const nameIn = (subjects: Offered['subjects'], gradeId: number, id: number): string =>
  subjectName(id, gradeId, {
    [id]: subjects.find(({ subject_id }) => subject_id === id)?.name ?? '',
  })

const sessionsOf = ({ sessions = [], subject_ids }: ExamDraft): ExamSession[] =>
  sessions.filter(({ subject_id }) => subject_ids.includes(subject_id))

/** Why a step cannot be left; null where it can. */
export function stepProblem(draft: ExamDraft, step: number, offered: Offered): string | null {
  if (step === 0 && !/^\d{4}-\d{2}-\d{2}$/.test(draft.start_date)) return '请选择考试日期'
  if (step === 1 && draft.subject_ids.length === 0) return '请至少选择一个科目'
  if (step === 1) return timeProblem(draft, offered)
  if (step === 2 && draft.joint_schools)
    return draft.joint_schools.length === 0 ? '请至少选择一所学校' : null
  if (step === 2 && draft.class_ids.length === 0) return '请至少选择一个班级'
  return null
}

/** What is sent to create the exam. */
export function examOf(draft: ExamDraft, name: string) {
  const { type, mode, grade_id, start_date, subject_ids, class_ids, joint_schools } = draft
  const imported = subject_ids.filter((id) => modeOfSubject(draft, id) === IMPORT)
  return {
    name,
    type,
    mode,
    grade_id,
    start_date,
    subject_ids,
    class_ids,
    subject_modes: Object.fromEntries(subject_ids.map((id) => [id, modeOfSubject(draft, id)])),
    ...(sessionsOf(draft).length > 0 ? { sessions: sessionsOf(draft) } : {}),
    subject_fulls: Object.fromEntries(imported.map((id) => [id, fullOfSubject(draft, id)])),
    ...(joint_schools ? { joint_schools, peer_names: draft.peer_names ?? 'hidden' } : {}),
    ...(draft.copied_from === undefined ? {} : { copied_from: draft.copied_from }),
  }
}
