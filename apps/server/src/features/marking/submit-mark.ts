import type { Db } from '@hengjuan/db'
import {
  type Annotation,
  AppError,
  BACKMARK_LAST,
  cappedActiveMs,
  type MarkEvent,
  type Milli,
  PAPER_FLAGS,
  PROBLEM_REASONS,
  type ProblemReason,
  sumOfScores,
  tooSoonMs,
} from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import { type Actor, applyEvent, NEW_READING } from './apply-event.ts'
import { type BlockRules, selectBlockRules } from './block-rules.query.ts'
import { assertMarks } from './mark-queue.ts'
import {
  isSeed,
  passSeedOn,
  reviseSeed,
  type SeedJudgement,
  takeSeed,
} from './quality/take-seed.ts'
import { keptTraces } from './traces.ts'
import type { ReadingRow } from './unit-facts.ts'
import { findLiveReading, findReading, findReadingByKey } from './unit.query.ts'
import { withRetry } from './with-retry.ts'

export interface Judgement {
  markerId: number
  blockId: number
  readingId: number
  idemKey: string
  scores: readonly (Milli | null)[]
  flags?: readonly string[] | undefined
  activeMs?: number | undefined
  traces?: readonly Annotation[] | null | undefined
}

export interface Submitted {
  readingId: number
  outcome: 'submitted' | 'repeat' | 'problem'
}

/**
 * Takes a marker's scores for a claimed or a rejected paper. The same `idemKey` again gives the same
 * answer. A score that comes after its lease is taken if the slot is still free; otherwise it is kept for
 * the marker to see and refused with MARKING_LEASE_LOST.
 *
 * @source domain rules 3.7 (2), 3.8, 3.9
 */
export async function submitMark(services: Services, judgement: Judgement): Promise<Submitted> {
  const rules = await selectBlockRules(services.db, judgement.blockId)
  await assertMarks(services, rules, judgement.markerId)
  try {
    return await withRetry(services, (db) => submit(db, services, rules, judgement))
  } catch (error) {
    if (error instanceof AppError && NOT_TAKEN.includes(error.code))
      await keepUnplaced(services.db, judgement)
    throw error
  }
}

const NOT_TAKEN: readonly string[] = [
  'MARKING_LEASE_LOST',
  'MARKING_UNIT_NOT_OPEN',
  'MARKING_UNIT_LOCKED',
  'MARKING_BLOCK_CLOSED',
]

async function submit(
  db: Db,
  services: Services,
  rules: BlockRules,
  judgement: Judgement,
): Promise<Submitted> {
  const { markerId, idemKey, scores } = judgement
  const earlier = await findReadingByKey(db, idemKey)
  const reading = earlier ?? (await ownReading(db, judgement))
  if (earlier && earlier.marker_id !== markerId) throw new AppError('MARKING_IDEMPOTENCY_MISMATCH')
  if (!earlier) {
    assertTakesScores(rules)
    assertLookedAt(rules, judgement)
  }
  if (isSeed(reading))
    return takeSeed(db, services, rules, reading, seedJudgement(rules, judgement))
  const scored = { markerId, scores, idemKey }
  const again = reading.state === 'rejected' || (earlier && reading.rev > 1)
  const event: MarkEvent = again
    ? { type: 'remark', readingId: reading.id, newReadingId: NEW_READING, ...scored }
    : { type: 'submit', readingId: reading.id, ...scored }
  const { effects, readingId } = await applyEvent(
    db,
    services,
    reading.unit_id,
    event,
    actorOf(rules, judgement),
  )
  const repeated = effects.some(({ kind }) => kind === 'repeat')
  return { readingId: readingId ?? reading.id, outcome: repeated ? 'repeat' : 'submitted' }
}

/** Paused markers may hand in what they hold; nobody hands in to a closed block. */
function assertTakesScores({ block }: BlockRules): void {
  if (block.status === 'closed') throw new AppError('MARKING_BLOCK_CLOSED', { block: block.name })
  if (block.status === 'setup') throw new AppError('MARKING_BLOCK_NOT_OPEN', { block: block.name })
}

/** A score that came sooner than the block allows is not taken. @source domain rules 7.5 */
function assertLookedAt({ settings }: BlockRules, { activeMs }: Judgement): void {
  const left = tooSoonMs(activeMs ?? null, settings.minMs)
  if (left > 0)
    throw new AppError('MARKING_TOO_FAST', {
      seconds: settings.minMs / 1000,
      left: Math.ceil(left / 1000),
    })
}

function seedJudgement(rules: BlockRules, judgement: Judgement): SeedJudgement {
  const { reading } = actorOf(rules, judgement)
  return {
    markerId: judgement.markerId,
    idemKey: judgement.idemKey,
    scores: judgement.scores,
    activeMs: reading?.activeMs ?? null,
    flags: reading?.flags ?? [],
    traces: reading?.traces == null ? null : JSON.stringify(reading.traces),
  }
}

const actorOf = (rules: BlockRules, { markerId, flags, activeMs, traces }: Judgement): Actor => ({
  userId: markerId,
  rules,
  reading: {
    flags: (flags ?? []).filter((flag) => Object.hasOwn(PAPER_FLAGS, flag)),
    activeMs: activeMs === undefined ? undefined : cappedActiveMs(activeMs),
    traces: keptTraces(rules, traces),
  },
})

/** The caller's reading; for one whose lease ran out, the claim that they made of the same paper since. */
async function ownReading(
  db: Db,
  { readingId, markerId, blockId }: Pick<Judgement, 'readingId' | 'markerId' | 'blockId'>,
): Promise<ReadingRow> {
  const reading = await findReading(db, readingId)
  if (!reading || reading.block_id !== blockId) throw new AppError('MARKING_READING_NOT_FOUND')
  if (reading.marker_id !== markerId) throw new AppError('MARKING_NOT_YOUR_READING')
  const isLive = ['claimed', 'submitted', 'rejected'].includes(reading.state)
  return (isLive ? undefined : await findLiveReading(db, reading.unit_id, markerId)) ?? reading
}

/** Keeps a score that was not taken on the claim that ended, for its marker to see. */
async function keepUnplaced(db: Db, { readingId, markerId, scores }: Judgement): Promise<void> {
  if (scores.some((score) => score === null)) return
  await db
    .updateTable('reading')
    .set({ points: JSON.stringify(scores), total_milli: sumOfScores(scores as Milli[]) })
    .where('id', '=', readingId)
    .where('marker_id', '=', markerId)
    .where('state', '=', 'released')
    .execute()
}

/**
 * Passes a paper in hand to the block leader instead of scoring it; uses no quota. Repeating it changes
 * nothing.
 *
 * @source domain rules 6.2
 */
export async function raiseProblem(
  services: Services,
  raised: {
    markerId: number
    blockId: number
    readingId: number
    reason: string
    note: string
  },
): Promise<Submitted & { isRisk: boolean }> {
  const { markerId, reason, note, readingId } = raised
  const rules = await selectBlockRules(services.db, raised.blockId)
  await assertMarks(services, rules, markerId)
  if (!Object.hasOwn(PROBLEM_REASONS, reason)) throw new AppError('MARKING_PROBLEM_REASON_MISSING')
  const isRisk = reason === 'emotional_or_risk'
  return withRetry(services, async (db) => {
    const reading = await ownReading(db, raised)
    if (isSeed(reading)) {
      const outcome = await passSeedOn(db, services, reading, reason, note)
      return { readingId, outcome, isRisk: isRisk && outcome === 'problem' }
    }
    const before = await findOwnProblem(db, reading.unit_id, markerId, reading.claimed_at)
    if (before) return { readingId, outcome: 'repeat' as const, isRisk: false }
    assertTakesScores(rules)
    await applyEvent(
      db,
      services,
      reading.unit_id,
      {
        type: 'raise_problem',
        by: markerId,
        readingId: reading.id,
        reason: reason as ProblemReason,
        note,
      },
      { userId: markerId, rules },
    )
    return { readingId, outcome: 'problem' as const, isRisk }
  })
}

const findOwnProblem = (db: Db, unitId: number, markerId: number, since: string) =>
  db
    .selectFrom('problem_paper')
    .select('id')
    .where('unit_id', '=', unitId)
    .where('raised_by', '=', markerId)
    .where('raised_at', '>=', since)
    .executeTakeFirst()

/**
 * Back-mark: changes an own submitted reading, of the last hundred, while the block is not closed.
 *
 * @returns the id of the new revision
 * @source domain rules 5.1
 */
export async function correctMark(services: Services, judgement: Judgement): Promise<number> {
  const { markerId, idemKey, scores, blockId } = judgement
  const rules = await selectBlockRules(services.db, blockId)
  await assertMarks(services, rules, markerId)
  return withRetry(services, async (db) => {
    const earlier = await findReadingByKey(db, idemKey)
    if (earlier && earlier.marker_id !== markerId)
      throw new AppError('MARKING_IDEMPOTENCY_MISMATCH')
    const reading = earlier ?? (await ownReading(db, judgement))
    if (!earlier) {
      assertTakesScores(rules)
      await assertRecent(db, reading)
    }
    if (isSeed(reading))
      return reviseSeed(db, services, rules, reading, seedJudgement(rules, judgement))
    const { readingId } = await applyEvent(
      db,
      services,
      reading.unit_id,
      {
        type: 'revise',
        readingId: reading.id,
        newReadingId: NEW_READING,
        markerId,
        scores,
        idemKey,
      },
      actorOf(rules, judgement),
    )
    return readingId ?? reading.id
  })
}

async function assertRecent(db: Db, reading: ReadingRow): Promise<void> {
  const { count } = await db
    .selectFrom('reading')
    .where('block_id', '=', reading.block_id)
    .where('marker_id', '=', reading.marker_id)
    .where('state', '=', 'submitted')
    .where('submitted_at', '>', reading.submitted_at ?? '')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= BACKMARK_LAST)
    throw new AppError('MARKING_BACKMARK_CLOSED', {
      reason: `只能回评最近提交的 ${BACKMARK_LAST} 份`,
    })
}
