import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Scope } from '../facts.query.ts'
import type { DecisionValue } from '../judge/facts.ts'

/**
 * What markers have before them does not change under their hands: an image that a person put in is taken
 * back while the block is being handled only.
 *
 * @throws AppError ABNORMAL_NOT_HELD
 */
export async function refuseUnlessHeld(
  db: Db,
  scope: Scope,
  undone: readonly { kind: string; sheet_id: string | null; value: string }[],
): Promise<void> {
  for (const row of undone) {
    if (row.kind !== 'block_image') continue
    const { block_keys = [] } = JSON.parse(row.value) as DecisionValue
    const free = await db
      .selectFrom('unit')
      .innerJoin('block', 'block.id', 'unit.block_id')
      .innerJoin('scan_sheet', 'scan_sheet.candidate_id', 'unit.candidate_id')
      .leftJoin('abnormal_block', (join) =>
        join
          .onRef('abnormal_block.unit_id', '=', 'unit.id')
          .on('abnormal_block.decision_id', 'is', null),
      )
      .where('scan_sheet.id', '=', row.sheet_id)
      .where('block.exam_id', '=', scope.examId)
      .where('block.subject_id', '=', scope.subjectId)
      .where('block.block_key', 'in', block_keys)
      .where('abnormal_block.id', 'is', null)
      .select('block.name')
      .executeTakeFirst()
    if (free) throw new AppError('ABNORMAL_NOT_HELD', { block: free.name })
  }
}
