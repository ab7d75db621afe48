import type { Db } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  checkAllocation,
  hasArbitration,
  type MarkMode,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { allocationOf } from '../shares/allocation-plan.ts'
import {
  assertCleared,
  type BlockRow,
  findAssignmentForUpdate,
  holdMarkers,
  lockAllocation,
  putBackSeeds,
  releaseClaims,
  selectBlockMarkers,
  selectBlockRules,
  selectClaimIds,
  withRetry,
} from '../../marking-core/index.ts'

export type BlockAction = 'open' | 'pause' | 'close' | 'recall'

const STATUS_AFTER = { open: 'open', pause: 'paused', close: 'closed' } as const

/**
 * Can marking begin? Enough markers, quotas that suffice, an arbitrator where readings may disagree.
 *
 * @throws AppError with what is missing
 */
async function assertReady(db: Db, blockId: number): Promise<void> {
  const rules = await selectBlockRules(db, blockId)
  const { plan } = await allocationOf(db, rules)
  const [refusal] = checkAllocation(plan)
  if (refusal) throw appErrorOf(refusal.code, refusal.facts)
  const people = await selectBlockMarkers(db, blockId)
  const hasLeader = people.some(({ duty }) => duty === 'leader')
  if (hasArbitration(rules.block.mark_mode as MarkMode) && !hasLeader)
    throw new AppError('MARKING_ARBITRATOR_MISSING')
}

/**
 * Confirms settings: opens the blocks of a subject that are still being set up, all or the named ones.
 * The subject moves on from marking settings to scanning and marking.
 *
 * @returns how many were opened
 * @throws AppError MARKING_BLOCK_NOT_FOUND; MARKING_BLOCK_NOT_READY with the first block that is not, and why
 */
export async function confirmBlocks(
  db: Db,
  { clock }: Pick<Services, 'clock'>,
  examId: number,
  subjectId: number,
  blockIds: readonly number[] | undefined,
): Promise<number> {
  const ofSubject = db
    .selectFrom('block')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .orderBy('sort')
  await lockAllocation(db, ...(await ofSubject.select('id').execute()).map(({ id }) => id))
  const blocks = await ofSubject.select(['id', 'name', 'status']).execute()
  const wanted = blockIds ? blocks.filter(({ id }) => blockIds.includes(id)) : blocks
  if (wanted.length === 0 || (blockIds && wanted.length < blockIds.length))
    throw new AppError('MARKING_BLOCK_NOT_FOUND')
  const waiting = wanted.filter(({ status }) => status === 'setup')
  for (const { id, name } of waiting) {
    await assertReady(db, id).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      throw new AppError('MARKING_BLOCK_NOT_READY', { block: name, reason: error.message })
    })
    await db
      .updateTable('block')
      .set({ status: 'open', opened_at: isoNow(clock) })
      .where('id', '=', id)
      .execute()
  }
  if (blocks.every(({ id, status }) => status !== 'setup' || waiting.some((one) => one.id === id)))
    await db
      .updateTable('exam_subject')
      .set({ status: 3 })
      .where('exam_id', '=', examId)
      .where('subject_id', '=', subjectId)
      .where('status', '=', 2)
      .execute()
  return waiting.length
}

/**
 * Opens, pauses or closes a block; closing and `recall` take unsubmitted papers back.
 *
 * @returns how many papers were taken back
 */
export async function setBlockStatus(
  services: Services,
  block: BlockRow,
  action: BlockAction,
  actor: { userId: number; markerId?: number | undefined },
): Promise<{ status: string; recalled: number }> {
  const { db } = services
  // First the status, so that nobody claims what is being taken back.
  const status = action === 'recall' ? block.status : STATUS_AFTER[action]
  if (action !== 'recall')
    await withRetry(services, (trx) => setStatus(trx, services, block, status))
  if (action !== 'recall' && action !== 'close') return { status, recalled: 0 }
  const claims = await selectClaimIds(db, {
    blockId: block.id,
    markerId: action === 'recall' ? actor.markerId : undefined,
    // Markers' papers are taken back; what a leader is deciding is not theirs. A closed block is nobody's.
    ofMarkers: action === 'recall',
  })
  const seeds = await putBackSeeds(db, {
    blockId: block.id,
    markerId: action === 'recall' ? actor.markerId : undefined,
  })
  const recalled = await releaseClaims(services, claims, 'recalled', actor.userId)
  return { status, recalled: recalled + seeds.length }
}

/**
 * Pauses the open blocks of a subject that goes back to an earlier step: what is marked stays, nobody is given more.
 *
 * @returns ids of those that were open
 */
export async function pauseSubject(db: Db, examId: number, subjectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('block')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'open')
    .select('id')
    .orderBy('id')
    .execute()
  await moveAll(
    db,
    rows.map(({ id }) => id),
    { from: 'open', to: 'paused' },
  )
  return rows.map(({ id }) => id)
}

/** Opens blocks again that `pauseSubject` had paused, and that nobody has opened, closed or taken away since. */
export const resumeBlocks = (db: Db, blockIds: readonly number[]): Promise<void> =>
  moveAll(db, blockIds, { from: 'paused', to: 'open' })

async function moveAll(
  db: Db,
  blockIds: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (blockIds.length === 0) return
  await lockAllocation(db, ...blockIds)
  await holdMarkers(db, [...blockIds])
  await db
    .updateTable('block')
    .set({ status: to })
    .where('id', 'in', [...blockIds])
    .where('status', '=', from)
    .execute()
}

async function setStatus(
  db: Db,
  { clock }: Pick<Services, 'clock'>,
  { id }: Pick<BlockRow, 'id'>,
  status: string,
): Promise<void> {
  await lockAllocation(db, id)
  if (status === 'open') await assertReady(db, id)
  await holdMarkers(db, [id])
  await db
    .updateTable('block')
    .set({ status, ...(status === 'open' ? { opened_at: isoNow(clock) } : {}) })
    .where('id', '=', id)
    .where('status', '<>', status)
    .execute()
}

/**
 * Takes a person off a block; their unsubmitted papers go back.
 *
 * @throws AppError STAFF_NOT_FOUND, MARKING_SEED_NOT_CLEARED, MARKING_MARKER_HAS_WORK
 */
export async function removeMarker(
  services: Services,
  blockId: number,
  markerId: number,
  actorId: number,
): Promise<void> {
  await withRetry(services, (db) => deleteMarker(db, blockId, markerId))
  await releaseClaims(
    services,
    await selectClaimIds(services.db, { blockId, markerId }),
    'recalled',
    actorId,
  )
}

async function deleteMarker(db: Db, blockId: number, markerId: number): Promise<void> {
  await lockAllocation(db, blockId)
  // What is being handed in is handed in before, or not at all.
  await findAssignmentForUpdate(db, blockId, markerId)
  const assigned = (await selectBlockMarkers(db, blockId)).find(
    ({ user_id, duty }) => user_id === markerId && duty === 'marker',
  )
  if (!assigned) throw new AppError('STAFF_NOT_FOUND')
  assertCleared(assigned)
  const scored = await db
    .selectFrom('reading')
    .innerJoin('user', 'user.id', 'reading.marker_id')
    .where('block_id', '=', blockId)
    .where('marker_id', '=', markerId)
    .where('state', 'in', ['submitted', 'rejected'])
    .groupBy('user.name')
    .select(['user.name', ({ fn }) => fn.countAll<number>().as('count')])
    .executeTakeFirst()
  if (scored)
    throw new AppError('MARKING_MARKER_HAS_WORK', {
      name: scored.name,
      count: scored.count,
    })
  await db
    .deleteFrom('block_marker')
    .where('block_id', '=', blockId)
    .where('user_id', '=', markerId)
    .where('duty', '=', 'marker')
    .execute()
}
