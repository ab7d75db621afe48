import type { Attendance, ItemStatus, Milli, QuestionType } from '@hengjuan/domain'

/** What a released version of scores says about its exam, beside the candidates' rows. */
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

export interface SnapshotCandidate {
  candidateId: number
  studentId: number
  classId: number
  schoolId: number
  examNo: string
  name: string
  namePinyin: string
  totalMilli: Milli | null
  /** A required subject is missing: shown, not ranked. */
  partial: boolean
  rankSchool: number | null
  rankClass: number | null
  /** By subject id. */
  subjects: Record<string, SnapshotSubjectResult>
}

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

/** A version as the report pages use it: read once, kept in memory, never changed. */
export interface SnapshotData {
  snapshotId: number
  examId: number
  version: number
  createdAt: string
  overrideReason: string | null
  manifest: SnapshotManifest
  candidates: SnapshotCandidate[]
}
