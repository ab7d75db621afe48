import type { allocationSet, InputOf } from '@hengjuan/contracts'
import { type Db, isOneOf, type Tables } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  checkAllocation,
  hasArbitration,
  type MarkMode,
} from '@hengjuan/domain'
import type { ExpressionBuilder } from 'kysely'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { tellApart } from '../../school/index.ts'
import { allocationOf } from '../shares/allocation-plan.ts'
import {
  allocationStamp,
  assertAsSeen,
  assertCleared,
  holdMarkers,
  lockAllocation,
  NO_WORK,
  selectBlockMarkers,
  selectBlockRules,
  selectWork,
} from '../../marking-core/index.ts'
import { selectAble } from './marking-staff.query.ts'

type Input = InputOf<typeof allocationSet>['body']

/**
 * Replaces who marks and leads a block, and how the work is shared. What was marked stays; who has marked
 * can be stopped but not removed, and whom seeds stopped is let on by a leader alone.
 *
 * @throws AppError MARKING_ALLOCATION_CHANGED, STAFF_NOT_FOUND, MARKING_MARKER_HAS_WORK, MARKING_MARKER_HOLDS,
 *   MARKING_SEED_NOT_CLEARED, MARKING_ARBITRATOR_MISSING for taking the last one
 * off a block that is open, and what `checkAllocation` finds
 * @source domain rules 4.2, 4.3
 */
export async function allocateMarkers(db: Db, services: Services, input: Input): Promise<void> {
  await lockAllocation(db, input.block_id)
  // Who is at a paper has taken it by then, or finds how they stand now.
  await holdMarkers(db, [input.block_id])
  const rules = await selectBlockRules(db, input.block_id)
  const present = await selectBlockMarkers(db, input.block_id)
  assertAsSeen(input.stamp, allocationStamp(rules, present))
  const keyOf = (userId: number, duty: string) => `${userId} ${duty}`
  const wanted = new Map(
    input.markers.map((one) => [keyOf(one.marker_id, one.duty ?? 'marker'), one]),
  )
  const old = new Map(present.map((row) => [keyOf(row.user_id, row.duty), row]))
  await assertMayMark(
    db,
    rules.block.exam_id,
    [...wanted].flatMap(([key, one]) => (joins(one, old.get(key)) ? [one] : [])),
  )
  await assertRemovable(
    db,
    input.block_id,
    present.filter(({ user_id, duty }) => !wanted.has(keyOf(user_id, duty))),
  )
  const isLed = [...wanted.keys()].some((key) => key.endsWith(' leader'))
  if (
    !isLed &&
    rules.block.status !== 'setup' &&
    hasArbitration(rules.block.mark_mode as MarkMode) &&
    present.some(({ duty }) => duty === 'leader')
  )
    throw new AppError('MARKING_ARBITRATOR_MISSING')
  const alloc_mode = input.alloc_mode ?? rules.block.alloc_mode
  const targets = new Map(
    (await allocationOf(db, rules)).people.map(({ userId, target }) => [userId, target]),
  )
  const quotasAreWeights =
    input.quotas_are_weights === undefined
      ? rules.settings.quotasAreWeights
      : input.quotas_are_weights === 1
  await db
    .updateTable('block')
    .set({
      alloc_mode,
      // Somebody chose another way: what follows from average allocation is past.
      ...(alloc_mode === rules.block.alloc_mode ? {} : { was_average: 0 }),
      settings: JSON.stringify({
        ...(JSON.parse(rules.block.settings) as object),
        ...(input.quotas_are_weights === undefined ? {} : { quotasAreWeights }),
      }),
    })
    .where('id', '=', input.block_id)
    .execute()
  const now = isoNow(services.clock)
  const next = [...wanted].map(([key, one]) => rowOf(one, old.get(key), now))
  for (const { user_id, duty } of present)
    if (!wanted.has(keyOf(user_id, duty)))
      await db
        .deleteFrom('block_marker')
        .where(isRow(input.block_id, user_id, duty))
        .execute()
  for (const { user_id, duty, ...columns } of next)
    await (old.has(keyOf(user_id, duty))
      ? db
          .updateTable('block_marker')
          .set(columns)
          .where(isRow(input.block_id, user_id, duty))
          .execute()
      : db
          .insertInto('block_marker')
          .values({ block_id: input.block_id, user_id, duty, ...columns })
          .execute())
  await tellApart(
    db,
    next.map(({ user_id }) => user_id),
  )
  if (sharingOf(present) !== sharingOf(next)) await setBases(db, input.block_id)
  const { plan, people } = await allocationOf(db, await selectBlockRules(db, input.block_id))
  const [refusal] = checkAllocation(plan)
  if (refusal) throw appErrorOf(refusal.code, refusal.facts)
  const gaining = people.filter(({ userId, target }) => {
    const before = targets.get(userId)
    return before !== undefined && target !== null && target > (before ?? -1)
  })
  await setAbleSince(
    db,
    input.block_id,
    gaining.map(({ userId }) => userId),
    now,
  )
}

/** Who got more has time again to come and mark it. @source domain rules 4.3 */
export async function setAbleSince(
  db: Db,
  blockId: number,
  userIds: readonly number[],
  now: string,
): Promise<void> {
  if (userIds.length > 0)
    await db
      .updateTable('block_marker')
      .set({ able_since: now })
      .where('block_id', '=', blockId)
      .where('duty', '=', 'marker')
      .where(isOneOf(db, 'user_id', userIds))
      .execute()
}

const isRow =
  (blockId: number, userId: number, duty: string) =>
  (eb: ExpressionBuilder<Tables, 'block_marker'>) =>
    eb.and({ block_id: blockId, user_id: userId, duty })

type Present = Awaited<ReturnType<typeof selectBlockMarkers>>[number]

/**
 * Does this person come to the block, or go on after a stop? Who is there may stay and be stopped whatever became of
 * the account: others are not kept from changing the allocation.
 */
const joins = (one: Input['markers'][number], old: Present | undefined): boolean =>
  !old || (old.suspended_at !== null && one.suspended === 0)

/** What is not said stays as it was. */
function rowOf(one: Input['markers'][number], old: Present | undefined, now: string) {
  const before = old?.suspended_at ?? null
  if (old?.seed_state === 'suspended' && before !== null && one.suspended === 0) assertCleared(old)
  const suspended_at =
    one.suspended === undefined ? before : one.suspended === 1 ? (before ?? now) : null
  const isLetOn = before !== null && suspended_at === null
  return {
    user_id: one.marker_id,
    duty: one.duty ?? 'marker',
    quota: one.quota === undefined ? (old?.quota ?? null) : one.quota,
    weight: one.weight ?? old?.weight ?? 1,
    allow_exceed: one.allow_exceed ?? old?.allow_exceed ?? 0,
    suspended_at,
    able_since: old && !isLetOn ? old.able_since : now,
  }
}

type Row = Pick<Present, 'user_id' | 'duty' | 'weight' | 'suspended_at'>

/** Who shares the work of a block, and with what weights. */
const sharingOf = (rows: readonly Row[]): string =>
  rows
    .filter(({ duty, suspended_at }) => duty === 'marker' && suspended_at === null)
    .map(({ user_id, weight }) => `${user_id}:${weight}`)
    .toSorted()
    .join(' ')

/** From now on what is done is done: the rest is what is shared. @source domain rules 4.3 */
async function setBases(db: Db, blockId: number): Promise<void> {
  for (const [userId, { done }] of await selectWork(db, blockId))
    await db
      .updateTable('block_marker')
      .set({ base_done: done })
      .where(isRow(blockId, userId, 'marker'))
      .execute()
}

/** @throws AppError STAFF_NOT_FOUND for whoever is no teacher of a school of the exam or has no role for the duty */
async function assertMayMark(db: Db, examId: number, people: Input['markers']): Promise<void> {
  if (people.length === 0) return
  const able = await selectAble(db, examId)
  if (people.some(({ marker_id, duty = 'marker' }) => !able[duty].has(marker_id)))
    throw new AppError('STAFF_NOT_FOUND')
}

/** @throws AppError MARKING_MARKER_HAS_WORK, MARKING_MARKER_HOLDS, MARKING_SEED_NOT_CLEARED */
export async function assertRemovable(
  db: Db,
  blockId: number,
  people: readonly Pick<Present, 'user_id' | 'name' | 'duty' | 'seed_state'>[],
): Promise<void> {
  const work = await selectWork(db, blockId)
  for (const person of people) {
    const { user_id, name, duty } = person
    if (duty === 'marker') assertCleared(person)
    const own = work.get(user_id) ?? NO_WORK
    if (duty !== 'marker') continue
    const count = own.done + own.thirdDone + own.rejected
    if (count > 0) throw new AppError('MARKING_MARKER_HAS_WORK', { name, count })
    if (own.claimed > 0) throw new AppError('MARKING_MARKER_HOLDS', { name, count: own.claimed })
  }
}
