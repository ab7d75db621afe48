import type { Db } from '@hengjuan/db'
import type { PaperFlag } from '@hengjuan/domain'
import { isNoRisk } from '../../marking-core/index.ts'

/** Papers of a block that somebody flagged; what speaks of danger to its writer is not passed round. */
export const selectFlaggedUnits = (db: Db, blockId: number) =>
  db
    .selectFrom('unit')
    .leftJoin('benchmark_script', (join) =>
      join
        .onRef('benchmark_script.unit_id', '=', 'unit.id')
        .on('benchmark_script.state', '<>', 'retired'),
    )
    .where('unit.block_id', '=', blockId)
    .where(({ or, eb }) =>
      or([eb('unit.flags', 'like', '%"paper"%'), eb('unit.flags', 'like', '%"raised"%')]),
    )
    .where(isNoRisk)
    .selectAll('unit')
    .select('benchmark_script.kind as script_kind')
    .orderBy('unit.ord')
    .orderBy('unit.id')
    .execute()

/** Who flagged which of these papers how: readers in their order, then who passed it on as a problem. */
export async function selectFlagsOf(db: Db, unitIds: readonly number[]) {
  if (unitIds.length === 0) return []
  const rows = await db
    .selectFrom('reading')
    .innerJoin('user', 'user.id', 'reading.marker_id')
    .where('reading.unit_id', 'in', unitIds)
    .where('reading.state', 'in', ['submitted', 'rejected'])
    .where('reading.flags', '<>', '[]')
    .select(['reading.unit_id', 'reading.flags', 'reading.flag_note'])
    .select(['reading.submitted_at', 'user.name'])
    .orderBy('reading.id')
    .execute()
  const raised = await db
    .selectFrom('problem_paper')
    .innerJoin('user', 'user.id', 'problem_paper.raised_by')
    .where('problem_paper.unit_id', 'in', unitIds)
    .where('problem_paper.flags', '<>', '[]')
    .select(['problem_paper.unit_id', 'problem_paper.flags', 'problem_paper.flag_note'])
    .select(['problem_paper.raised_at as submitted_at', 'user.name'])
    .orderBy('problem_paper.id')
    .execute()
  return [...rows, ...raised].flatMap((row) =>
    (JSON.parse(row.flags) as PaperFlag[]).map((flag) => ({
      unitId: row.unit_id,
      flag,
      note: row.flag_note,
      by_name: row.name,
      at: row.submitted_at,
    })),
  )
}
