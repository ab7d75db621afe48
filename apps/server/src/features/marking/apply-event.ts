import type { Db } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  applyEvent as decide,
  freeRole,
  type MarkEffect,
  type MarkEvent,
  sumOfScores,
  type UnitReading,
  type UnitState,
} from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { scoreCandidates } from '../scoring/index.ts'
import {
  type BlockRules,
  policyOf,
  selectBlockRules,
  spreadOverBlock,
} from './block-rules.query.ts'
import { judgeBlankCheck } from './judge-blank-check.ts'
import {
  factsOf,
  flagsOf,
  MACHINE,
  type ReadingRow,
  type UnitFacts,
  type UnitFlags,
  type UnitRow,
  unitStateOf,
} from './unit-facts.ts'
import { findUnitForUpdate, selectUnitReadings } from './unit.query.ts'

/** Id of a reading that an event makes; the database gives the real one. */
export const NEW_READING = 'new'

export interface Actor {
  /** Null for the machine. */
  userId: number | null
  /** What a claim or a submit carries beside what the rules need. */
  reading?: {
    leaseUntil?: string
    activeMs?: number | undefined
    flags?: readonly string[] | undefined
    traces?: unknown
  }
  /** Spares loading the block again when many units of it change. */
  rules?: BlockRules
}

export interface Applied {
  unit: UnitState
  effects: readonly MarkEffect[]
  /** The reading that the event made or changed; null when it concerns none. */
  readingId: number | null
}

/**
 * The only writer of `unit.state`: loads a unit and its readings, asks the rules, stores what they say,
 * appends to the event log, and has the candidate scored again when the final mark changed.
 *
 * Runs in the caller's transaction; wrap that in `withRetry`, which repeats it when another transaction
 * came first.
 *
 * @throws AppError with the rule's refusal; MARKING_UNIT_NOT_FOUND; VERSION_CONFLICT
 * @source domain rules 3.7
 */
export async function applyEvent(
  db: Db,
  services: Services,
  unitId: number,
  event: MarkEvent,
  actor: Actor,
): Promise<Applied> {
  const row = await findUnitForUpdate(db, unitId)
  if (!row) throw new AppError('MARKING_UNIT_NOT_FOUND')
  const readings = await selectUnitReadings(db, [unitId])
  const rules = actor.rules ?? (await selectBlockRules(db, row.block_id))
  const facts = factsOf(row)
  const before = unitStateOf(row, readings)
  const outcome = decide(before, event, policyOf(rules, facts.choice))
  if (outcome.kind === 'refused') throw appErrorOf(outcome.code, outcome.facts)
  const repeated = outcome.effects.find((effect) => effect.kind === 'repeat')
  if (repeated)
    return { unit: before, effects: outcome.effects, readingId: Number(repeated.readingId) }
  if (outcome.unit === before) return { unit: before, effects: [], readingId: null }

  const now = isoNow(services.clock)
  const after = outcome.unit
  const made = await storeReadings(db, { row, readings, before, after, actor, now })
  const effects = withRealId(outcome.effects, made)
  await storeUnit(db, { row, readings, facts, before, after, rules, actor, now })
  await db
    .insertInto('mark_event')
    .values({
      unit_id: unitId,
      exam_id: row.exam_id,
      seq: after.version,
      type: event.type,
      actor_id: actor.userId,
      payload: JSON.stringify({ event: withRealId(event, made), effects }),
      at: now,
    })
    .execute()
  await storeProblem(db, row, before, after, now, actor)
  if (JSON.stringify(before.final) !== JSON.stringify(after.final))
    await scoreCandidates(db, {
      examId: row.exam_id,
      subjectId: row.subject_id,
      candidateIds: [row.candidate_id],
    })
  if (after.final && JSON.stringify(before.final) !== JSON.stringify(after.final))
    await judgeBlankCheck(db, unitId, sumOfScores(after.final.scores), (confirmedId) =>
      applyEvent(db, services, confirmedId, { type: 'blank_review' }, { userId: null }),
    )
  const unit = made === null ? after : { ...after, readings: withRealId(after.readings, made) }
  return { unit, effects, readingId: made ?? touchedReading(effects) }
}

/**
 * What the rules would say of an event now; nothing is stored.
 *
 * @throws AppError with the rule's refusal; MARKING_UNIT_NOT_FOUND
 */
export async function tryEvent(db: Db, unitId: number, event: MarkEvent): Promise<UnitState> {
  const row = await findUnitForUpdate(db, unitId)
  if (!row) throw new AppError('MARKING_UNIT_NOT_FOUND')
  const readings = await selectUnitReadings(db, [unitId])
  const rules = await selectBlockRules(db, row.block_id)
  const policy = policyOf(rules, factsOf(row).choice)
  const outcome = decide(unitStateOf(row, readings), event, policy)
  if (outcome.kind === 'refused') throw appErrorOf(outcome.code, outcome.facts)
  return outcome.unit
}

const touchedReading = (effects: readonly MarkEffect[]): number | null => {
  const effect = effects.find(({ kind }) => kind === 'claimed' || kind === 'submitted')
  return effect && 'readingId' in effect ? Number(effect.readingId) : null
}

/** Puts the id that the database gave in the place of `NEW_READING`. */
function withRealId<T>(value: T, id: number | null): T {
  if (id === null) return value
  return JSON.parse(
    JSON.stringify(value, (key, part: unknown) =>
      part === NEW_READING && /^(id|readingId|newReadingId|readingIds|\d+)$/.test(key) ? id : part,
    ),
  ) as T
}

interface Change {
  row: UnitRow
  readings: readonly ReadingRow[]
  before: UnitState
  after: UnitState
  actor: Actor
  now: string
}

/** Writes the readings that changed. @returns the id of a reading that was inserted */
async function storeReadings(db: Db, change: Change): Promise<number | null> {
  const { before, after, now } = change
  const old = new Map(before.readings.map((reading) => [reading.id, reading]))
  const kept = new Set(after.readings.map(({ id }) => id))
  const released = before.readings.filter(({ id }) => !kept.has(id)).map(({ id }) => Number(id))
  if (released.length > 0)
    await db
      .updateTable('reading')
      .set({ state: 'released', lease_until: null })
      .where('id', 'in', released)
      .execute()
  const changed = after.readings.filter((reading) => old.get(reading.id) !== reading)
  // A superseded reading leaves its slot before its successor takes it.
  changed.sort((a, b) => Number(b.state === 'superseded') - Number(a.state === 'superseded'))
  let made: number | null = null
  for (const reading of changed) {
    const values = columnsOf(reading, old.get(reading.id), change)
    if (reading.id !== NEW_READING) {
      await db.updateTable('reading').set(values).where('id', '=', Number(reading.id)).execute()
      continue
    }
    const inserted = await db
      .insertInto('reading')
      .values({
        ...values,
        unit_id: change.row.id,
        block_id: change.row.block_id,
        marker_id: Number(reading.markerId),
        claimed_at: now,
        flags: values.flags ?? '[]',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    made = inserted.id
  }
  return made
}

function columnsOf(reading: UnitReading, old: UnitReading | undefined, change: Change) {
  const { actor, now } = change
  const details = actor.reading ?? {}
  const { scores, state } = reading
  // Its own judgement was given just now: submitted, not merely carried along by somebody else's act.
  const given = state === 'submitted' && old?.state !== 'submitted' && old?.state !== 'rejected'
  return {
    role: reading.role,
    state,
    rev: reading.revision,
    points: scores === null ? null : JSON.stringify(scores),
    total_milli: scores === null ? null : sumOfScores(scores),
    idem_key: reading.idemKey,
    rejections: reading.rejections,
    superseded_by: reading.supersededBy,
    lease_until: state === 'claimed' ? (details.leaseUntil ?? null) : null,
    ...(given
      ? {
          submitted_at: now,
          active_ms: details.activeMs ?? null,
          flags: JSON.stringify(details.flags ?? []),
          traces: details.traces == null ? null : JSON.stringify(details.traces),
        }
      : {}),
  }
}

async function storeUnit(
  db: Db,
  change: Change & { facts: UnitFacts; rules: BlockRules },
): Promise<void> {
  const { row, before, after, facts, rules, now } = change
  const { id: _, status, readings: _readings, version, ...kept } = after
  const { final } = after
  const updated = await db
    .updateTable('unit')
    .set({
      state: status,
      version,
      free_role: freeRole(after),
      final_milli: final?.totalMilli ?? null,
      final_points: final
        ? JSON.stringify(spreadOverBlock(rules, facts.choice, final.scores))
        : null,
      final_source: final?.source ?? null,
      final_reason: final?.reason ?? null,
      flags: JSON.stringify(flagsAfter(change)),
      facts: JSON.stringify({
        ...facts,
        ...kept,
        since: status === before.status ? facts.since : now,
      } satisfies UnitFacts),
      updated_at: now,
    })
    .where('id', '=', row.id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  if (Number(updated.numUpdatedRows) !== 1) throw new AppError('VERSION_CONFLICT', { what: '试卷' })
}

function flagsAfter({ row, readings, after, actor }: Change): UnitFlags {
  const { paper: _, over_tolerance: _over, forced_pair: _forced, ...rest } = flagsOf(row)
  const { final } = after
  const live = new Set(
    after.readings.filter(({ state }) => state !== 'superseded').map(({ id }) => id),
  )
  const paper = new Set([
    ...readings
      .filter(({ id }) => live.has(id))
      .flatMap(({ flags }) => JSON.parse(flags) as string[]),
    ...(actor.reading?.flags ?? []),
  ])
  return {
    ...rest,
    ...(final?.overTolerance ? { over_tolerance: true } : {}),
    ...(final?.forcedPair ? { forced_pair: true } : {}),
    rounding_residual_milli: final?.roundingResidualMilli ?? 0,
    ...(paper.size > 0 ? { paper: [...paper] } : {}),
  }
}

/** Keeps the list of problem papers in step with the unit. */
async function storeProblem(
  db: Db,
  row: UnitRow,
  before: UnitState,
  after: UnitState,
  now: string,
  actor: Actor,
): Promise<void> {
  if (after.problem && !before.problem)
    await db
      .insertInto('problem_paper')
      .values({
        unit_id: row.id,
        block_id: row.block_id,
        reason: after.problem.reason,
        text: after.problem.note,
        raised_by: after.problem.raisedBy === MACHINE ? null : Number(after.problem.raisedBy),
        raised_at: now,
      })
      .execute()
  if (before.problem && !after.problem)
    await db
      .updateTable('problem_paper')
      .set({ resolved_by: actor.userId, resolved_at: now, outcome: after.status })
      .where('unit_id', '=', row.id)
      .where('resolved_at', 'is', null)
      .execute()
}
