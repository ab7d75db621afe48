import { type Db, isOneOf } from '@hengjuan/db'
import { AppError, type Attendance, isAttendance, PRESENT } from '@hengjuan/domain'
import { assertImportable, importedSubjects } from './imported-subject.query.ts'
import { selectScores } from './known-scores.query.ts'
import { standingOf } from './read-scores.ts'
import { lockSubjects, storedScore, storeScores } from './write-scores.ts'

interface Absence {
  exam: { id: number; grade_id: number }
  subjectId: number
  candidateIds: readonly number[]
  attendance: number
  byId: number
  at: string
}

/**
 * Notes of candidates without a score that they were absent, do not sit the subject, or have no record.
 *
 * @returns how many change
 * @throws AppError ATTENDANCE_INVALID, CANDIDATE_UNKNOWN, SCORE_IMPORT_HAS_SCORE
 */
export async function absentByHand(db: Db, absence: Absence): Promise<number> {
  const { exam, subjectId, attendance } = absence
  if (!isAttendance(attendance) || attendance === PRESENT)
    throw new AppError('ATTENDANCE_INVALID', { value: attendance })
  const locked = await lockSubjects(db, exam.id, [subjectId])
  const [subject] = await importedSubjects(db, exam, [subjectId])
  if (!subject) throw new AppError('SCORE_IMPORT_NOT_MEANT')
  assertImportable(locked, [subject])
  const ids = [...new Set(absence.candidateIds)]
  const rows = await selectScores(db, exam.id, [subjectId], ids)
  if (rows.length < ids.length) throw new AppError('CANDIDATE_UNKNOWN')
  const scored = rows.find((row) => (row.attendance as Attendance) === PRESENT)
  if (scored)
    throw new AppError('SCORE_IMPORT_HAS_SCORE', { name: await nameOf(db, scored.candidate_id) })
  const changed = rows.filter((row) => row.attendance !== attendance)
  await storeScores(
    db,
    exam.id,
    changed.map((row) =>
      storedScore(row.candidate_id, subject, {
        ...standingOf(row),
        attendance,
        isMisconduct: false,
      }),
    ),
    { batchId: null, byId: absence.byId, at: absence.at },
  )
  return changed.length
}

async function nameOf(db: Db, candidateId: number): Promise<string> {
  const row = await db
    .selectFrom('candidate')
    .where(isOneOf(db, 'id', [candidateId]))
    .select('name')
    .executeTakeFirst()
  return row?.name ?? ''
}
