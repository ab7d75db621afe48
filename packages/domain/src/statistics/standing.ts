import { schoolYearOf } from '../promotion.ts'
import { meanOf, sdOf } from './moments.ts'

/** Strongest and weakest subject this far apart: 偏科. @source domain rules 14.3 */
export const UNEVEN_Z = 1.5
/** So far below the mean of the last three: 滑坡. @source domain rules 14.3 */
export const SLUMP_Z = -0.5
/** Deviation of the last five: 波动. @source domain rules 14.3 */
export const VOLATILE_SD = 0.6
/** So far below the exam before, alone: 异常. @source domain rules 9 (3) */
export const DROP_Z = -2

/** Exams that a standing looks back on, the present one among them. */
export const STANDING_EXAMS = 5
const SLUMP_EXAMS = 3
/** Two figures always lie apart; how far says nothing about how steady somebody is. */
const LEAST_FOR_STEADINESS = 3

/** Z of the present exam less the mean of the last three before; null where there was none. @param before the newest first */
export function zAgainstBefore(
  now: number | null,
  before: readonly (number | null)[],
): number | null {
  const mean = meanOf(before.filter((z) => z !== null).slice(0, SLUMP_EXAMS))
  return now === null || mean === null ? null : now - mean
}

/** Deviation of the last five Z; null for fewer than three. @param zs the newest first */
export function steadinessOf(zs: readonly (number | null)[]): number | null {
  const known = zs.filter((z) => z !== null).slice(0, STANDING_EXAMS)
  return known.length < LEAST_FOR_STEADINESS ? null : sdOf(known)
}

interface DatedExam {
  gradeId: number
  startDate: string
}

/** Did the same year group sit both: the grade now is the grade then and the years between? */
export const isSameCohort = (a: DatedExam, b: DatedExam): boolean =>
  schoolYearOf(a.startDate) - a.gradeId === schoolYearOf(b.startDate) - b.gradeId

interface SubjectGap {
  name: string
  /** Below the line of the subject where negative; null where there is no score or no line. */
  gapMilli: number | null
  /** Error of measurement of the subject; null where it is not known. */
  semMilli: number | null
}

const MOST_SUGGESTED = 2

/**
 * Subjects where most points lie between somebody and the line, of those where the gap is more than the error of
 * measurement: less may be chance.
 *
 * @source reports P11
 */
export const suggestedSubjects = (subjects: readonly SubjectGap[]): string[] =>
  subjects
    .filter(({ gapMilli, semMilli }) => gapMilli !== null && -gapMilli > (semMilli ?? 0))
    .toSorted((a, b) => (a.gapMilli ?? 0) - (b.gapMilli ?? 0))
    .slice(0, MOST_SUGGESTED)
    .map(({ name }) => name)
