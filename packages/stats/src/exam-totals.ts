import type { Milli } from '@hengjuan/domain'
import type { ResultVersion } from './columns.ts'

/** Of an exam what others are compared with: who had how many points. Kept where its questions are not needed. */
export interface ExamTotals {
  studentId: Int32Array
  /** Ids, not places. */
  schoolId: Int32Array
  classId: Int32Array
  /** Complete totals; negative for none. */
  total: Int32Array
  subjects: readonly { id: number; fullMilli: Milli; scores: Int32Array }[]
}

export const totalsOf = ({
  manifest,
  columns,
}: Pick<ResultVersion, 'manifest' | 'columns'>): ExamTotals => ({
  studentId: columns.studentId,
  schoolId: Int32Array.from(columns.school, (place) => manifest.schools[place]?.id ?? 0),
  classId: Int32Array.from(columns.klass, (place) => manifest.classes[place]?.id ?? 0),
  total: columns.countedTotalMilli,
  subjects: columns.subjects.map(({ id, totalMilli }, place) => ({
    id,
    fullMilli: manifest.subjects[place]!.fullMilli,
    scores: totalMilli,
  })),
})
