import type { ReplyOf, scoreInspectDetail } from '@hengjuan/contracts'
import { AppError, type StoredUnitFlags, unitFlagsOf } from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import {
  bestOfBlock,
  countedPoints,
  pointView,
  selectBlockRules,
  selectGivenScores,
  tryEvent,
} from '../marking-core/index.ts'
import type { Viewer } from '../quality/index.ts'
import { selectScoreDetail } from '../score/index.ts'
import { selectCorrections } from './correction.query.ts'

type Detail = ReplyOf<typeof scoreInspectDetail>

/** A candidate's score in a subject with what of it can be corrected, and by whom not. */
export async function inspectDetail(
  services: Services,
  viewer: Viewer & { userId: number },
  target: { examId: number; subjectId: number; candidateId: number; released: boolean },
): Promise<Detail> {
  const { db } = services
  const detail = await selectScoreDetail(services, viewer, target)
  const corrections = await selectCorrections(db, target)
  const waiting = new Set(
    corrections.filter(({ state }) => state === 'pending').map(({ unit_id }) => unit_id),
  )
  const blocks: Detail['blocks'] = []
  for (const block of detail.blocks) {
    const unit = await db
      .selectFrom('unit')
      .selectAll()
      .where('id', '=', block.unit_id)
      .executeTakeFirstOrThrow()
    const rules = await selectBlockRules(db, unit.block_id)
    const scores = await selectGivenScores(db, rules, unit)
    const points = countedPoints(rules, unit)
    blocks.push({
      ...block,
      version: unit.version,
      flags: unitFlagsOf(JSON.parse(unit.flags) as StoredUnitFlags),
      points: points.map(pointView),
      final_points: scores ?? [],
      best_of: bestOfBlock(rules)?.choose ?? null,
      refusal: waiting.has(unit.id)
        ? new AppError('MARKING_INSPECT_PENDING').message
        : await refusalOf(services, unit, viewer.userId, scores),
    })
  }
  return { ...detail, blocks, released: target.released, corrections }
}

/** Why a person may not correct a unit, in words; empty when they may. */
async function refusalOf(
  services: Services,
  unit: { id: number; final_milli: number | null },
  userId: number,
  scores: number[] | null,
): Promise<string> {
  // Of a mark that was written on paper only the sum is known.
  if (!scores && unit.final_milli !== null)
    return '这份试卷在纸面打分，只有总分，没有各给分点的分；分数读错了请在「考生结果」中更正'
  if (!scores) return '这份试卷还没有定分，评阅完成后才能复核'
  // The mean of two readings may lie between the steps; nought is always a score.
  const legal = scores.map(() => 0)
  try {
    await services.db.transaction().execute(async (db) => {
      await tryEvent(db, unit.id, { type: 'inspect', by: userId, scores: legal })
    })
    return ''
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
