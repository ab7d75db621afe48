import type { ledBlocks, ownTasks, ReplyOf } from '@hengjuan/contracts'
import { type Db, isOneOf, whereGiven } from '@hengjuan/db'
import { isOverTask } from '@hengjuan/domain'
import { sql } from 'kysely'
import type { Services } from '../../../services.ts'
import {
  allocationOf,
  barsOf,
  type BlockAllocation,
  deadlineOf,
  dueAt,
  nobodyElses,
  type NothingNew,
  TOP_UP_WINDOW,
} from '../../marking-setup/index.ts'
import {
  type BlockRules,
  countClaimable,
  findAssignment,
  MAY_BE_IN_HAND,
  mayBegin,
  type PoolFilter,
  readingsInHand,
  selectBlockRules,
  selectBlockUnitCounts,
  selectFirstClaimable,
} from '../../marking-core/index.ts'
import { leftFor, ownProgress, roomUnderTarget } from '../../claiming/index.ts'
import { selectLeaderNames, trialPlaceOf, waitingToQualify } from '../../quality/index.ts'
import { subjectNameIn } from '../../../subject-name.ts'

/** Blocks that a person marks or leads, of exams that exist, newest exam first. */
const assignedBlocks = (db: Db, userId: number, duty: 'marker' | 'leader') =>
  db
    .selectFrom('block_marker')
    .innerJoin('block', 'block.id', 'block_marker.block_id')
    .innerJoin('exam', 'exam.id', 'block.exam_id')
    .innerJoin('subject', 'subject.id', 'block.subject_id')
    .innerJoin('exam_subject', (join) =>
      join
        .onRef('exam_subject.exam_id', '=', 'block.exam_id')
        .onRef('exam_subject.subject_id', '=', 'block.subject_id'),
    )
    .where('block_marker.user_id', '=', userId)
    .where('block_marker.duty', '=', duty)
    .where('exam.deleted_at', 'is', null)
    .selectAll('block')
    .select(['exam.name as exam_name', subjectNameIn('exam.id').as('subject_name')])
    .select('exam_subject.marking_deadline')
    .orderBy('exam.id', 'desc')
    .orderBy('block.subject_id')
    .orderBy('block.sort')

/** Which block it is, and of what. */
const placeOf = (
  block: Awaited<ReturnType<ReturnType<typeof assignedBlocks>['execute']>>[number],
) => ({
  block_id: block.id,
  block_name: block.name,
  exam_id: block.exam_id,
  exam_name: block.exam_name,
  subject_id: block.subject_id,
  subject_name: block.subject_name,
  status: block.status,
})

/**
 * The signed-in marker's tasks. Each costs some ten statements, and pages ask every few seconds: the blocks of exams
 * that are over, more every term, are left out before where nobody asks for them.
 *
 * @source specification, section 3 (marking task table)
 */
export async function selectOwnTasks(
  services: Services,
  userId: number,
  { examId, unfinished = false }: { examId?: number | undefined; unfinished?: boolean } = {},
): Promise<ReplyOf<typeof ownTasks>> {
  const { db } = services
  const assigned = await assignedBlocks(db, userId, 'marker')
    .where((eb) => whereGiven(eb, { 'exam.id': examId }))
    .execute()
  const holding = unfinished ? await selectHolding(db, userId) : null
  const counts = await selectBlockUnitCounts(
    db,
    assigned
      .filter(({ id, status }) => !holding || holding.has(id) || status !== 'closed')
      .map(({ id }) => id),
  )
  const blocks = assigned.filter(({ id, status }) => {
    const { total = 0, final = 0 } = counts.get(id) ?? {}
    return (
      !holding ||
      holding.has(id) ||
      !isOverTask({ ...NOTHING_IN_HAND, status, unit_count: total, final_count: final })
    )
  })
  const ids = blocks.map(({ id }) => id)
  const overruled = await selectOverruleCounts(db, ids, userId)
  const asleep = await selectAsleep(db, ids, userId)
  const tasks = await Promise.all(
    blocks.map(async (block) => {
      const rules = await selectBlockRules(db, block.id)
      const allocation = await allocationOf(db, rules)
      const { people } = allocation
      const own = people.find((person) => person.userId === userId)
      const target = own?.target ?? null
      // The same figures as at the desk: seeds are papers like any other to their marker.
      const mine = await ownProgress(db, rules, userId, { target })
      const units = counts.get(block.id)
      const [total, final] = [units?.total ?? 0, units?.final ?? 0]
      const barOf = await barsOf(db, [{ rules, markerId: userId }])
      const pool = { blockId: block.id, markerId: userId, ...barOf(rules, userId) }
      const givable = await countGivable(services, rules, pool, allocation, mine.claimed)
      return {
        ...placeOf(block),
        marking_progress: total === 0 ? 0 : Math.floor((final * 10_000) / total) / 100,
        marking_count: mine.done,
        target,
        claimed_count: mine.claimed,
        rejected_count: mine.rejected,
        taken_back_count: Math.max(0, mine.taken_back - (asleep.get(block.id) ?? 0)),
        pool_count: givable.count,
        pool_reason: givable.nothing,
        suspended: own?.suspended ? 1 : 0,
        point_name: rules.points.map(({ name }) => name).join('、'),
        score: block.full_milli,
        question_count: new Set(rules.points.map(({ questionId, id }) => questionId ?? -id)).size,
        overrule_count: overruled.get(block.id) ?? 0,
        marking_teacher_count: people.length,
        double_mode: block.mark_mode,
        alloc_method: block.alloc_mode,
        unit_count: total,
        final_count: final,
        ...dueAt(deadlineOf(block, block.marking_deadline), services.clock),
        ...(await qualificationOf(db, rules, userId)),
      }
    }),
  )
  return unfinished ? tasks.filter((task) => !isOverTask(task)) : tasks
}

const NOTHING_IN_HAND = { claimed_count: 0, rejected_count: 0, taken_back_count: 0 }

/** Blocks of which a marker may have papers in hand. */
async function selectHolding(db: Db, markerId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom(readingsInHand(db))
    .where('reading.marker_id', '=', markerId)
    .where(MAY_BE_IN_HAND)
    .select('reading.block_id')
    .distinct()
    .execute()
  return new Set(rows.map(({ block_id }) => block_id))
}

/** Own readings that were taken back, of papers that have left marking or wait for somebody else, by block. */
async function selectAsleep(
  db: Db,
  blockIds: readonly number[],
  markerId: number,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom(readingsInHand(db))
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where(isOneOf(db, 'reading.block_id', blockIds))
    .where('reading.marker_id', '=', markerId)
    .where(MAY_BE_IN_HAND)
    .where('reading.state', '=', 'rejected')
    .where('reading.taken_back', '=', 1)
    .where('unit.state', '<>', 'REJECTED')
    .groupBy('reading.block_id')
    .select('reading.block_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()
  return new Map(rows.map(({ block_id, count }) => [block_id, count]))
}

/**
 * Papers that a marker can be given now; where there are none, why, in the words that the desk has for it.
 *
 * @param inHand papers that the marker has and has not handed in
 */
async function countGivable(
  services: Services,
  rules: BlockRules,
  pool: Omit<PoolFilter, 'slot'>,
  allocation: BlockAllocation,
  inHand: number,
): Promise<{ count: number; nothing: NothingNew }> {
  const { db } = services
  const { markerId } = pool
  const own = await findAssignment(db, rules.block.id, markerId, 'marker')
  // Taken out of the block while its rows were read.
  if (!own) return { count: 0, nothing: 'suspended' }
  const left = await leftFor(db, services, { rules, markerId }, own, inHand)
  if (typeof left !== 'number') return { count: 0, nothing: left.nothing }
  const count = Math.min(left, await countInPool(db, rules, pool, allocation))
  if (count > 0) return { count, nothing: null }
  return { count, nothing: roomUnderTarget(allocation, markerId) <= 0 ? 'at_quota' : 'empty' }
}

/** Papers in the pool that a marker may read, as far as their target goes. Third readings lie outside targets. */
async function countInPool(
  db: Db,
  rules: BlockRules,
  pool: Omit<PoolFilter, 'slot'>,
  allocation: BlockAllocation,
): Promise<number> {
  const thirds = await countClaimable(db, pool, 'third')
  const firsts = await countClaimable(db, pool, 'base')
  const left = roomUnderTarget(allocation, pool.markerId)
  if (firsts <= left || !rules.settings.autoTopUp) return thirds + Math.min(firsts, left)
  const seen = await selectFirstClaimable(db, pool, TOP_UP_WINDOW)
  const more = await nobodyElses(db, { rules, markerId: pool.markerId }, allocation, seen)
  return thirds + Math.min(firsts, Math.max(left, more.length))
}

/** What stands between a marker and the first paper, and who decides about it. */
async function qualificationOf(db: Db, rules: BlockRules, userId: number) {
  if (!rules.settings.qualify || (await mayBegin(db, rules, userId)))
    return { qualification: null, qualification_waits: null, leader_names: [] }
  const { state, waits } = await trialPlaceOf(db, rules, userId)
  return {
    qualification: state,
    qualification_waits: waits,
    leader_names: await selectLeaderNames(db, rules.block.id),
  }
}

/** How often a person's readings were sent back, by block. */
async function selectOverruleCounts(db: Db, blockIds: readonly number[], userId: number) {
  if (blockIds.length === 0) return new Map<number, number>()
  const rows = await db
    .selectFrom('reading')
    .where('block_id', 'in', blockIds)
    .where('marker_id', '=', userId)
    .where('state', 'in', ['submitted', 'rejected'])
    .groupBy('block_id')
    .select(['block_id', sql<number>`sum(rejections)`.as('count')])
    .execute()
  return new Map(rows.map(({ block_id, count }) => [block_id, count]))
}

/** Blocks that a person leads, with what waits for their decision. */
export async function selectLedBlocks(db: Db, userId: number): Promise<ReplyOf<typeof ledBlocks>> {
  const blocks = await assignedBlocks(db, userId, 'leader').execute()
  const counts = await selectBlockUnitCounts(
    db,
    blocks.map(({ id }) => id),
  )
  const waiting = await waitingToQualify(
    db,
    blocks.flatMap(({ id, status }) => (status === 'closed' ? [] : [id])),
  )
  return blocks.map((block) => {
    const units = counts.get(block.id)
    const { toDecide = 0, withoutScripts = 0 } = waiting.get(block.id) ?? {}
    return {
      ...placeOf(block),
      unit_count: units?.total ?? 0,
      final_count: units?.final ?? 0,
      arbitration_count: units?.byState.ARBITRATION ?? 0,
      problem_count: units?.problem ?? 0,
      qualification_count: toDecide + withoutScripts,
    }
  })
}
