import type { Db } from '@hengjuan/db'
import {
  AppError,
  cappedActiveMs,
  type MarkEvent,
  type Milli,
  PAPER_FLAGS,
  sumOfScores,
  tooSoonMs,
} from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import { type Actor, applyEvents, type Asked, NEW_READING } from './apply-event.ts'
import type { BlockRules } from './block-rules.query.ts'
import type { Judgement, Submitted } from './judgement.ts'
import { isSeed, type SeedJudgement, takeSeed } from './quality/take-seed.ts'
import { keptTraces } from './traces.ts'
import type { ReadingRow } from './unit-facts.ts'
import { findLiveReading, findReading, selectReadingsOf } from './unit.query.ts'

/** A paper that is handed in, under the rules of its block. */
interface Handed {
  rules: BlockRules
  judgement: Judgement
}

/**
 * Takes scores of several markers, who are assigned to the blocks. The same `idemKey` again gives the
 * same answer.
 *
 * @returns for each, what became of it, or why it was refused
 * @source domain rules 3.7 (2), 3.8, 3.9
 */
export async function handIn(
  db: Db,
  services: Services,
  papers: readonly Handed[],
): Promise<(Submitted | AppError)[]> {
  const found = await selectReadingsOf(db, {
    ids: papers.map(({ judgement }) => judgement.readingId),
    keys: papers.map(({ judgement }) => judgement.idemKey),
  })
  const results: (Submitted | AppError)[] = []
  const asked = new Map<number, Asked & { reading: ReadingRow }>()
  /** Two readers of one paper at once: the second is judged by what the first left. */
  const waves: number[][] = []
  const readers = new Map<number, number>()
  for (const [index, { rules, judgement }] of papers.entries()) {
    const placeholder: Submitted = { readingId: judgement.readingId, outcome: 'submitted' }
    results.push(placeholder)
    const outcome = await refusalOr(async () => {
      const earlier = found.byKey.get(judgement.idemKey)
      const reading = earlier ?? (await liveReading(db, judgement, found.byId))
      if (earlier && earlier.marker_id !== judgement.markerId)
        throw new AppError('MARKING_IDEMPOTENCY_MISMATCH')
      if (!earlier) {
        assertTakesScores(rules)
        assertLookedAt(rules, judgement)
      }
      if (isSeed(reading))
        return takeSeed(db, services, rules, reading, seedJudgement(rules, judgement))
      const one = {
        unitId: reading.unit_id,
        event: eventOf(reading, earlier !== undefined, judgement),
        actor: actorOf(rules, judgement),
        reading,
      }
      asked.set(index, one)
      const wave = readers.get(reading.unit_id) ?? 0
      readers.set(reading.unit_id, wave + 1)
      ;(waves[wave] ??= []).push(index)
      return placeholder
    })
    results[index] = outcome
  }
  for (const group of waves) {
    const events = group.flatMap((index) => asked.get(index) ?? [])
    const applied = await applyEvents(db, services, events)
    for (const [no, index] of group.entries()) {
      const outcome = applied[no]
      const reading = events[no]?.reading
      if (!outcome || !reading) continue
      results[index] =
        outcome instanceof AppError
          ? outcome
          : {
              readingId: outcome.readingId ?? reading.id,
              outcome: outcome.effects.some(({ kind }) => kind === 'repeat')
                ? 'repeat'
                : 'submitted',
            }
    }
  }
  return results
}

async function refusalOr<T>(work: () => Promise<T>): Promise<T | AppError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.code !== 'VERSION_CONFLICT') return error
    throw error
  }
}

function eventOf(
  reading: ReadingRow,
  isKnown: boolean,
  { markerId, scores, idemKey }: Judgement,
): MarkEvent {
  const scored = { markerId, scores, idemKey }
  const again = reading.state === 'rejected' || (isKnown && reading.rev > 1)
  return again
    ? { type: 'remark', readingId: reading.id, newReadingId: NEW_READING, ...scored }
    : { type: 'submit', readingId: reading.id, ...scored }
}

/** Paused markers may hand in what they hold; nobody hands in to a closed block. */
export function assertTakesScores({ block }: BlockRules): void {
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

export function seedJudgement(rules: BlockRules, judgement: Judgement): SeedJudgement {
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

export const actorOf = (
  rules: BlockRules,
  { markerId, flags, activeMs, traces }: Judgement,
): Actor => ({
  userId: markerId,
  rules,
  reading: {
    flags: (flags ?? []).filter((flag) => Object.hasOwn(PAPER_FLAGS, flag)),
    activeMs: activeMs === undefined ? undefined : cappedActiveMs(activeMs),
    traces: keptTraces(rules, traces),
  },
})

type Wanted = Pick<Judgement, 'readingId' | 'markerId' | 'blockId'>

/** The caller's reading; for one whose lease ran out, the claim that they made of the same paper since. */
export async function ownReading(db: Db, wanted: Wanted): Promise<ReadingRow> {
  const reading = await findReading(db, wanted.readingId)
  return liveReading(db, wanted, new Map(reading ? [[reading.id, reading]] : []))
}

async function liveReading(
  db: Db,
  { readingId, markerId, blockId }: Wanted,
  readings: ReadonlyMap<number, ReadingRow>,
): Promise<ReadingRow> {
  const reading = readings.get(readingId)
  if (!reading || reading.block_id !== blockId) throw new AppError('MARKING_READING_NOT_FOUND')
  if (reading.marker_id !== markerId) throw new AppError('MARKING_NOT_YOUR_READING')
  // A seed, or an own paper again, is never taken for the ordinary reading of the same paper.
  const isLive = isSeed(reading) || ['claimed', 'submitted', 'rejected'].includes(reading.state)
  return (isLive ? undefined : await findLiveReading(db, reading.unit_id, markerId)) ?? reading
}

/** Keeps scores that were not taken on the claims that ended, for their markers to see. */
export async function keepUnplaced(db: Db, judgements: readonly Judgement[]): Promise<void> {
  for (const { readingId, markerId, scores } of judgements) {
    if (scores.some((score) => score === null)) continue
    await db
      .updateTable('reading')
      .set({ points: JSON.stringify(scores), total_milli: sumOfScores(scores as Milli[]) })
      .where('id', '=', readingId)
      .where('marker_id', '=', markerId)
      .where('state', '=', 'released')
      .execute()
  }
}
