import type { Db } from '@hengjuan/db'
import { AppError, cappedActiveMs, countedTotal, type MarkEvent, tooSoonMs } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { whyKept } from '../../marking-setup/index.ts'
import {
  type Actor,
  type Assignment,
  bestOfBlock,
  type BlockRules,
  findLiveReading,
  findReading,
  isStoppedBySeeds,
  type Judgement,
  keptFlags,
  keptTraces,
  makesReading,
  NEW_READING,
  openPapersOf,
  openUnits,
  type ReadingRow,
  reserveReadings,
  selectRulesOfBlocks,
  storedPressed,
  storeUnits,
  type Submitted,
  UnitOfWork,
  whyAnew,
} from '../../marking-core/index.ts'
import { isSeed, type SeedJudgement, takeSeed, wasPassedOn } from '../../quality/index.ts'
import { givenUnder } from '../../marking-messages/index.ts'

/** A paper that is handed in, under the rules of its block. */
interface Handed {
  rules: BlockRules
  judgement: Judgement
  /** Its marker's place in the block, as it was before the paper was handed in. */
  own: Assignment | undefined
}

/**
 * Takes scores of several markers, who are assigned to the blocks. The same `idemKey` again gives the same answer.
 *
 * @param clientOf from where a person's scores come
 * @returns for each, what became of it, or why it was refused
 * @source domain rules 3.7 (2), 3.8, 3.9
 */
export async function handIn(
  db: Db,
  services: Services,
  clientOf: (userId: number) => number | null,
  papers: readonly Handed[],
): Promise<(Submitted | AppError)[]> {
  if (papers.length === 0) return []
  const work = new UnitOfWork(db, services, clientOf)
  const ids = papers.map(({ judgement }) => judgement.readingId)
  const keys = papers.map(({ judgement }) => judgement.idemKey)
  const readings = await openPapersOf(db, work, { ids, keys })
  const byId = new Map(readings.map((row) => [row.id, row]))
  const byKey = new Map(readings.map((row) => [row.idem_key, row]))
  const outcomes: (Submitted | AppError)[] = []
  for (const paper of papers)
    outcomes.push(await refusalOr(() => takeScores(db, services, work, paper, { byId, byKey })))
  await storeUnits(db, services, work)
  return outcomes
}

async function takeScores(
  db: Db,
  services: Services,
  work: UnitOfWork,
  { rules, judgement, own }: Handed,
  known: {
    byId: ReadonlyMap<number, ReadingRow>
    byKey: ReadonlyMap<string | null, ReadingRow>
  },
): Promise<Submitted> {
  const earlier = known.byKey.get(judgement.idemKey)
  const reading = earlier ?? (await liveReading(db, judgement, known.byId))
  if (earlier && earlier.marker_id !== judgement.markerId)
    throw new AppError('MARKING_IDEMPOTENCY_MISMATCH')
  if (!earlier) {
    assertTakesScores(rules)
    assertCounts(own, reading)
    assertLookedAt(rules, judgement)
  }
  if (isSeed(reading))
    return takeSeed(db, services, { rules, own, work }, reading, seedJudgement(rules, judgement))
  const event = eventOf(reading, earlier !== undefined, judgement)
  const asked = { unitId: reading.unit_id, event, actor: actorOf(rules, judgement) }
  await openUnits(db, work, [asked])
  if (makesReading(event)) await reserveReadings(db, work, 1)
  const outcome = work.apply(asked, rules)
  if (outcome instanceof AppError) throw outcome
  const isRepeat = outcome.effects.some(({ kind }) => kind === 'repeat')
  return {
    readingId: outcome.readingId ?? reading.id,
    outcome: isRepeat ? 'repeat' : 'submitted',
  }
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

/**
 * What a marker gave before they heard that seeds stopped them is as doubtful as what they gave last: it is kept
 * for them to see and does not count, seeds and other papers alike. What they were told to mark again is taken.
 *
 * @throws AppError MARKING_SEED_STOPPED
 * @source domain rules 7.3
 */
export function assertCounts(own: Assignment | undefined, reading: ReadingRow): void {
  const isAgain = reading.state === 'rejected' || reading.state === 'taken_back'
  if (own && isStoppedBySeeds(own) && !isAgain) throw new AppError('MARKING_SEED_STOPPED')
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
    flagNote: reading?.flagNote ?? null,
    traces: reading?.traces == null ? null : JSON.stringify(reading.traces),
    rubricVersion: reading?.rubricVersion ?? null,
    pressed: storedPressed(reading?.pressed),
  }
}

export const actorOf = (
  rules: BlockRules,
  { markerId, flags, flagNote, activeMs, traces, rubricVersion, pressed }: Judgement,
): Actor => ({
  userId: markerId,
  rules,
  reading: {
    ...keptFlags(flags, flagNote),
    activeMs: activeMs === undefined ? undefined : cappedActiveMs(activeMs),
    traces: keptTraces(rules, traces),
    rubricVersion: givenUnder(rules, rubricVersion),
    pressed,
  },
})

type Wanted = Pick<Judgement, 'readingId' | 'markerId' | 'blockId'>

/**
 * The caller's reading; for one whose lease ran out, the claim that they made of the same paper since.
 *
 * @throws AppError MARKING_LEASE_LOST where the paper is another one by now, or kept from the caller
 */
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
  // A seed whose lease ran out is taken late as any other paper is, and refused where any other paper would be.
  if (reading.state === 'released' && !wasPassedOn(reading)) {
    const why = (await whyAnew(db, reading)) ?? (await whyKept(db, reading))
    if (why) throw new AppError('MARKING_LEASE_LOST', { why })
  }
  return (isLive ? undefined : await findLiveReading(db, reading.unit_id, markerId)) ?? reading
}

/** Keeps scores that were not taken on the claims that ended, for their markers to see. */
export async function keepUnplaced(db: Db, judgements: readonly Judgement[]): Promise<void> {
  if (judgements.length === 0) return
  const blocks = await selectRulesOfBlocks(
    db,
    judgements.map(({ blockId }) => blockId),
  )
  for (const { blockId, readingId, markerId, scores } of judgements) {
    const rules = blocks.get(blockId)
    if (!rules || scores.some((score) => score === null)) continue
    await db
      .updateTable('reading')
      .set({
        points: JSON.stringify(scores),
        total_milli: countedTotal(scores, bestOfBlock(rules)),
      })
      .where('id', '=', readingId)
      .where('marker_id', '=', markerId)
      .where('state', '=', 'released')
      .execute()
  }
}
