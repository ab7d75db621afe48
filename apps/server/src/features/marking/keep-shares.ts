import type { Db } from '@hengjuan/db'
import { baseReadings, type MarkMode, tightestShare } from '@hengjuan/domain'
import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import type { BlockAllocation } from './allocation-plan.ts'
import type { BlockRules } from './block-rules.query.ts'
import { isReadOf } from './claim.query.ts'

/** Papers between being fine and being short: what a round takes at most is far less. */
const MARGIN = 20
/** A share in danger stays so; it is looked at again after as many papers, or a part of what is open. */
const LOOK_AGAIN = 25
const LOOK_AGAIN_PART = 1 / 20

/** What was found of a block, and how long that holds. */
interface Finding {
  /** The targets and how much was taken then: more is found out of date. */
  targets: string
  taken: number
  until: number
  spared: number | null
}

const findings = new WeakMap<Services, Map<number, Finding>>()

/**
 * Whose share can only be done when others leave certain papers alone: those that this marker has not read
 * and that somebody else has. Null while there is plenty for everybody, and where papers are read once.
 *
 * Counting is for the end of a block: before, there are more untouched papers than anybody's share, and a
 * count says for how many papers it holds.
 *
 * @source domain rules 4.2: quotas are met where the papers allow it
 */
export async function sparedMarker(
  db: Db,
  services: Services,
  { block }: BlockRules,
  { people, untouched }: BlockAllocation,
): Promise<number | null> {
  if (baseReadings(block.mark_mode as MarkMode) < 2) return null
  const shares = people.flatMap(({ userId, suspended, allowExceed, target, work }) =>
    suspended || allowExceed || target === null
      ? []
      : [{ markerId: userId, left: target - work.done - work.claimedBase }],
  )
  if (shares.every(({ left }) => left + MARGIN < untouched)) return null
  const known = findings.get(services) ?? new Map<number, Finding>()
  findings.set(services, known)
  const targets = people.map(({ userId, target }) => `${userId}:${target}`).join()
  const taken = people.reduce((sum, { work }) => sum + work.done + work.claimedBase, 0)
  const last = known.get(block.id)
  if (last?.targets === targets && taken >= last.taken && taken < last.until) return last.spared
  const { open, closedFor } = await selectOpenPapers(db, block.id)
  const tightest = tightestShare(
    open,
    shares.map((share) => ({ ...share, closed: closedFor.get(share.markerId) ?? 0 })),
  )
  const isTight = tightest !== null && tightest.room <= MARGIN
  const holds = isTight
    ? Math.max(LOOK_AGAIN, open * LOOK_AGAIN_PART)
    : Math.max(1, (tightest?.room ?? Infinity) - MARGIN)
  const spared = isTight ? tightest.markerId : null
  known.set(block.id, { targets, taken, until: taken + holds, spared })
  return spared
}

/** Papers with a free first or second slot, and of how many of them each marker has read the other one. */
async function selectOpenPapers(db: Db, blockId: number) {
  const isOpen = sql<boolean>`unit.block_id = ${blockId} and unit.free_role is not null
    and unit.free_role <> 'R3'`
  const { open } = await db
    .selectFrom('unit')
    .where(isOpen)
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('unit')
    .innerJoin('reading', 'reading.unit_id', 'unit.id')
    .where(isOpen)
    .where(isReadOf)
    .groupBy('reading.marker_id')
    .select(['reading.marker_id', ({ fn }) => fn.count<number>('unit.id').distinct().as('count')])
    .execute()
  return {
    open: Number(open),
    closedFor: new Map(rows.map(({ marker_id, count }) => [marker_id, Number(count)])),
  }
}
