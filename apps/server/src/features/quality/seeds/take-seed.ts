import type { Db } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  checkScores,
  countedTotal,
  isSeedPassed,
  type Milli,
  isSeedStopped,
  type SeedEvent,
  type SeedState,
  seedStateOn,
  seedTolerance,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import {
  type Assignment,
  bestOfBlock,
  type BlockRules,
  factsOf,
  pointsOf,
  type ReadingRow,
  type Submitted,
  takeReadingId,
  type UnitOfWork,
  updateMarkerPlace,
} from '../../marking-core/index.ts'
import { findMeasure } from './agreed-script.query.ts'
import { takeHeldAsSecond } from './second-seed.ts'
import { findFirstTotal } from './self.query.ts'
import { selectSeedEvents, type SeedEventRow } from './seed.query.ts'

/** What is kept of a judgement, as it is of any other. */
export interface SeedJudgement {
  markerId: number
  idemKey: string
  scores: readonly (Milli | null)[]
  activeMs: number | null
  flags: readonly string[]
  flagNote: string | null
  /** JSON; null when nothing was drawn. */
  traces: string | null
  rubricVersion: number | null
  /** JSON; null where no entry of the rubric was pressed. */
  pressed: string | null
}

/** Is this a reading that measures its marker and is none of the unit's: a seed, or an own paper again? */
export const isSeed = ({ role }: Pick<ReadingRow, 'role'>): boolean =>
  role === 'SEED' || isSelf({ role })

const isSelf = ({ role }: Pick<ReadingRow, 'role'>): boolean => role === 'SELF'

export const seedToleranceOf = ({ block, points }: Pick<BlockRules, 'block' | 'points'>): Milli =>
  seedTolerance({
    mode: block.mark_mode,
    fullMilli: block.full_milli,
    stepMilli: Math.min(...points.map(({ stepMilli }) => stepMilli)),
    toleranceMilli: block.tolerance_milli,
  })

/** Whom a paper measures, and where that is noted. */
interface Measured {
  rules: BlockRules
  /** Their place in the block, locked; absent where they have none any more. */
  own: Assignment | undefined
  work: UnitOfWork
}

/**
 * Takes what a marker gives a seed, and says what it does to them. Its unit is left as it is.
 *
 * @returns `repeat` for one that was taken before; `stops` where its marker is stopped by it
 * @throws AppError for scores that the block does not allow
 * @source domain rules 7.3
 */
export async function takeSeed(
  db: Db,
  services: Services,
  on: Measured,
  reading: ReadingRow,
  judgement: SeedJudgement,
): Promise<Submitted> {
  const { rules } = on
  if (reading.idem_key === judgement.idemKey) {
    if (reading.points !== JSON.stringify(judgement.scores))
      throw new AppError('MARKING_IDEMPOTENCY_MISMATCH')
    return { readingId: reading.id, outcome: 'repeat' }
  }
  if (reading.state === 'taken_back')
    return { ...(await reviseSeed(db, services, on, reading, judgement)), outcome: 'submitted' }
  const scores = await checkedScores(db, rules, reading, judgement.scores)
  if (reading.state === 'given' || reading.state === 'superseded')
    throw new AppError('MARKING_ALREADY_READ_BY_YOU')
  // Handed back, and given to the same marker again since: that one is the paper.
  const taken = reading.state === 'held' ? reading : await heldOf(db, reading)
  await db
    .updateTable('reading')
    .set({
      ...columnsOf(rules, judgement, scores),
      submitted_at: isoNow(services.clock),
      state: 'given',
    })
    .where('id', '=', taken.id)
    .execute()
  if (isSelf(reading)) {
    await noteSelf(db, services, rules, taken, countedTotal(scores, bestOfBlock(rules)))
    return { readingId: taken.id, outcome: 'submitted' }
  }
  const script = await findMeasure(db, reading.unit_id)
  if (script)
    await db
      .insertInto('seed_event')
      .values({
        block_id: rules.block.id,
        marker_id: judgement.markerId,
        script_id: script.id,
        reading_id: taken.id,
        ...seedVerdict(rules, scores, definitiveOf(script)),
        by_id: null,
        note: '',
        at: isoNow(services.clock),
      })
      .execute()
  return { readingId: taken.id, outcome: 'submitted', ...(await settle(db, services, on)) }
}

/** Keeps what a marker gave a paper the second time beside what they gave it first. @source domain rules 7.4 */
async function noteSelf(
  db: Db,
  services: Services,
  { block, points }: BlockRules,
  { id, unit_id, marker_id }: ReadingRow,
  againMilli: Milli,
): Promise<void> {
  const first = await findFirstTotal(db, unit_id, marker_id)
  // Sent back, cleared or reset since: there is nothing to compare with.
  if (first?.total_milli == null) return
  await db
    .insertInto('self_reading')
    .values({
      block_id: block.id,
      marker_id,
      unit_id,
      reading_id: id,
      first_milli: first.total_milli,
      again_milli: againMilli,
      tolerance_milli: seedToleranceOf({ block, points }),
      at: isoNow(services.clock),
    })
    .execute()
}

/** A seed that was put back is still taken, unless the marker holds it again or has marked it since. */
async function heldOf(db: Db, reading: ReadingRow): Promise<ReadingRow> {
  const later = await db
    .selectFrom('reading')
    .selectAll()
    .where('unit_id', '=', reading.unit_id)
    .where('marker_id', '=', reading.marker_id)
    .where('state', 'in', ['held', 'given', 'taken_back'])
    .executeTakeFirst()
  if (later && later.state !== 'held') throw new AppError('MARKING_ALREADY_READ_BY_YOU')
  return later ?? reading
}

/**
 * A seed that is given again: a new revision, judged in the place of the old one.
 *
 * @returns its id, and whether its marker is stopped by it
 */
export async function reviseSeed(
  db: Db,
  services: Services,
  on: Measured,
  reading: ReadingRow,
  judgement: SeedJudgement,
): Promise<{ readingId: number } & Standing> {
  const { rules } = on
  if (reading.idem_key === judgement.idemKey) return { readingId: reading.id, stops: false }
  if (reading.state !== 'given' && reading.state !== 'taken_back')
    throw new AppError('MARKING_READING_NOT_FOUND')
  const scores = await checkedScores(db, rules, reading, judgement.scores)
  const superseded = { state: 'superseded', superseded_by: 'backmark' }
  await db.updateTable('reading').set(superseded).where('id', '=', reading.id).execute()
  const id = await takeReadingId(db, on.work)
  await db
    .insertInto('reading')
    .values({
      ...reading,
      ...columnsOf(rules, judgement, scores),
      id,
      state: 'given',
      taken_back: 0,
      rev: reading.rev + 1,
      submitted_at: isoNow(services.clock),
    })
    .execute()
  if (isSelf(reading)) {
    await db
      .updateTable('self_reading')
      .set({ reading_id: id, again_milli: countedTotal(scores, bestOfBlock(rules)) })
      .where('reading_id', '=', reading.id)
      .execute()
    return { readingId: id, stops: false }
  }
  const script = await findMeasure(db, reading.unit_id)
  if (script)
    await db
      .updateTable('seed_event')
      .set({ reading_id: id, ...seedVerdict(rules, scores, definitiveOf(script)) })
      .where('reading_id', '=', reading.id)
      .execute()
  return { readingId: id, ...(await settle(db, services, on)) }
}

/** Only passes, fails and clearances decide where a marker stands. */
const standingOf = (before: SeedState, events: readonly Pick<SeedEventRow, 'kind'>[]) =>
  seedStateOn(
    before,
    events.flatMap(({ kind }) => (kind === 'problem' ? [] : [kind as SeedEvent])),
  )

/** Is a marker stopped where they stand now? */
interface Standing {
  stops: boolean
}

async function settle(db: Db, services: Services, { rules, own }: Measured): Promise<Standing> {
  if (!own) return { stops: false }
  const { block } = rules
  const { user_id: markerId, seed_served: seedServed } = own
  const before = own.seed_state as SeedState
  const state = standingOf(before, await selectSeedEvents(db, { blockId: block.id, markerId }))
  const on = { markerId, seedServed }
  const isHeld = state === 'second' && (await takeHeldAsSecond(db, rules, on))
  const place = {
    seed_state: state,
    // Due from now on: where it comes among the next papers is settled when it is served.
    ...(state === 'second' && !isHeld ? { seed_left: 0 } : {}),
    // Once: whoever was stopped before by hand is not by the seeds.
    ...(state === 'suspended' && before !== 'suspended'
      ? { suspended_at: own.suspended_at ?? isoNow(services.clock) }
      : {}),
  }
  await updateMarkerPlace(db, { blockId: block.id, markerId }, place)
  return { stops: isSeedStopped(state) }
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

const columnsOf = (rules: BlockRules, judgement: SeedJudgement, scores: readonly Milli[]) => ({
  points: JSON.stringify(scores),
  total_milli: countedTotal(scores, bestOfBlock(rules)),
  idem_key: judgement.idemKey,
  active_ms: judgement.activeMs,
  flags: JSON.stringify(judgement.flags),
  flag_note: judgement.flagNote,
  traces: judgement.traces,
  rubric_version: judgement.rubricVersion,
  pressed_entries: judgement.pressed,
  lease_until: null,
})

/** The agreed scores of a script, point by point. */
export const definitiveOf = ({ points }: { points: string | null }): Milli[] =>
  JSON.parse(points ?? '[]') as Milli[]

/** What scores come to beside the agreed ones. */
export function seedVerdict(
  rules: BlockRules,
  scores: readonly Milli[],
  definitive: readonly Milli[],
) {
  const toleranceMilli = seedToleranceOf(rules)
  const pointMilli = rules.settings.seedPointMilli
  const bestOf = bestOfBlock(rules)
  const isPassed = isSeedPassed(scores, definitive, { toleranceMilli, pointMilli, bestOf })
  return {
    kind: isPassed ? 'pass' : 'fail',
    score_milli: countedTotal(scores, bestOf),
    definitive_milli: countedTotal(definitive, bestOf),
    tolerance_milli: toleranceMilli,
  }
}
