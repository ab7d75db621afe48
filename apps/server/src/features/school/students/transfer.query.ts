import type { Db, Tables } from '@hengjuan/db'
import type { Selectable } from 'kysely'

export const UNDO_DAYS = 7
const DAY_MS = 86_400_000

export const daysAfter = (at: string, days: number): string =>
  new Date(Date.parse(at) + days * DAY_MS).toISOString()

/** The last transfer of a student that holds, out of this school or into it. */
export async function transferOf(db: Db, student: Selectable<Tables['student']>) {
  const row = await db
    .selectFrom('student_transfer')
    .leftJoin('student as taken', 'taken.id', 'student_transfer.taken_student_id')
    .leftJoin('school as to', 'to.id', 'taken.school_id')
    .innerJoin('school as from', 'from.id', 'student_transfer.school_id')
    .where((eb) =>
      eb.or([
        eb('student_transfer.student_id', '=', student.id),
        eb('student_transfer.taken_student_id', '=', student.id),
      ]),
    )
    .where('student_transfer.undone_at', 'is', null)
    .select([
      'student_transfer.id',
      'student_transfer.student_id',
      'student_transfer.code',
      'student_transfer.at',
      'student_transfer.expires_at',
      'student_transfer.taken_at',
      'to.name as to_name',
      'from.name as from_name',
    ])
    .orderBy('student_transfer.id', 'desc')
    .executeTakeFirst()
  if (!row) return null
  const isOut = row.student_id === student.id
  return {
    transfer_id: row.id,
    direction: isOut ? ('out' as const) : ('in' as const),
    school_name: isOut ? row.to_name : row.from_name,
    code: isOut && row.taken_at === null ? row.code : null,
    at: row.at,
    expires_at: row.expires_at,
    taken_at: row.taken_at,
    can_undo: isOut ? row.taken_at === null : true,
  }
}
