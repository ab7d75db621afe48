import type { InputOf, updateBlockScore } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, type Milli } from '@hengjuan/domain'
import type { Act } from '../../http/audit.ts'
import { findCorrection, inspectUnitIn } from '../score-inspect/index.ts'
import type { Edited } from './edit-score.ts'
import type { EditPlace } from './score-edit.query.ts'

/**
 * Gives a paper another mark by the engine of score inspection, which keeps out whoever read it and lets a second person
 * agree to a lower one.
 */
export async function editBlock(
  db: Db,
  act: Act,
  input: InputOf<typeof updateBlockScore>['body'],
): Promise<Edited> {
  const unit = await unitOf(db, input)
  return inspected(db, act, input, {
    unitId: unit.id,
    version: input.version,
    scores: input.points.map(({ score_milli }) => score_milli),
    reason: input.reason,
  })
}

/** The mark before the last change of a paper, or before a named one. @throws AppError SCORE_EDIT_NONE, SCORE_EDIT_LATER */
export async function undoBlock(
  db: Db,
  act: Act,
  input: EditPlace & { block_id: number; eventId: number | undefined; reason: string },
): Promise<Edited> {
  const unit = await unitOf(db, input)
  const last = await db
    .selectFrom('score_correction')
    .where('unit_id', '=', unit.id)
    .where('state', '=', 'applied')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!last) throw new AppError('SCORE_EDIT_NONE')
  if (input.eventId !== undefined && input.eventId !== last.id)
    throw new AppError('SCORE_EDIT_LATER')
  return inspected(db, act, input, {
    unitId: unit.id,
    version: unit.version,
    scores: JSON.parse(last.before_points) as Milli[],
    reason: input.reason.trim() || '恢复改分之前的得分',
  })
}

async function inspected(
  db: Db,
  act: Act,
  place: EditPlace,
  order: { unitId: number; version: number; scores: Milli[]; reason: string },
): Promise<Edited> {
  const id = await inspectUnitIn(db, act, {
    exam_id: place.exam_id,
    subject_id: place.subject_id,
    candidate_id: place.candidate_id,
    unit_id: order.unitId,
    version: order.version,
    scores: order.scores,
    reason: order.reason,
  })
  const correction = await findCorrection(db, id)
  if (!correction) throw new Error(`correction ${id} is gone`)
  return {
    event_id: id,
    state: correction.state === 'pending' ? 'pending' : 'applied',
    before_milli: correction.before_milli,
    after_milli: correction.after_milli,
  }
}

/** @throws AppError MARKING_UNIT_NOT_FOUND */
async function unitOf(db: Db, place: EditPlace & { block_id: number }) {
  const unit = await db
    .selectFrom('unit')
    .where('exam_id', '=', place.exam_id)
    .where('subject_id', '=', place.subject_id)
    .where('candidate_id', '=', place.candidate_id)
    .where('block_id', '=', place.block_id)
    .select(['id', 'version'])
    .executeTakeFirst()
  if (!unit) throw new AppError('MARKING_UNIT_NOT_FOUND')
  return unit
}
