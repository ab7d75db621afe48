import type { Db } from '@hengjuan/db'
import type { MarkEvent } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { selectBlockRules } from '../block/block-rules.query.ts'
import { applyEvent } from '../engine/apply-event.ts'
import { factsOf, type UnitRow } from '../engine/unit-facts.ts'
import { findUnitForUpdate } from '../engine/unit.query.ts'
import { isWaiting, looksBlank } from './blank-check.ts'
import { selectOpenChecks, selectReportedBlank } from './blank-check.query.ts'

/**
 * Screens the papers of a block anew after its limit changed: unread papers with little ink go to
 * review, those above the limit that nobody has confirmed leave it. What is to be marked as a check stays with markers:
 * in review it would pass unread.
 */
export async function screenBlanks(db: Db, services: Services, blockId: number): Promise<void> {
  const rules = await selectBlockRules(db, blockId)
  const { blankCheck, blankInkLimit } = rules.settings
  const units = await db
    .selectFrom('unit')
    .select(['id', 'state', 'ink_ratio', 'facts'])
    .where('block_id', '=', blockId)
    // Of those that nobody has read, all with more ink stay where they are.
    .where((eb) =>
      eb.or([
        eb('state', '=', 'BLANK_REVIEW'),
        ...(blankCheck
          ? [eb.and([eb('state', '=', 'READY'), eb('ink_ratio', '<=', blankInkLimit)])]
          : []),
      ]),
    )
    .orderBy('id')
    .execute()
  const asMachine = { userId: null, rules }
  const wantedOf = (unit: Pick<UnitRow, 'ink_ratio' | 'facts'>) => {
    const { choice, strokeMm } = factsOf(unit)
    return looksBlank(rules, { inkRatio: unit.ink_ratio, strokeMm }, choice)
  }
  const moving = units.filter((unit) => wantedOf(unit) !== isWaiting(unit))
  const reported = await selectReportedBlank(
    db,
    moving.map(({ id }) => id),
  )
  const checks = await selectOpenChecks(db, blockId)
  for (const { id } of moving) {
    const unit = await findUnitForUpdate(db, id)
    // Somebody has taken it meanwhile, or decided about it.
    if (!unit || !(unit.state === 'READY' || isWaiting(unit))) continue
    const wanted = wantedOf(unit)
    if (wanted === isWaiting(unit)) continue
    // A person said so; only a person says otherwise.
    if (!wanted && (reported.has(unit.id) || factsOf(unit).blankConfirmedBy.length > 0)) continue
    if (wanted && ((await wasRejected(db, unit.id)) || checks.has(unit.id))) continue
    const event: MarkEvent = wanted ? { type: 'blank_review' } : { type: 'blank_reject', by: 0 }
    await applyEvent(db, services, unit.id, event, asMachine)
  }
}

/** A person has already said that it is not blank. */
async function wasRejected(db: Db, unitId: number): Promise<boolean> {
  const row = await db
    .selectFrom('mark_event')
    .select('id')
    .where('unit_id', '=', unitId)
    .where('type', '=', 'blank_reject')
    .where('actor_id', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}
