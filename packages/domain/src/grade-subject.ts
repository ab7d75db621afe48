import { UNKNOWN_LABELS } from './exam-codes.ts'

export const STAGES = { primary: '小学', junior: '初中', senior: '高中' } as const
export type Stage = keyof typeof STAGES

/** Grades 1 to 12 and the graduation classes 101 to 103. @source specification, section 3 */
export const GRADES: Readonly<Record<number, { label: string; stage: Stage }>> = {
  1: { label: '一年级', stage: 'primary' },
  2: { label: '二年级', stage: 'primary' },
  3: { label: '三年级', stage: 'primary' },
  4: { label: '四年级', stage: 'primary' },
  5: { label: '五年级', stage: 'primary' },
  6: { label: '六年级', stage: 'primary' },
  7: { label: '七年级', stage: 'junior' },
  8: { label: '八年级', stage: 'junior' },
  9: { label: '九年级', stage: 'junior' },
  10: { label: '高一', stage: 'senior' },
  11: { label: '高二', stage: 'senior' },
  12: { label: '高三', stage: 'senior' },
  101: { label: '小学毕业班', stage: 'primary' },
  102: { label: '初中毕业班', stage: 'junior' },
  103: { label: '高中毕业班', stage: 'senior' },
}

export const gradeLabel = (gradeId: number): string =>
  GRADES[gradeId]?.label ?? UNKNOWN_LABELS.grade

/** A class with its grade, which many schools write into the name of the class already: 高一(1)班 either way. */
export function classLabel(gradeId: number, className: string): string {
  const grade = GRADES[gradeId]?.label ?? ''
  return className.startsWith(grade) ? className : `${grade}${className}`
}

/** Stage of a grade; null for an unknown grade. */
export const stageOfGrade = (gradeId: number): Stage | null => GRADES[gradeId]?.stage ?? null

/** Grade 10 or above. Graduation classes go by their stage, not by their number. */
export const isHighStage = (gradeId: number): boolean => stageOfGrade(gradeId) === 'senior'

/**
 * Compulsory education (primary and junior) has no rankings in results by default.
 *
 * @source domain rules 18
 */
export const isCompulsoryEducation = (gradeId: number): boolean => {
  const stage = stageOfGrade(gradeId)
  return stage === 'primary' || stage === 'junior'
}

/** Pseudo subject that carries the total score. @source specification, section 3 */
export const TOTAL_SUBJECT_ID = 3000

/** Names used until the server's list arrives. Subject 7 depends on the grade. */
export const DEFAULT_SUBJECTS: Readonly<Record<number, string>> = {
  1: '语文',
  2: '数学',
  3: '英语',
  4: '物理',
  5: '化学',
  6: '生物',
  7: '道德与法治',
  8: '历史',
  9: '地理',
  [TOTAL_SUBJECT_ID]: '总分',
}

/**
 * Name of a subject in a grade: the server's list over the defaults; subject 7 is 道德与法治 up to
 * grade 9 and 思想政治 from grade 10.
 *
 * @source specification, section 3
 */
export function subjectName(
  subjectId: number,
  gradeId: number | null,
  fromServer: Readonly<Record<number, string>> = {},
): string {
  if (subjectId === 7 && gradeId !== null) return isHighStage(gradeId) ? '思想政治' : '道德与法治'
  return fromServer[subjectId] ?? DEFAULT_SUBJECTS[subjectId] ?? UNKNOWN_LABELS.subject
}

/** Subjects 201 to 206 keep their full names in joint labels; others are shortened to one character. */
export const keepsFullNameInJointLabel = (subjectId: number): boolean =>
  subjectId >= 201 && subjectId <= 206
