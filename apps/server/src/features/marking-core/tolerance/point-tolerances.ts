import type { blockSettingsSet, InputOf } from '@hengjuan/contracts'
import { type Db } from '@hengjuan/db'
import { AppError, formatMilli, isOver, type Milli, overToleranceShare } from '@hengjuan/domain'
import { bestOfBlock } from '../engine/best-of.ts'
import {
  type BlockPageSettings,
  type BlockRow,
  type BlockRules,
  policyOf,
  selectBlockRules,
} from '../block/block-rules.query.ts'
import { factsOf } from '../engine/unit-facts.ts'

type Wanted = InputOf<typeof blockSettingsSet>['body']['blocks'][number]['point_tolerances']

/**
 * The tolerances of the points of a block with those that are wanted now.
 *
 * @returns what is to be stored, and whether any point gets another tolerance than it has
 * @throws AppError MARKING_POINT_UNKNOWN, MARKING_POINT_TOLERANCE_INVALID outside of 0..full
 * @source domain rules 3.5
 */
export async function newPointTolerances(
  db: Db,
  block: BlockRow,
  wanted: Wanted,
): Promise<{ stored: BlockPageSettings['pointTolerances'] | undefined; isChanged: boolean }> {
  if (!wanted?.length) return { stored: undefined, isChanged: false }
  const { points, settings } = await selectBlockRules(db, block.id)
  const stored: Record<string, Milli> = { ...settings.pointTolerances }
  let isChanged = false
  for (const { point_id, tolerance_milli } of wanted) {
    const point = points.find(({ id }) => id === point_id)
    if (!point) throw new AppError('MARKING_POINT_UNKNOWN', { block: block.name })
    if (tolerance_milli > point.fullMilli)
      throw new AppError('MARKING_POINT_TOLERANCE_INVALID', {
        point: point.name,
        full: formatMilli(point.fullMilli),
      })
    isChanged ||= tolerance_milli !== point.toleranceMilli
    stored[point.key] = tolerance_milli
  }
  return { stored, isChanged }
}

/** Papers of a block that were read twice so far, and how many of them lie over the tolerance. */
export async function countOverTolerance(
  db: Db,
  rules: BlockRules,
): Promise<{ of: number; over: number }> {
  const { block } = rules
  const pairs = db
    .selectFrom('reading as first')
    .innerJoin('reading as second', 'second.unit_id', 'first.unit_id')
    .where('first.block_id', '=', block.id)
    .where('first.role', '=', 'R1')
    .where('second.role', '=', 'R2')
    .where('first.state', '=', 'submitted')
    .where('second.state', '=', 'submitted')
  const bestOf = bestOfBlock(rules)
  if (block.compare_scope === 'total' && !bestOf) {
    const rows = await pairs.select(['first.total_milli as a', 'second.total_milli as b']).execute()
    return overToleranceShare(
      rows.map(({ a, b }) => [a ?? 0, b ?? 0]),
      block.tolerance_milli,
    )
  }
  const rows = await pairs
    .innerJoin('unit', 'unit.id', 'first.unit_id')
    .select(['first.points as a', 'second.points as b', 'unit.facts'])
    .execute()
  const over = rows.filter((row) =>
    isOver(scored(row.a), scored(row.b), { ...policyOf(rules, factsOf(row).choice), bestOf }),
  )
  return { of: rows.length, over: over.length }
}

const scored = (points: string | null) => ({ scores: JSON.parse(points ?? '[]') as Milli[] })
