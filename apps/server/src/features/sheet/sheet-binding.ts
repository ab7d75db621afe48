import type { InputOf, sheetSave } from '@hengjuan/contracts'
import { type Db, lockRows, type Tables } from '@hengjuan/db'
import { AppError, subjectName } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { countScannedSheets } from './scan-count.query.ts'

type Sheet = Selectable<Tables['answer_sheet']>
type Body = InputOf<typeof sheetSave>['body']

/** The exam subject that a sheet serves. */
export interface Binding {
  examId: number
  subjectId: number
}

/** The exam subject that the sheet will serve, locked against a scan that arrives meanwhile. */
export async function bindingOf(db: Db, known: Sheet | null, body: Body): Promise<Binding | null> {
  const examId = body.exam_id ?? known?.exam_id
  const subjectId = body.subject_id ?? known?.subject_id
  if (!examId) return null
  if (!subjectId)
    throw new AppError('INPUT_INVALID').withDetails([{ path: 'subject_id', message: '请选择科目' }])
  const moved =
    known?.exam_id != null && (known.exam_id !== examId || known.subject_id !== subjectId)
  if (moved)
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'exam_id', message: '这份答题卡属于另一科目，请另存为新的答题卡' },
    ])
  await lockUnpublished(db, { examId, subjectId })
  return { examId, subjectId }
}

export const countScanned = (db: Db, { examId, subjectId }: Binding): Promise<number> =>
  countScannedSheets(db, { examId, subjectIds: [subjectId] })

/**
 * The subject's sheet may be replaced by another.
 *
 * @throws AppError EXAM_PUBLISHED, SHEET_IN_USE
 */
export async function assertReplaceable(db: Db, binding: Binding): Promise<void> {
  await lockUnpublished(db, binding)
  await assertNotReleased(db, binding)
  const count = await countScanned(db, binding)
  if (count > 0) throw new AppError('SHEET_IN_USE', { count })
}

/** What candidates see of an online exam stays as it is. @throws AppError PAD_RELEASED */
export async function assertNotReleased(db: Db, { examId, subjectId }: Binding): Promise<void> {
  const released = await db
    .selectFrom('pad_exam')
    .innerJoin('exam', 'exam.id', 'pad_exam.exam_id')
    .innerJoin('subject', 'subject.id', 'pad_exam.subject_id')
    .where('pad_exam.exam_id', '=', examId)
    .where('pad_exam.subject_id', '=', subjectId)
    .where('pad_exam.state', '!=', 'draft')
    .select(['exam.grade_id', 'subject.name'])
    .executeTakeFirst()
  if (!released) return
  throw new AppError('PAD_RELEASED', {
    subject: subjectName(subjectId, released.grade_id, { [subjectId]: released.name }),
  })
}

async function lockUnpublished(db: Db, { examId, subjectId }: Binding): Promise<void> {
  const exam = await lockRows(
    db,
    db.selectFrom('exam').where('id', '=', examId).select('published_snapshot_id'),
  ).executeTakeFirstOrThrow()
  if (exam.published_snapshot_id !== null)
    throw new AppError('EXAM_PUBLISHED', { action: '修改答题卡' })
  // The station's uploads hold this row: no sheet arrives while the layout changes.
  await lockRows(
    db,
    db
      .selectFrom('exam_subject')
      .where('exam_id', '=', examId)
      .where('subject_id', '=', subjectId)
      .select('status'),
  ).execute()
}
