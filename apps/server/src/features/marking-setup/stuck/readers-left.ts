import type { Db } from '@hengjuan/db'
import { barredBy, freeSlots, nextSlot, type UnitState } from '@hengjuan/domain'
import {
  type BlockRules,
  isReady,
  selectActiveMarkers,
  type UnitRow,
} from '../../marking-core/index.ts'
import { barsOf } from '../shares/eligibility.ts'
import { originOf } from '../shares/top-up.ts'

/**
 * Are there people enough for the slots of a paper that nobody holds? Whoever is at work in the block, has
 * qualified, is not kept from the paper and has not had it; targets and daily caps pass by themselves.
 *
 * @param unit as the paper would be; no slot is free but where it is open to markers
 * @source domain rules 4.4
 */
export async function hasReadersLeft(
  db: Db,
  rules: BlockRules,
  row: UnitRow,
  unit: UnitState,
): Promise<boolean> {
  const needed = freeSlots(unit)
  if (needed === 0) return true
  const { id: blockId, exam_id: examId } = rules.block
  const markers = await selectActiveMarkers(db, { examId, blockId })
  const barOf = await barsOf(
    db,
    markers.map(({ user_id }) => ({ rules, markerId: user_id })),
  )
  let able = 0
  for (const marker of markers) {
    const { user_id } = marker
    if (nextSlot(unit, user_id) === null) continue
    if (barredBy(rules.settings.scope, barOf(rules, user_id), originOf(row)) !== null) continue
    if (await isReady(db, rules, user_id, marker)) able++
    if (able >= needed) return true
  }
  return false
}
