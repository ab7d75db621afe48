import type { Db } from '@hengjuan/db'
import { type AbnormalOutcome, AppError } from '@hengjuan/domain'

/** An answer on its way to cutting. */
interface SentBack {
  unit: {
    id: number
    exam_id: number
    subject_id: number
    block_id: number
    candidate_id: number
    images: string
  }
  tag: string
  note: string
  /** Null for the machine. */
  byId: number | null
}

/** Puts an answer on the work list of whoever handles sheets; once there, it stays as it was sent. */
export async function insertSentBack(db: Db, given: SentBack, now: string): Promise<void> {
  const { unit, tag, note, byId } = given
  if (await findOpen(db, unit.id)) return
  await db
    .insertInto('abnormal_block')
    .values({
      exam_id: unit.exam_id,
      subject_id: unit.subject_id,
      block_id: unit.block_id,
      unit_id: unit.id,
      candidate_id: unit.candidate_id,
      tag,
      note,
      sent_by: byId,
      sent_at: now,
      images_before: unit.images,
    })
    .execute()
}

const findOpen = (db: Db, unitId: number) =>
  db
    .selectFrom('abnormal_block')
    .select('id')
    .where('unit_id', '=', unitId)
    .where('decision_id', 'is', null)
    .executeTakeFirst()

/** What is known of the handling of a unit's image. */
export interface Handling {
  id: number
  /** It is being handled: nobody marks it. */
  isOpen: boolean
  imagesBefore: string | null
}

/** Units of a candidate whose images are handled, or were and are about to be marked again. */
export async function selectHandlings(
  db: Db,
  target: { subjectId: number; candidateId: number },
): Promise<Map<number, Handling>> {
  const rows = await db
    .selectFrom('abnormal_block')
    .where('candidate_id', '=', target.candidateId)
    .where('subject_id', '=', target.subjectId)
    .where((eb) => eb.or([eb('decision_id', 'is', null), eb('images_before', 'is not', null)]))
    .select(['id', 'unit_id', 'decision_id', 'images_before'])
    .orderBy('id')
    .execute()
  return new Map(
    rows.map(({ id, unit_id, decision_id, images_before }) => [
      unit_id,
      { id, isOpen: decision_id === null, imagesBefore: images_before },
    ]),
  )
}

/** It was told whether the images of the unit changed; later cuts of the same sheet do not matter. */
export const forgetImages = (db: Db, id: number): Promise<unknown> =>
  db.updateTable('abnormal_block').set({ images_before: null }).where('id', '=', id).execute()

/**
 * Ends the handling of answers by a decision.
 *
 * @throws AppError VERSION_CONFLICT when somebody ended one of them before
 */
export async function closeSentBack(
  db: Db,
  ids: readonly number[],
  by: { decisionId: number; outcome: AbnormalOutcome; userId: number },
  now: string,
): Promise<void> {
  if (ids.length === 0) return
  const done = await db
    .updateTable('abnormal_block')
    .set({
      decision_id: by.decisionId,
      outcome: by.outcome,
      closed_by: by.userId,
      closed_at: now,
    })
    .where('id', 'in', [...ids])
    .where('decision_id', 'is', null)
    .executeTakeFirst()
  if (Number(done.numUpdatedRows) !== ids.length)
    throw new AppError('VERSION_CONFLICT', { what: '这份退回切图的试卷' })
}

/** Opens again what a decision ended; what was shown since counts as seen. */
export async function reopenSentBack(db: Db, decisionId: number): Promise<void> {
  const rows = await db
    .selectFrom('abnormal_block')
    .innerJoin('unit', 'unit.id', 'abnormal_block.unit_id')
    .where('decision_id', '=', decisionId)
    .select(['abnormal_block.id', 'abnormal_block.images_before', 'unit.id as unit_id'])
    .select('unit.images')
    .execute()
  for (const row of rows) {
    // Sent back once more meanwhile: that handling goes on.
    if (await findOpen(db, row.unit_id)) continue
    await db
      .updateTable('abnormal_block')
      .set({
        decision_id: null,
        outcome: null,
        closed_by: null,
        closed_at: null,
        images_before: row.images_before ?? row.images,
      })
      .where('id', '=', row.id)
      .execute()
  }
}
