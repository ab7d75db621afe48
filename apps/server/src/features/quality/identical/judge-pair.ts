import { lockRows } from '@hengjuan/db'
import {
  AppError,
  IDENTICAL_OUTCOMES,
  type IdenticalOutcome,
  type MarkEvent,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import {
  applyEvents,
  type BlockRules,
  factsOf,
  leavesHands,
  selectUnitsForUpdate,
  notifyMarkers,
  type UnitRow,
  withRetry,
} from '../../marking-core/index.ts'
import { assertNoRelative } from '../../marking-setup/index.ts'
import { insertCut, undoCut } from './identical-cuts.query.ts'
import { isOut, type Pair, pairsOf, pairVersion } from './pairs.ts'

/**
 * A leader decides about two papers that are said to be identical: both keep what they got, both get no mark
 * of misconduct or, where the other is not marked any more, the one that is; or they are not identical. Papers that wait for this go back to marking, but for misconduct.
 *
 * @returns states of the two afterwards
 * @throws AppError MARKING_PAIR_NOT_LINKED, MARKING_REASON_MISSING, MARKING_RELATIVE, MARKING_PAIR_DECIDED,
 *   MARKING_PAIR_PUNISHED, MARKING_PAIR_OUT, MARKING_PAIR_NOT_OUT, VERSION_CONFLICT, MARKING_PAPER_CHANGED where the pictures are others than
 *   were shown, and what keeps one of them from being decided
 * @source domain rules 6.2
 */
export async function judgePair(
  services: Services,
  rules: BlockRules,
  on: {
    units: readonly [number, number]
    outcome: IdenticalOutcome
    reason: string
    byId: number
    /** When what the leader saw had been decided; null where nothing was. */
    seenAt: string | null
    /** What the leader was shown; see `pairVersion`. Absent where that does not matter. */
    version?: string | undefined
  },
): Promise<string[]> {
  const { outcome, byId } = on
  const reason = on.reason.trim()
  const blockId = rules.block.id
  if (outcome !== 'keep' && reason === '') throw new AppError('MARKING_REASON_MISSING')
  const units = on.units.toSorted((a, b) => a - b) as [number, number]
  const { states, taken } = await withRetry(services, async (db) => {
    // A block's row stands for its links: two leaders do not decide about one of them at once.
    await lockRows(db, db.selectFrom('block').select('id').where('id', '=', blockId)).execute()
    const pair = (await pairsOf(db, [blockId])).find(({ papers }) =>
      papers.every(({ id }, at) => id === units[at]),
    )
    if (!pair) throw new AppError('MARKING_PAIR_NOT_LINKED')
    // A press that arrives twice, or two leaders of one mind.
    if (pair.verdict?.outcome === outcome && pair.verdict.reason === reason)
      return { states: pair.papers.map(({ state }) => state), taken: [] }
    assertSeen(pair, on.seenAt)
    // A paper may have its mark for another pair as well: whoever withdraws it sees which it is.
    const isPunishing = PUNISHING.includes(outcome)
    if (pair.verdict && PUNISHING.includes(pair.verdict.outcome) && !isPunishing)
      throw new AppError('MARKING_PAIR_PUNISHED')
    const rows = await selectUnitsForUpdate(db, units)
    if (on.version !== undefined && on.version !== pairVersion(rows))
      throw new AppError('MARKING_PAPER_CHANGED', { what: '图像' })
    const out = rows.filter(isOut)
    assertPunishable(out, outcome)
    const decided = outcome === 'misconduct_one' ? rows.filter((row) => !out.includes(row)) : rows
    if (isPunishing) for (const row of decided) await assertNoRelative(db, row, byId)
    const asked = decided.flatMap((row) =>
      eventsFor(row, outcome, reason, byId).map((event) => ({
        unitId: row.id,
        event,
        actor: { userId: byId, rules },
      })),
    )
    const gone = new Set<number>()
    for (const [at, answer] of (await applyEvents(db, services, asked)).entries()) {
      if (answer instanceof AppError) throw answer
      const before = rows.find(({ id }) => id === asked[at]?.unitId)
      if (before && leavesHands(before, answer)) gone.add(before.id)
    }
    const link = { blockId, units, byId, at: isoNow(services.clock) }
    await undoCut(db, link)
    if (outcome === 'dismiss') await insertCut(db, link)
    await db
      .insertInto('identical_verdict')
      .values({
        block_id: blockId,
        unit_id: units[0],
        pair_unit_id: units[1],
        outcome,
        reason,
        by_id: byId,
        at: link.at,
      })
      .execute()
    const after = await db
      .selectFrom('unit')
      .select('state')
      .where('id', 'in', units)
      .orderBy('id')
      .execute()
    return { states: after.map(({ state }) => state), taken: [...gone] }
  })
  await notifyMarkers(services.db, taken)
  return states
}

function assertSeen({ verdict }: Pair, seenAt: string | null): void {
  if ((verdict?.at ?? null) === seenAt) return
  if (verdict === null) throw new AppError('VERSION_CONFLICT', { what: '这两份试卷的处理' })
  throw new AppError('MARKING_PAIR_DECIDED', {
    name: verdict.by_name,
    outcome: IDENTICAL_OUTCOMES[verdict.outcome],
  })
}

const PUNISHING: readonly IdenticalOutcome[] = ['misconduct', 'misconduct_one']

/** Both can be punished where both are marked, and one alone where the other is not. */
function assertPunishable(out: readonly UnitRow[], outcome: IdenticalOutcome): void {
  const [gone] = out
  if (outcome === 'misconduct' && gone)
    throw new AppError('MARKING_PAIR_OUT', { code: gone.secret_code })
  if (outcome === 'misconduct_one' && out.length !== 1)
    throw new AppError('MARKING_PAIR_NOT_OUT', { where: gone ? '都不在' : '都在' })
}

/** What has to happen to one of the two papers. */
function eventsFor(
  row: UnitRow,
  outcome: IdenticalOutcome,
  reason: string,
  by: number,
): MarkEvent[] {
  const isOpen = row.state === 'PROBLEM'
  if (PUNISHING.includes(outcome)) {
    if (row.final_reason === 'MISCONDUCT') return []
    const solve: MarkEvent = {
      type: 'resolve_problem',
      by,
      outcome: { kind: 'misconduct', note: reason },
    }
    return isOpen
      ? [solve]
      : [
          {
            type: 'raise_problem',
            by,
            readingId: null,
            keepsDecision: true,
            reason: 'identical',
            note: reason,
          },
          solve,
        ]
  }
  // A paper that waits for something else, like a page that is missing, goes on waiting for it.
  return isOpen && factsOf(row).problem?.reason === 'identical'
    ? [{ type: 'resolve_problem', by, outcome: { kind: 'return', to: 'anyone' } }]
    : []
}
