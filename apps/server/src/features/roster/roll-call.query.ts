import type { Db } from '@hengjuan/db'
import { ABSENT, NO_RECORD, PRESENT } from '@hengjuan/domain'

/**
 * Attendance of candidates who may have a sheet: neither absent nor without the subject. Wherever 应扫 and 已扫 are
 * counted they are counted among these, so that one subject shows the same two numbers on every page.
 */
export const MAY_HAVE_SHEET: readonly number[] = [PRESENT, NO_RECORD]

export interface RollCall {
  /** Candidates who may have a sheet (应扫). */
  expected: number
  /** Of these, with a sheet in use (已扫). */
  scanned: number
  /** Confirmed absent, with or without a sheet that says so (缺考). */
  absent: number
}

const NOBODY: RollCall = { expected: 0, scanned: 0, absent: 0 }

/** The roll of every subject of an exam, or of one. */
export async function selectRollCalls(
  db: Db,
  examId: number,
  subjectId?: number,
): Promise<Map<number, RollCall>> {
  const rows = await db
    .selectFrom('candidate_subject')
    .where('exam_id', '=', examId)
    .where('attendance', 'in', [...MAY_HAVE_SHEET, ABSENT])
    .$if(subjectId !== undefined, (query) => query.where('subject_id', '=', subjectId ?? 0))
    .groupBy(['subject_id', 'attendance'])
    .select(['subject_id', 'attendance', ({ fn }) => fn.countAll<number>().as('n')])
    .execute()
  const sheets = await db
    .selectFrom('scan_sheet')
    .innerJoin('candidate_subject', (join) =>
      join
        .onRef('candidate_subject.candidate_id', '=', 'scan_sheet.candidate_id')
        .onRef('candidate_subject.subject_id', '=', 'scan_sheet.subject_id'),
    )
    .where('scan_sheet.exam_id', '=', examId)
    .where('scan_sheet.state', '=', 'active')
    .where('candidate_subject.attendance', 'in', [...MAY_HAVE_SHEET])
    .$if(subjectId !== undefined, (query) =>
      query.where('scan_sheet.subject_id', '=', subjectId ?? 0),
    )
    .groupBy('scan_sheet.subject_id')
    .select('scan_sheet.subject_id')
    .select(({ fn }) => fn.count<number>('scan_sheet.candidate_id').distinct().as('n'))
    .execute()
  const rolls = new Map<number, RollCall>()
  for (const { subject_id, attendance, n } of rows) {
    const roll = rolls.get(subject_id) ?? { ...NOBODY }
    roll[attendance === ABSENT ? 'absent' : 'expected'] += Number(n)
    rolls.set(subject_id, roll)
  }
  for (const { subject_id, n } of sheets) {
    const roll = rolls.get(subject_id)
    if (roll) roll.scanned = Number(n)
  }
  return rolls
}

/** The roll of one subject. */
export const selectRollCall = async (
  db: Db,
  examId: number,
  subjectId: number,
): Promise<RollCall> => (await selectRollCalls(db, examId, subjectId)).get(subjectId) ?? NOBODY

/** The roll of one subject by exam room, in the order of the rooms; those without a room come last. */
export async function selectRoomRolls(
  db: Db,
  examId: number,
  subjectId: number,
  schoolId?: number,
) {
  const rows = await db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .where('candidate_subject.exam_id', '=', examId)
    .where('candidate_subject.subject_id', '=', subjectId)
    .where('candidate_subject.attendance', 'in', [...MAY_HAVE_SHEET])
    .$if(schoolId !== undefined, (query) => query.where('candidate.school_id', '=', schoolId ?? 0))
    .select(['candidate.room_no'])
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('scan_sheet')
          .where('exam_id', '=', examId)
          .where('subject_id', '=', subjectId)
          .where('state', '=', 'active')
          .select('candidate_id')
          .distinct()
          .as('sheet'),
      (join) => join.onRef('sheet.candidate_id', '=', 'candidate_subject.candidate_id'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('expected'),
      fn.count<number>('sheet.candidate_id').as('scanned'),
    ])
    .groupBy('candidate.room_no')
    .execute()
  return rows
    .map((row) => ({
      room_no: row.room_no,
      expected: Number(row.expected),
      scanned: Number(row.scanned),
    }))
    .toSorted((a, b) =>
      a.room_no === null || b.room_no === null
        ? Number(a.room_no === null) - Number(b.room_no === null)
        : a.room_no.localeCompare(b.room_no, 'zh-CN', { numeric: true }),
    )
}
