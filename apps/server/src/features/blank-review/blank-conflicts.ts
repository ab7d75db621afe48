import type { Db } from '@hengjuan/db'
import { BLANK_INK_LIMIT, type BlankConflict, blankConflict, type Milli } from '@hengjuan/domain'
import { factsOf, storedSettings } from '../marking-core/index.ts'
import { selectBlankConflictUnits } from './blank-batch.query.ts'

/**
 * Final marks of a subject that the ink of their papers speaks against, by candidate.
 *
 * @source domain rules 6.1 (5)
 */
export async function blankConflicts(
  db: Db,
  on: { examId: number; subjectId: number },
): Promise<Map<number, { block_name: string; kind: BlankConflict; total_milli: Milli }[]>> {
  const units = await selectBlankConflictUnits(db, on)
  const found = units.flatMap((unit) => {
    const totalMilli = unit.final_milli ?? 0
    const kind = blankConflict(
      {
        inkRatio: unit.ink_ratio,
        strokeMm: factsOf(unit).strokeMm,
        totalMilli,
        isConfirmedBlank: unit.final_source === 'BLANK',
      },
      storedSettings(unit).blankInkLimit ?? BLANK_INK_LIMIT,
    )
    if (kind === null) return []
    const conflict = { block_name: unit.block_name, kind, total_milli: totalMilli }
    return { candidateId: unit.candidate_id, conflict }
  })
  return new Map(
    [...Map.groupBy(found, ({ candidateId }) => candidateId)].map(([id, list]) => [
      id,
      list.map(({ conflict }) => conflict),
    ]),
  )
}
