import { type Db, lockRows } from '@hengjuan/db'
import { isoNow } from '../../../clock.ts'
import type { Session } from '../../../http/session.ts'
import type { Services } from '../../../services.ts'
import { applyEvent, resetKeeping } from '../../marking-core/index.ts'
import { postNotice } from '../../marking-messages/index.ts'
import { type BlockEffect, isRemade } from './block-effects.ts'
import type { LastDivision } from './division.query.ts'

interface ExamSubject {
  examId: number
  subjectId: number
}

/**
 * Papers of blocks that are made anew wait for their picture, without the marks they had.
 *
 * @returns the papers that had marks, with what was taken
 */
export async function takeBackMarks(
  services: Services,
  db: Db,
  who: Pick<Session, 'userId'>,
  target: ExamSubject,
  effects: readonly BlockEffect[],
): Promise<LastDivision['units']> {
  const keys = effects.filter(isRemade).map(({ block_key }) => block_key)
  if (keys.length === 0) return []
  const units = await lockRows(
    db,
    db
      .selectFrom('unit')
      .innerJoin('block', 'block.id', 'unit.block_id')
      .where('unit.exam_id', '=', target.examId)
      .where('unit.subject_id', '=', target.subjectId)
      .where('block.block_key', 'in', keys)
      .select('unit.id')
      .orderBy('unit.id'),
  ).execute()
  const taken: LastDivision['units'] = []
  for (const { id } of units) {
    const kept = await resetKeeping(db, services, id, who.userId)
    if (kept) taken.push({ unitId: id, kept })
    await applyEvent(db, services, id, { type: 'image_withdrawn' }, { userId: who.userId })
  }
  return taken
}

/**
 * Nobody finds their marks gone, or back, without a word: the markers of each block are told.
 *
 * @param restored papers whose marks count again
 */
export async function tellOfMarks(
  { clock }: Services,
  db: Db,
  { examId, subjectId }: ExamSubject,
  effects: readonly BlockEffect[],
  restored: LastDivision['units'],
): Promise<void> {
  const blocks = await db
    .selectFrom('block')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .select(['id', 'exam_id', 'block_key'])
    .execute()
  const back = restored.map(({ unitId }) => unitId)
  for (const block of blocks) {
    const effect = effects.find(({ block_key }) => block_key === block.block_key)
    const count = back.length === 0 ? 0 : await countIn(db, block.id, back)
    const text = textOf(effect && isRemade(effect) ? effect.marked : 0, count)
    if (text !== null)
      await postNotice(db, {
        block,
        markerId: null,
        text,
        at: isoNow(clock),
      })
  }
}

function textOf(lost: number, restored: number): string | null {
  if (restored > 0)
    return `题块的重新划分已撤销，${restored} 份试卷此前的评阅恢复计入，不用重新评阅。`
  return lost > 0
    ? `题块已重新划分，试卷重新裁切，此前 ${lost} 份试卷的评阅不再计入，裁切后请重新评阅。`
    : null
}

async function countIn(db: Db, blockId: number, unitIds: readonly number[]): Promise<number> {
  const rows = await db.selectFrom('unit').select('id').where('block_id', '=', blockId).execute()
  const ids = new Set(unitIds)
  return rows.filter(({ id }) => ids.has(id)).length
}
