import Type, { type TSchema } from 'typebox'

/** Calls about who is expected, who is scanned and who is missing. */
const UlidText = Type.String({ pattern: '^[0-9A-HJKMNP-TV-Z]{26}$' })
const Id = Type.Integer({ minimum: 1 })

export const roomsInputs = {
  /** Expected and scanned candidates of a subject, by room and class; from memory without the server. */
  subjectProgress: Type.Object({ exam_id: Id, subject_id: Id }),
  /** The same, with everybody who has no sheet. */
  missingSeats: Type.Object({ exam_id: Id, subject_id: Id }),
  /** Candidates without a sheet were absent: kept here, and told to the server when it can be. */
  signAbsence: Type.Object({
    exam_id: Id,
    subject_id: Id,
    candidate_ids: Type.Array(Id, { minItems: 1, maxItems: 500 }),
  }),
  undoAbsence: Type.Object({ absence_id: UlidText }),
} as const satisfies Record<string, TSchema>

/** A room or a class. */
export interface SeatGroup {
  /** Null: candidates without a room. */
  name: string | null
  expected: number
  scanned: number
  /** Without a sheet, and signed absent. */
  absent: number
}

export interface SubjectProgress {
  expected: number
  scanned: number
  absent: number
  /** When the server last counted; null: only what this station scanned is known. */
  fetched_at: string | null
  /** In the order of their names; those without one last. */
  rooms: SeatGroup[]
  classes: SeatGroup[]
}

export interface MissingSeat {
  candidate_id: number
  exam_no: string
  name: string
  class_name: string
  room_no: string | null
  seat_no: string | null
  is_absent: boolean
  /** As signed at this station; null when it was signed elsewhere or not at all. */
  absence: {
    absence_id: string
    state: 'waiting' | 'done' | 'refused' | 'undoing'
    /** Chinese: why the server did not take it; empty otherwise. */
    message: string
  } | null
}

export interface RoomsReplies {
  subjectProgress: SubjectProgress
  missingSeats: SubjectProgress & { missing: MissingSeat[] }
  signAbsence: { absence_ids: string[] }
  undoAbsence: { absence_ids: string[] }
}
