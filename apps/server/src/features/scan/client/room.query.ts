import type { Db } from '@hengjuan/db'
import { ABSENT, byText, NOT_SELECTED } from '@hengjuan/domain'
import type { Scope } from '../facts.query.ts'

/** Candidates of a subject, each with whether a sheet in use carries their name. */
const candidatesOf = (db: Db, scope: Scope) =>
  db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('scan_sheet')
          .select('candidate_id')
          .distinct()
          .where('exam_id', '=', scope.examId)
          .where('subject_id', '=', scope.subjectId)
          .where('state', '=', 'active')
          .where('candidate_id', 'is not', null)
          .as('scanned'),
      (join) => join.onRef('scanned.candidate_id', '=', 'candidate.id'),
    )
    .where('candidate_subject.exam_id', '=', scope.examId)
    .where('candidate_subject.subject_id', '=', scope.subjectId)
    .where('candidate_subject.attendance', '!=', NOT_SELECTED)

/** Expected, scanned and absent candidates of each exam room, in the order of the rooms; those without one last. */
export async function selectRoomProgress(db: Db, scope: Scope) {
  const rows = await candidatesOf(db, scope)
    .groupBy('candidate.room_no')
    .select('candidate.room_no')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('expected'),
      fn.count<number>('scanned.candidate_id').as('scanned'),
      fn
        .sum<number>(
          eb
            .case()
            .when(
              eb.and([
                eb('scanned.candidate_id', 'is', null),
                eb('candidate_subject.attendance', '=', ABSENT),
              ]),
            )
            .then(1)
            .else(0)
            .end(),
        )
        .as('absent'),
    ])
    .execute()
  return rows
    .map((row) => ({
      room_no: row.room_no,
      expected: Number(row.expected),
      scanned: Number(row.scanned),
      absent: Number(row.absent),
    }))
    .toSorted((a, b) => byRoom(a.room_no, b.room_no))
}

/**
 * Who has no sheet, room by room and seat by seat.
 *
 * @param roomNo only of this room; empty: of those without a room; null: of the whole subject
 */
export async function selectMissing(db: Db, scope: Scope, roomNo: string | null) {
  const rows = await candidatesOf(db, scope)
    .where('scanned.candidate_id', 'is', null)
    .$if(roomNo !== null, (query) =>
      roomNo === ''
        ? query.where('candidate.room_no', 'is', null)
        : query.where('candidate.room_no', '=', roomNo),
    )
    .select([
      'candidate.id as candidate_id',
      'candidate.exam_no',
      'candidate.name',
      'class.name as class_name',
      'candidate.room_no',
      'candidate.seat_no',
      'candidate_subject.attendance',
    ])
    .orderBy('candidate.exam_no')
    .execute()
  return rows.toSorted(
    (a, b) => byRoom(a.room_no, b.room_no) || byText(a.seat_no ?? '', b.seat_no ?? ''),
  )
}

/** Room 9 comes before room 10. */
const byRoom = (a: string | null, b: string | null): number =>
  Number(a === null) - Number(b === null) || byText(a ?? '', b ?? '')
