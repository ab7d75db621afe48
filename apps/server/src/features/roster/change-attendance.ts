import type { candidateUpdate, InputOf } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import {
  AppError,
  comboText,
  isAttendance,
  isLeftOut,
  NO_RECORD,
  NOT_SELECTED,
  PRESENT,
  subjectName,
} from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { type CandidateRow, selectExamSubjectIds } from './candidate.query.ts'

type Exam = Selectable<Tables['exam']>
type Attendances = NonNullable<
  NonNullable<InputOf<typeof candidateUpdate>['body']['candidates']>[number]['attendance']
>

/** @throws AppError SUBJECT_NOT_IN_EXAM, ATTENDANCE_INVALID, ATTENDANCE_HAS_SHEET, EXAM_HAS_SCORES */
export async function changeAttendance(
  db: Db,
  exam: Exam,
  row: CandidateRow,
  attendances: Attendances,
): Promise<void> {
  if (attendances.length === 0) return
  const subjectIds = await selectExamSubjectIds(db, exam.id)
  for (const one of attendances) {
    const subject = subjectName(one.subject_id, exam.grade_id)
    if (!subjectIds.includes(one.subject_id))
      throw new AppError('SUBJECT_NOT_IN_EXAM', { subjectName: subject })
    // Who sat the exam is known from the sheet, not from a list.
    if (!isAttendance(one.attendance) || one.attendance === PRESENT)
      throw new AppError('ATTENDANCE_INVALID', { value: one.attendance })
    const at = { examId: exam.id, subjectId: one.subject_id, candidateId: row.id }
    if (await hasSheet(db, at))
      throw new AppError('ATTENDANCE_HAS_SHEET', { name: row.name, subject })
    if (one.attendance === NOT_SELECTED && (await hasImportedScore(db, at)))
      throw new AppError('EXAM_HAS_SCORES', {
        subject,
        count: 1,
        action: `把${row.name}改为未选考`,
      })
    await db
      .updateTable('candidate_subject')
      .set((eb) => ({
        attendance: one.attendance,
        attendance_source: one.attendance === NO_RECORD ? 'machine' : 'person',
        ...(one.special_flag === undefined ? {} : { special_flag: one.special_flag }),
        version: eb('version', '+', 1),
      }))
      .where('candidate_id', '=', row.id)
      .where('subject_id', '=', one.subject_id)
      .execute()
  }
}

/**
 * Has a candidate sit what belongs to a combination, and nothing else of what can be chosen; none sits everything.
 *
 * @throws AppError ATTENDANCE_HAS_SHEET, EXAM_HAS_SCORES
 */
export async function setCombo(
  db: Db,
  exam: Exam,
  row: CandidateRow,
  ids: readonly number[],
): Promise<void> {
  const subjects = await db
    .selectFrom('candidate_subject')
    .where('exam_id', '=', exam.id)
    .where('candidate_id', '=', row.id)
    .select(['subject_id', 'attendance'])
    .execute()
  await changeAttendance(
    db,
    exam,
    row,
    subjects.flatMap(({ subject_id, attendance }) => {
      const isOut = isLeftOut(ids, subject_id)
      if (isOut === (attendance === NOT_SELECTED)) return []
      return [{ subject_id, attendance: isOut ? NOT_SELECTED : NO_RECORD }]
    }),
  )
  await db
    .updateTable('candidate')
    .set({ combo: comboText(ids) })
    .where('id', '=', row.id)
    .execute()
}

interface Place {
  examId: number
  subjectId: number
  candidateId: number
}

async function hasSheet(db: Db, { examId, subjectId, candidateId }: Place): Promise<boolean> {
  const sheet = await db
    .selectFrom('scan_sheet')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .where('candidate_id', '=', candidateId)
    .where('state', '=', 'active')
    .select('id')
    .executeTakeFirst()
  const attempt = await db
    .selectFrom('attempt')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .where('candidate_id', '=', candidateId)
    .select('id')
    .executeTakeFirst()
  return sheet !== undefined || attempt !== undefined
}

async function hasImportedScore(
  db: Db,
  { examId, subjectId, candidateId }: Place,
): Promise<boolean> {
  const score = await db
    .selectFrom('imported_score')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .where('candidate_id', '=', candidateId)
    .select('candidate_id')
    .executeTakeFirst()
  return score !== undefined
}
