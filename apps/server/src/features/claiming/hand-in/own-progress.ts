import type { OwnProgress } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import type { Static } from 'typebox'
import { allocationOf, type SeenTarget, targetOf } from '../../marking-setup/index.ts'
import {
  type BlockRules,
  heldTallies,
  medianOfMarkers,
  type OwnTally,
  selectHeldOf,
  takenBackOf,
  talliesFrom,
  type TalliesOf,
  talliesOf,
} from '../../marking-core/index.ts'

type Progress = Static<typeof OwnProgress>

/** A marker at work in a block. */
interface AtWork {
  rules: BlockRules
  markerId: number
  /** The marker's target where the caller has it already. */
  seen?: SeenTarget
}

/** A marker's own work in a block. */
export async function ownProgress(
  db: Db,
  rules: BlockRules,
  markerId: number,
  seen?: SeenTarget,
): Promise<Progress> {
  const pairs = [{ block_id: rules.block.id, marker_id: markerId }]
  const held = await selectHeldOf(db, pairs)
  const tallies = talliesFrom([
    ...(await talliesOf(db, pairs).execute()),
    ...heldTallies(held.filter(({ taken_back }) => taken_back === 0)),
    ...heldTallies(await takenBackOf(db, rules.block.id, markerId).execute()),
  ])
  const [own] = await progressOfAll(
    db,
    rules,
    [{ rules, markerId, ...(seen && { seen }) }],
    tallies,
  )
  if (!own) throw new Error('one marker, no progress')
  return own
}

/**
 * The same for several, in their order.
 *
 * @param kept keeps the usual times for a while
 */
export async function progressOfAll(
  db: Db,
  kept: object,
  people: readonly AtWork[],
  tallies: TalliesOf,
): Promise<Progress[]> {
  const keys = people.map(({ rules, markerId }) => `${rules.block.id} ${markerId}`)
  const medians = await medianOfMarkers(kept, db, keys)
  const progress: Progress[] = []
  for (const [index, { rules, markerId, seen }] of people.entries()) {
    const { block } = rules
    const target =
      block.alloc_mode === 1 ? null : (seen?.target ?? (await ownTarget(db, rules, markerId)))
    const tally = tallies(block.id, markerId)
    const count = (matches: (row: OwnTally) => boolean) =>
      tally.filter(matches).reduce((sum, row) => sum + row.count, 0)
    const given = count(
      ({ role, state }) => (state === 'submitted' || state === 'rejected') && BASE.includes(role),
    )
    const seeds = count(({ state }) => state === 'given')
    const takenBack = count(({ state }) => state === 'taken_back')
    // Seeds among them are not counted as done or sent back either way.
    const ofUnits = count(({ role, state }) => state === 'taken_back' && BASE.includes(role))
    // They lie outside targets, so that they count only where there is none.
    const thirds = count(({ role, state }) => state === 'submitted' && role === 'R3')
    const done = shownDone(Math.max(0, given - ofUnits), seeds, target)
    progress.push({
      status: block.status,
      done: target === null ? done + thirds : done,
      target,
      thirds: target === null ? 0 : thirds,
      claimed: count(
        ({ role, state }) => role !== 'ARB' && (state === 'claimed' || state === 'held'),
      ),
      rejected: count(({ state }) => state === 'sent_back'),
      taken_back: takenBack,
      median_ms: medians.get(keys[index] ?? '') ?? null,
      distribution: distributionOf(tally),
    })
  }
  return progress
}

const BASE = ['R1', 'R2']

/**
 * How many papers their marker is told to have marked.
 *
 * Seeds are papers like any other to their marker, but no part of a target: it is never said to be exceeded by
 * them, nor reached while papers are left.
 *
 * @param own    readings that count for the target
 * @param target null for none
 */
export function shownDone(own: number, seeds: number, target: number | null): number {
  const all = own + seeds
  if (target === null) return all
  return own >= target ? own : Math.min(all, target - 1)
}

function distributionOf(tally: readonly OwnTally[]): Progress['distribution'] {
  const scores = new Map<number, number>()
  for (const { role, state, total_milli, count } of tally)
    if ((state === 'submitted' || state === 'given') && role !== 'ARB')
      scores.set(total_milli ?? 0, (scores.get(total_milli ?? 0) ?? 0) + count)
  return [...scores]
    .toSorted(([a], [b]) => a - b)
    .map(([score_milli, count]) => ({ score_milli, count }))
}

const ownTarget = async (db: Db, rules: BlockRules, markerId: number): Promise<number | null> =>
  targetOf(await allocationOf(db, rules), markerId)
