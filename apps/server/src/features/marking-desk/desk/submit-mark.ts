import type { Db } from '@hengjuan/db'
import { AppError, LOOKS_BLANK, PROBLEM_REASONS, type ProblemReason } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import {
  applyEvent,
  assertMarks,
  findAssignmentForUpdate,
  findReadingByKey,
  type Judgement,
  keptFlags,
  NEW_READING,
  selectBlockRules,
  selectWindowRefusal,
  type Submitted,
  UnitOfWork,
  withRetry,
} from '../../marking-core/index.ts'
import {
  actorOf,
  assertCounts,
  assertTakesScores,
  claim,
  ownReading,
  type Queue,
  seedJudgement,
} from '../../claiming/index.ts'
import {
  assertSeedGiven,
  findPair,
  isSeed,
  passSeedOn,
  reviseSeed,
  stopWork,
  storePair,
  wasPassedOn,
} from '../../quality/index.ts'

/**
 * Takes a marker's scores for a claimed or a rejected paper. The same `idemKey` again gives the same
 * answer. A score that comes after its lease is taken if the slot is still free; otherwise it is kept for
 * the marker to see and refused with MARKING_LEASE_LOST.
 *
 * @source domain rules 3.7 (2), 3.8, 3.9
 */
export async function submitMark(services: Services, judgement: Judgement): Promise<Submitted> {
  return (await submitAndClaim(services, judgement, 0)).submitted
}

/** The same, and fills the marker's hands in the same transaction: up to `want` papers, 0 for none. */
export async function submitAndClaim(
  services: Services,
  judgement: Judgement,
  want: number,
): Promise<{ submitted: Submitted; queue: Queue | null }> {
  const { blockId, markerId } = judgement
  const { submitted, queue } = await claim(services, { blockId, markerId, judgement, want })
  if (!submitted) throw new Error('a paper was neither taken nor refused')
  return { submitted, queue }
}

/**
 * Passes a paper in hand to the block leader instead of scoring it, or one on which nothing is written
 * (`looks_blank`) to blank review; uses no quota. Repeating it changes nothing.
 *
 * @throws AppError MARKING_PAIR_UNKNOWN, MARKING_PAIR_SELF, MARKING_SEED_STOPPED
 * @source domain rules 6.1, 6.2
 */
export async function raiseProblem(
  services: Services,
  raised: {
    markerId: number
    blockId: number
    readingId: number
    reason: string
    note: string
    /** Identical scripts: secret code of the other paper, where the marker knows it. */
    pairCode?: string | undefined
    /** What the paper was flagged as meanwhile, and what was written beside that. */
    flags?: readonly string[] | undefined
    flagNote?: string | undefined
  },
): Promise<Submitted & { isRisk: boolean }> {
  const { markerId, reason, note, readingId } = raised
  const pairCode = reason === 'identical' ? raised.pairCode : undefined
  const rules = await selectBlockRules(services.db, raised.blockId)
  const own = await assertMarks(services, rules, markerId)
  const isBlank = reason === LOOKS_BLANK
  if (!isBlank && !Object.hasOwn(PROBLEM_REASONS, reason))
    throw new AppError('MARKING_PROBLEM_REASON_MISSING')
  const isRisk = reason === 'emotional_or_risk'
  return withRetry(services, async (db) => {
    const reading = await ownReading(db, raised)
    const pair = pairCode === undefined ? null : await findPair(db, rules, reading, pairCode)
    if (isSeed(reading)) {
      const told = pairCode === undefined ? note : `${note}（与密号 ${pairCode.toUpperCase()}）`
      if (!wasPassedOn(reading)) {
        assertTakesScores(rules)
        assertCounts(own, reading)
      }
      const outcome = await passSeedOn(db, services, reading, reason, told)
      return { readingId, outcome, isRisk: isRisk && outcome === 'problem' }
    }
    const before = isBlank
      ? await findOwnBlankReport(db, reading.unit_id, markerId, reading.claimed_at)
      : await findOwnProblem(db, reading.unit_id, markerId, reading.claimed_at)
    if (before) return { readingId, outcome: 'repeat' as const, isRisk: false }
    assertTakesScores(rules)
    assertCounts(own, reading)
    await applyEvent(
      db,
      services,
      reading.unit_id,
      isBlank
        ? { type: 'blank_report', by: markerId, readingId: reading.id }
        : {
            type: 'raise_problem',
            by: markerId,
            readingId: reading.id,
            reason: reason as ProblemReason,
            note,
          },
      { userId: markerId, rules, reading: keptFlags(raised.flags, raised.flagNote) },
    )
    if (pair !== null) await storePair(db, reading.unit_id, pair)
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

const findOwnBlankReport = (db: Db, unitId: number, markerId: number, since: string) =>
  db
    .selectFrom('mark_event')
    .select('id')
    .where('unit_id', '=', unitId)
    .where('type', '=', 'blank_report')
    .where('actor_id', '=', markerId)
    .where('at', '>=', since)
    .executeTakeFirst()

/**
 * Back-mark: changes an own submitted reading, of the latest and for as long as the block allows, while it
 * is not closed.
 *
 * @returns the id of the new revision
 * @source domain rules 5.1
 */
export async function correctMark(services: Services, judgement: Judgement): Promise<number> {
  const { markerId, idemKey, scores, blockId } = judgement
  const rules = await selectBlockRules(services.db, blockId)
  await assertMarks(services, rules, markerId)
  const { readingId, stops } = await withRetry(services, async (db) => {
    const earlier = await findReadingByKey(db, idemKey)
    if (earlier && earlier.marker_id !== markerId)
      throw new AppError('MARKING_IDEMPOTENCY_MISMATCH')
    const reading = earlier ?? (await ownReading(db, judgement))
    if (!earlier) {
      assertTakesScores(rules)
      const refusalOf = await selectWindowRefusal(db, rules, markerId, services.clock.now())
      const reason = refusalOf(reading)
      if (reason) throw new AppError('MARKING_BACKMARK_CLOSED', { reason })
    }
    if (isSeed(reading)) {
      if (!earlier) assertSeedGiven(reading)
      const own = await findAssignmentForUpdate(db, blockId, markerId)
      const on = { rules, own, work: new UnitOfWork(db, services) }
      return reviseSeed(db, services, on, reading, seedJudgement(rules, judgement))
    }
    const changed = await applyEvent(
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
    return { readingId: changed.readingId ?? reading.id, stops: false }
  })
  if (stops) await stopWork(services, judgement)
  return readingId
}
