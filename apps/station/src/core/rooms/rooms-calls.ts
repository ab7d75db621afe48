import type { RoomsReplies } from '../../bridge/rooms-api.ts'
import type { StationApi } from '../../bridge/station-api.ts'
import type { AbsenceDesk } from './absence-desk.ts'
import type { SeatBook } from './seat-book.ts'

/** The calls about who is expected and who is missing. */
export function roomsCalls(parts: {
  seats: SeatBook
  absences: AbsenceDesk
}): Pick<StationApi, keyof RoomsReplies> {
  const { seats, absences } = parts
  return {
    subjectProgress: async (subject) => {
      const { missing: _, ...progress } = await seats.of(subject)
      return progress
    },
    missingSeats: (subject) => seats.of(subject),
    signAbsence: async ({ candidate_ids, ...subject }) => ({
      absence_ids: absences.sign(subject, candidate_ids),
    }),
    undoAbsence: async ({ absence_id }) => {
      absences.undo(absence_id)
      return { absence_ids: [absence_id] }
    },
  }
}
