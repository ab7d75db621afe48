import { type Db, lockRows } from '@hengjuan/db'
import { AppError, type ScoreOverrides } from '@hengjuan/domain'

export interface EditPlace {
  exam_id: number
  subject_id: number
  candidate_id: number
}

/** A candidate in a subject, locked, with what is set over the scores. @throws AppError NOT_FOUND */
export async function lockedSubject(db: Db, place: EditPlace) {
  const row = await lockRows(
    db,
    db
      .selectFrom('candidate_subject')
      .where('exam_id', '=', place.exam_id)
      .where('subject_id', '=', place.subject_id)
      .where('candidate_id', '=', place.candidate_id)
      .selectAll(),
  ).executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND', { what: '考生' })
  return { ...row, overridden: JSON.parse(row.overrides ?? '{}') as ScoreOverrides }
}

export async function storeOverrides(
  db: Db,
  place: EditPlace,
  overrides: ScoreOverrides,
): Promise<void> {
  await db
    .updateTable('candidate_subject')
    .set({
      overrides: Object.keys(overrides).length === 0 ? null : JSON.stringify(overrides),
    })
    .where('exam_id', '=', place.exam_id)
    .where('subject_id', '=', place.subject_id)
    .where('candidate_id', '=', place.candidate_id)
    .execute()
}

const editsOf = (db: Db, place: EditPlace) =>
  db
    .selectFrom('score_edit')
    .where('exam_id', '=', place.exam_id)
    .where('subject_id', '=', place.subject_id)
    .where('candidate_id', '=', place.candidate_id)

/** Edits of a target that hold, the latest first. */
export const standingEdits = (db: Db, place: EditPlace, target: string) =>
  editsOf(db, place)
    .where('target', '=', target)
    .where('state', '=', 'applied')
    .where('undone_at', 'is', null)
    .where('kind', '<>', 'restore')
    .selectAll()
    .orderBy('id', 'desc')
    .execute()

export const pendingEdit = (db: Db, place: EditPlace, target: string) =>
  editsOf(db, place)
    .where('target', '=', target)
    .where('state', '=', 'pending')
    .select('id')
    .executeTakeFirst()

/** An edit of a subject, locked. @throws AppError NOT_FOUND */
export async function lockedEdit(
  db: Db,
  { exam_id, subject_id, event_id }: { exam_id: number; subject_id: number; event_id: number },
) {
  const edit = await lockRows(
    db,
    db
      .selectFrom('score_edit')
      .where('id', '=', event_id)
      .where('exam_id', '=', exam_id)
      .where('subject_id', '=', subject_id)
      .selectAll(),
  ).executeTakeFirst()
  if (!edit) throw new AppError('NOT_FOUND', { what: '改分记录' })
  return edit
}
