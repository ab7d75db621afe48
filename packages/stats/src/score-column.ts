import { type Milli, type RateThresholds, TOTAL_SUBJECT_ID } from '@hengjuan/domain'
import type { ResultVersion } from './columns.ts'

/** What a table is about: a subject, or the total. */
export interface ScoreColumn {
  subjectId: number
  name: string
  /** Place among the subjects; null for the total. */
  subject: number | null
  fullMilli: Milli
  /** What is counted; negative for none. */
  scores: Int32Array
  /** Null for the total, which everybody was registered for. */
  attendance: Int8Array | null
  thresholds: RateThresholds
}

/** A subject by its id, or the total: also for an id that the exam does not have. */
export function scoreColumn(
  { manifest, columns }: Pick<ResultVersion, 'manifest' | 'columns'>,
  subjectId: number = TOTAL_SUBJECT_ID,
): ScoreColumn {
  const { subjects, thresholds } = manifest
  const place = subjects.findIndex(({ id }) => id === subjectId)
  const [named, column] = [subjects[place], columns.subjects[place]]
  if (named && column)
    return {
      subjectId,
      name: named.name,
      subject: place,
      fullMilli: named.fullMilli,
      scores: column.totalMilli,
      attendance: column.attendance,
      thresholds,
    }
  return {
    subjectId: TOTAL_SUBJECT_ID,
    name: '总分',
    subject: null,
    fullMilli: subjects.reduce((sum, { fullMilli }) => sum + fullMilli, 0),
    scores: columns.countedTotalMilli,
    attendance: null,
    thresholds,
  }
}
