import type { Generated } from 'kysely'
import type { AutoId, Flag, JsonText, TimeText } from './columns.ts'

/** Who is taught in which teaching class; the subject is that of the class. */
export interface ClassMemberTable {
  class_id: number
  student_id: number
  subject_id: number
}

/** What a class was called in the school year that began in `year`. */
export interface ClassYearTable {
  class_id: number
  year: number
  grade_id: number
  name: string
}

/** What a school says about a subject; a standard subject without a row is used, in its usual place. */
export interface SchoolSubjectTable {
  school_id: number
  subject_id: number
  sort: number
  hidden: Flag
}

export interface TermTable {
  id: AutoId
  school_id: number
  /** In which its school year began. */
  year: number
  /** 1 or 2. */
  half: number
  /** `YYYY-MM-DD`, both included. */
  starts_on: string
  ends_on: string
}

/** An act on many people that can be taken back as one. */
export interface SchoolChangeTable {
  id: AutoId
  school_id: number
  /** `split` (重新分班) or `promotion` (升级). */
  kind: string
  year: number | null
  /** JSON: rows as they were. */
  before: JsonText
  /** JSON: rows as the act left them, and what it made. */
  after: JsonText
  by_id: number
  at: TimeText
  undone_at: Generated<TimeText | null>
}

/** A student on the way to another school. */
export interface StudentTransferTable {
  id: AutoId
  student_id: number
  school_id: number
  /** Eight letters that the other school types. */
  code: string
  reason: string
  keeps_scores: Flag
  by_id: number
  at: TimeText
  expires_at: TimeText
  taken_student_id: Generated<number | null>
  taken_at: Generated<TimeText | null>
  undone_at: Generated<TimeText | null>
}
