import type { candidateUpdate, InputOf } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import { AppError, comboIds } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { type ExamView, ORGANISER_VIEW, shows } from '../../http/exam-view.ts'
import {
  type CandidateRow,
  findSheetDigits,
  selectAllCandidates,
  selectExamClasses,
  selectRecorded,
  selectWithSheets,
} from './candidate.query.ts'
import { readComboOf } from '../school/index.ts'
import { changeAttendance, setCombo } from './change-attendance.ts'
import { claimNumber, lockRoster, numberGenerator, numberOwners, numberRule } from './enrol.ts'

type Exam = Selectable<Tables['exam']>
type Changes = NonNullable<InputOf<typeof candidateUpdate>['body']['candidates']>
type Change = Changes[number]

const seenRows = (rows: readonly CandidateRow[], view: ExamView): CandidateRow[] =>
  rows.filter(({ school_id }) => shows(view, school_id))

/** @throws AppError EXAM_PUBLISHED */
export function assertRosterOpen(exam: Exam, action: string): void {
  if (exam.published_snapshot_id !== null) throw new AppError('EXAM_PUBLISHED', { action })
}

/**
 * Changes numbers, rooms, seats, combinations and attendance of candidates. A number that stands on a scanned sheet
 * stays: the sheet would belong to nobody.
 *
 * @throws AppError CANDIDATE_UNKNOWN, EXAM_NO_LOCKED, EXAM_NO_TAKEN, EXAM_NO_INVALID,
 *   ATTENDANCE_INVALID, ATTENDANCE_HAS_SHEET, EXAM_HAS_SCORES, COMBO_INVALID
 */
export async function changeCandidates(
  db: Db,
  exam: Exam,
  changes: Changes,
  view: ExamView,
): Promise<number> {
  await lockRoster(db, exam.id)
  const known = await selectAllCandidates(db, exam.id)
  const byId = new Map(seenRows(known, view).map((row) => [row.id, row]))
  const pairs = changes.map((change) => {
    const row = byId.get(change.candidate_id)
    if (!row) throw new AppError('CANDIDATE_UNKNOWN')
    return { change, row }
  })
  await changeNumbers(db, exam, { known, view }, pairs)
  for (const { change, row } of pairs) {
    if (change.room_no !== undefined || change.seat_no !== undefined)
      await db
        .updateTable('candidate')
        .set({
          room_no: change.room_no === undefined ? row.room_no : change.room_no,
          seat_no: change.seat_no === undefined ? row.seat_no : change.seat_no,
        })
        .where('id', '=', row.id)
        .execute()
    if (change.combo !== undefined)
      await setCombo(
        db,
        exam,
        row,
        comboIds(await readComboOf(db, row.school_id, row.name, change.combo)),
      )
    await changeAttendance(db, exam, row, change.attendance ?? [])
  }
  return pairs.length
}

async function changeNumbers(
  db: Db,
  exam: Exam,
  { known, view }: { known: readonly CandidateRow[]; view: ExamView },
  pairs: readonly { change: Change; row: CandidateRow }[],
): Promise<void> {
  const renamed = pairs.flatMap(({ change, row }) =>
    change.exam_no !== undefined && change.exam_no !== row.exam_no
      ? [{ row, examNo: change.exam_no }]
      : [],
  )
  if (renamed.length === 0) return
  const scanned = await selectWithSheets(
    db,
    exam.id,
    renamed.map(({ row }) => row.id),
  )
  const locked = renamed.find(({ row }) => scanned.has(row.id))
  if (locked) throw new AppError('EXAM_NO_LOCKED', { name: locked.row.name })
  const moving = new Set(renamed.map(({ row }) => row.id))
  const owners = numberOwners(
    known.filter(({ id }) => !moving.has(id)),
    view,
  )
  const digits = await findSheetDigits(db, exam.id)
  for (const { row, examNo } of renamed) claimNumber(owners, digits, examNo, row.name)
  await writeNumbers(
    db,
    renamed.map(({ row, examNo }) => ({ id: row.id, examNo })),
  )
}

/** Two steps, so that candidates can swap numbers without meeting at the unique index. */
async function writeNumbers(
  db: Db,
  numbers: readonly { id: number; examNo: string }[],
): Promise<void> {
  for (const { id } of numbers)
    await db
      .updateTable('candidate')
      .set({ exam_no: `~${id}` })
      .where('id', '=', id)
      .execute()
  for (const { id, examNo } of numbers)
    await db.updateTable('candidate').set({ exam_no: examNo }).where('id', '=', id).execute()
}

/**
 * Gives every candidate a new number by a rule, class by class in the order of student numbers.
 *
 * @throws AppError EXAM_HAS_SCANS, EXAM_NO_RULE_INVALID
 */
export async function renumber(
  db: Db,
  exam: Exam,
  numbering: { rule?: string | undefined; digits?: number | undefined },
): Promise<number> {
  await lockRoster(db, exam.id)
  const scanned = await selectWithSheets(db, exam.id, 'all')
  if (scanned.size > 0)
    throw new AppError('EXAM_HAS_SCANS', { count: scanned.size, action: '重新编排考号' })
  const classes = await selectExamClasses(db, exam.id)
  const rule = numberRule(numbering, await findSheetDigits(db, exam.id))
  const next = numberGenerator(exam, rule, classes, new Map())
  const rows = await db
    .selectFrom('candidate')
    .innerJoin('student', 'student.id', 'candidate.student_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .where('candidate.exam_id', '=', exam.id)
    .select(['candidate.id', 'candidate.class_id', 'candidate.name'])
    .orderBy('class.sort')
    .orderBy('class.id')
    .orderBy('student.student_no')
    .execute()
  await writeNumbers(
    db,
    rows.map((row) => ({ id: row.id, examNo: next(row.class_id, row.name) })),
  )
  return rows.length
}

/**
 * Takes candidates off the list: those of whom nothing was recorded but what the list itself says.
 *
 * @throws AppError CANDIDATE_UNKNOWN, EXAM_HAS_SCANS, CANDIDATE_HAS_RECORDS
 */
export async function removeCandidates(
  db: Db,
  examId: number,
  candidateIds: readonly number[],
  view: ExamView,
): Promise<number> {
  await lockRoster(db, examId)
  const unique = [...new Set(candidateIds)]
  const rows = seenRows(await selectAllCandidates(db, examId), view)
  const known = new Set(rows.map(({ id }) => id))
  if (!unique.every((id) => known.has(id))) throw new AppError('CANDIDATE_UNKNOWN')
  const scanned = await selectWithSheets(db, examId, unique)
  if (scanned.size > 0)
    throw new AppError('EXAM_HAS_SCANS', { count: scanned.size, action: '移出这些考生' })
  const recorded = await selectRecorded(db, unique)
  const kept = rows.find(({ id }) => recorded.has(id))
  if (kept) throw new AppError('CANDIDATE_HAS_RECORDS', { name: kept.name })
  await db.deleteFrom('candidate_subject').where('candidate_id', 'in', unique).execute()
  await db.deleteFrom('imported_score').where('candidate_id', 'in', unique).execute()
  await db.deleteFrom('avoided_pair').where('candidate_id', 'in', unique).execute()
  await db.deleteFrom('candidate').where('id', 'in', unique).execute()
  return unique.length
}

/** Takes everybody of some classes off the list. @throws AppError EXAM_HAS_SCANS */
export async function removeCandidatesOfClasses(
  db: Db,
  examId: number,
  classIds: readonly number[],
): Promise<void> {
  const rows = await selectAllCandidates(db, examId)
  const ids = rows.filter(({ class_id }) => classIds.includes(class_id)).map(({ id }) => id)
  if (ids.length > 0) await removeCandidates(db, examId, ids, ORGANISER_VIEW)
}
