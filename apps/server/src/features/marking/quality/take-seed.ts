import type { Db } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  checkScores,
  isSeedPassed,
  type Milli,
  PROBLEM_REASONS,
  type ProblemReason,
  secondSeedGap,
  type SeedEvent,
  seedState,
  seedTolerance,
  sumOfScores,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { findAssignmentForUpdate } from '../block-marker.query.ts'
import { type BlockRules, pointsOf } from '../block-rules.query.ts'
import { factsOf, type ReadingRow } from '../unit-facts.ts'
import { selectSeedEvents, type SeedEventRow, updateSeedPlace } from './seed.query.ts'

/** What is kept of a judgement, as it is of any other. */
export interface SeedJudgement {
  markerId: number
  idemKey: string
  scores: readonly (Milli | null)[]
  activeMs: number | null
  flags: readonly string[]
  /** JSON; null when nothing was drawn. */
  traces: string | null
}

export const isSeed = ({ role }: Pick<ReadingRow, 'role'>): boolean => role === 'SEED'

export const seedToleranceOf = ({ block, points }: BlockRules): Milli =>
  seedTolerance({
    mode: block.mark_mode,
    fullMilli: block.full_milli,
    stepMilli: Math.min(...points.map(({ stepMilli }) => stepMilli)),
    toleranceMilli: block.tolerance_milli,
  })

/**
 * Takes what a marker gives a seed, and says what it does to them. Its unit is left as it is.
 *
 * @returns `repeat` for one that was taken before
 * @throws AppError for scores that the block does not allow
 * @source domain rules 7.3
 */
export async function takeSeed(
  db: Db,
  services: Services,
  rules: BlockRules,
  reading: ReadingRow,
  judgement: SeedJudgement,
): Promise<{ readingId: number; outcome: 'submitted' | 'repeat' }> {
  if (reading.idem_key === judgement.idemKey) {
    if (reading.points !== JSON.stringify(judgement.scores))
      throw new AppError('MARKING_IDEMPOTENCY_MISMATCH')
    return { readingId: reading.id, outcome: 'repeat' }
  }
  const scores = await checkedScores(db, rules, reading, judgement.scores)
  if (reading.state === 'given' || reading.state === 'superseded')
    throw new AppError('MARKING_ALREADY_READ_BY_YOU')
  const own = await findAssignmentForUpdate(db, rules.block.id, judgement.markerId)
  // Handed back, and given to the same marker again since: that one is the paper.
  const taken = reading.state === 'held' ? reading : await heldOf(db, reading)
  await db
    .updateTable('reading')
    .set({ ...columnsOf(judgement, scores), submitted_at: isoNow(services.clock), state: 'given' })
    .where('id', '=', taken.id)
    .execute()
  const script = await findScript(db, reading.unit_id)
  if (script)
    await db
      .insertInto('seed_event')
      .values({
        block_id: rules.block.id,
        marker_id: judgement.markerId,
        script_id: script.id,
        reading_id: taken.id,
        ...verdictOf(rules, scores, script.total_milli ?? 0),
        by_id: null,
        note: '',
        at: isoNow(services.clock),
      })
      .execute()
  await settle(db, services, rules, judgement.markerId, own?.seed_served ?? 0)
  return { readingId: taken.id, outcome: 'submitted' }
}

/** A seed that was put back is still taken, unless the marker holds it again or has marked it since. */
async function heldOf(db: Db, reading: ReadingRow): Promise<ReadingRow> {
  const later = await db
    .selectFrom('reading')
    .selectAll()
    .where('unit_id', '=', reading.unit_id)
    .where('marker_id', '=', reading.marker_id)
    .where('state', 'in', ['held', 'given'])
    .executeTakeFirst()
  if (later?.state === 'given') throw new AppError('MARKING_ALREADY_READ_BY_YOU')
  return later ?? reading
}

/** Back-mark of a seed: a new revision, judged in the place of the old one. @returns its id */
export async function reviseSeed(
  db: Db,
  services: Services,
  rules: BlockRules,
  reading: ReadingRow,
  judgement: SeedJudgement,
): Promise<number> {
  if (reading.idem_key === judgement.idemKey) return reading.id
  if (reading.state !== 'given') throw new AppError('MARKING_READING_NOT_FOUND')
  const scores = await checkedScores(db, rules, reading, judgement.scores)
  const own = await findAssignmentForUpdate(db, rules.block.id, judgement.markerId)
  await db
    .updateTable('reading')
    .set({ state: 'superseded', superseded_by: 'backmark' })
    .where('id', '=', reading.id)
    .execute()
  const { id: _, ...kept } = reading
  const { id } = await db
    .insertInto('reading')
    .values({
      ...kept,
      ...columnsOf(judgement, scores),
      rev: reading.rev + 1,
      submitted_at: isoNow(services.clock),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const script = await findScript(db, reading.unit_id)
  if (script)
    await db
      .updateTable('seed_event')
      .set({ reading_id: id, ...verdictOf(rules, scores, script.total_milli ?? 0) })
      .where('reading_id', '=', reading.id)
      .execute()
  await settle(db, services, rules, judgement.markerId, own?.seed_served ?? 0)
  return id
}

/** A seed that its marker passes on as a problem: the leader sees it beside the results. */
export async function passSeedOn(
  db: Db,
  services: Services,
  reading: ReadingRow,
  reason: string,
  note: string,
): Promise<'problem' | 'repeat'> {
  if (reading.state !== 'held') return 'repeat'
  if (reason === 'other' && note.trim() === '') throw new AppError('MARKING_PROBLEM_REASON_MISSING')
  await db
    .updateTable('reading')
    .set({ state: 'released', lease_until: null })
    .where('id', '=', reading.id)
    .execute()
  const script = await findScript(db, reading.unit_id)
  if (script)
    await db
      .insertInto('seed_event')
      .values({
        block_id: reading.block_id,
        marker_id: reading.marker_id,
        kind: 'problem',
        script_id: script.id,
        reading_id: reading.id,
        score_milli: null,
        definitive_milli: script.total_milli,
        tolerance_milli: null,
        by_id: null,
        note: [PROBLEM_REASONS[reason as ProblemReason], note].filter(Boolean).join('：'),
        at: isoNow(services.clock),
      })
      .execute()
  return 'problem'
}

/** Only passes, fails and clearances decide where a marker stands. */
const standingOf = (events: readonly Pick<SeedEventRow, 'kind'>[]) =>
  seedState(events.flatMap(({ kind }) => (kind === 'problem' ? [] : [kind as SeedEvent])))

async function settle(
  db: Db,
  services: Services,
  { block }: BlockRules,
  markerId: number,
  served: number,
): Promise<void> {
  const state = standingOf(await selectSeedEvents(db, { blockId: block.id, markerId }))
  const inHand = state === 'second' ? await countClaims(db, block.id, markerId) : 0
  await updateSeedPlace(db, block.id, markerId, {
    seed_state: state,
    ...(state === 'second'
      ? { seed_left: secondSeedGap(block.salt, markerId, served, inHand) }
      : {}),
    ...(state === 'suspended' ? { suspended_at: isoNow(services.clock) } : {}),
  })
}

async function countClaims(db: Db, blockId: number, markerId: number): Promise<number> {
  const { count } = await db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('marker_id', '=', markerId)
    .where('state', '=', 'claimed')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function checkedScores(
  db: Db,
  rules: BlockRules,
  { unit_id }: ReadingRow,
  scores: SeedJudgement['scores'],
): Promise<Milli[]> {
  const unit = await db
    .selectFrom('unit')
    .select('facts')
    .where('id', '=', unit_id)
    .executeTakeFirstOrThrow()
  const refusal = checkScores(pointsOf(rules, factsOf(unit).choice), scores)
  if (refusal) throw appErrorOf(refusal.code, refusal.facts)
  return scores as Milli[]
}

/** The script of a paper as long as it is one. */
const findScript = (db: Db, unitId: number) =>
  db
    .selectFrom('benchmark_script')
    .select(['id', 'total_milli'])
    .where('unit_id', '=', unitId)
    .where('state', '=', 'agreed')
    .executeTakeFirst()

const columnsOf = (judgement: SeedJudgement, scores: readonly Milli[]) => ({
  points: JSON.stringify(scores),
  total_milli: sumOfScores(scores),
  idem_key: judgement.idemKey,
  active_ms: judgement.activeMs,
  flags: JSON.stringify(judgement.flags),
  traces: judgement.traces,
  lease_until: null,
})

function verdictOf(rules: BlockRules, scores: readonly Milli[], definitive: Milli) {
  const tolerance = seedToleranceOf(rules)
  const score = sumOfScores(scores)
  return {
    kind: isSeedPassed(score, definitive, tolerance) ? 'pass' : 'fail',
    score_milli: score,
    definitive_milli: definitive,
    tolerance_milli: tolerance,
  }
}
