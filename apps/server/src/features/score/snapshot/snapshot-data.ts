import type { Attendance, ItemStatus, Milli, QuestionType } from '@hengjuan/domain'

/** What the oldest versions say about their exam, beside the candidates' rows. */
export interface SnapshotManifest {
  examName: string
  schoolName: string
  gradeId: number
  startDate: string
  subjects: SnapshotSubject[]
  classes: { id: number; name: string }[]
}

export interface SnapshotSubject {
  id: number
  name: string
  fullMilli: Milli
  questions: SnapshotQuestion[]
}

export interface SnapshotQuestion {
  id: number
  no: string
  type: QuestionType
  objective: boolean
  fullMilli: Milli
  optionCount: number | null
  /** Key of an objective question; empty for a subjective one. */
  key: string[]
  status: ItemStatus
}

/** What versions from before columns were stored have in the row of a candidate, by subject. */
export interface SnapshotSubjectResult {
  attendance: Attendance
  totalMilli: Milli | null
  objectiveMilli: Milli | null
  subjectiveMilli: Milli | null
  rankSchool: number | null
  rankClass: number | null
  /** In the order of the subject's questions; null where the question does not count for the candidate. */
  items: (Milli | null)[]
  /** Letters in the order of the subject's questions, `''` for a blank; null for subjective ones. */
  answers: (string | null)[]
  /**
   * Ids of subjective questions whose answer was confirmed as blank: nothing was written, which is not the
   * same as a zero. Absent without any, and in versions from before this was kept.
   */
  notResponded?: number[]
  /**
   * Ids of subjective questions whose paper ended without a mark, as misconduct or void: 0 in the total,
   * and no score in item statistics. Absent without any, and in versions from before this was kept.
   */
  noMark?: number[]
}
