import { type Db, rowWrite, writeRows } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  applyEvent as decide,
  type MarkEffect,
  type MarkEvent,
  sumOfScores,
  type UnitState,
} from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { scoreCandidates } from '../scoring/index.ts'
import { type BlockRules, policyOf, selectBlockRules } from './block-rules.query.ts'
import { judgeBlankCheck } from './judge-blank-check.ts'
import { followClearing } from './near-line/count-read-again.ts'
import {
  type Change,
  NEW_READING,
  storeProblem,
  storeReadings,
  unitsUpdate,
} from './store-changes.ts'
import { factsOf, type UnitRow, unitStateOf } from './unit-facts.ts'
import { findUnitForUpdate, selectUnitReadings, selectUnitsForUpdate } from './unit.query.ts'

export { NEW_READING } from './store-changes.ts'

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

/** An event that is to be applied to a unit. */
export interface Asked {
  unitId: number
  event: MarkEvent
  actor: Actor
  /** The unit where the caller has just read and locked it. */
  row?: UnitRow
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
  const [outcome] = await applyEvents(db, services, [{ unitId, event, actor }])
  if (!outcome || outcome instanceof AppError)
    throw outcome ?? new AppError('MARKING_UNIT_NOT_FOUND')
  return outcome
}

/**
 * The same for events of different units at once, with as many statements as one needs. What the rules
 * refuse is answered with the refusal and holds up none of the others.
 *
 * @param asked no unit twice
 * @returns what became of each, in their order
 * @throws AppError VERSION_CONFLICT
 */
export async function applyEvents(
  db: Db,
  services: Services,
  asked: readonly Asked[],
): Promise<(Applied | AppError)[]> {
  const unitIds = asked.map(({ unitId }) => unitId)
  if (new Set(unitIds).size !== unitIds.length) throw new Error('one event a unit at a time')
  if (asked.length === 0) return []
  const rows = new Map(
    asked.flatMap(({ row }) => (row ? [[row.id, { ...row, checks: UNKNOWN }]] : [])),
  )
  const unread = unitIds.filter((id) => !rows.has(id))
  if (unread.length > 0)
    for (const row of await selectUnitsForUpdate(db, unread))
      rows.set(row.id, { ...row, checks: row.checks ?? 0 })
  const readings = Map.groupBy(await selectUnitReadings(db, unitIds), ({ unit_id }) => unit_id)
  const known = new Map<number, BlockRules>()
  const rulesOf = async (blockId: number): Promise<BlockRules> => {
    const rules = known.get(blockId) ?? (await selectBlockRules(db, blockId))
    known.set(blockId, rules)
    return rules
  }

  const outcomes: (Applied | AppError)[] = []
  const changes: Judged[] = []
  for (const [index, { unitId, event, actor }] of asked.entries()) {
    const row = rows.get(unitId)
    if (!row) {
      outcomes.push(new AppError('MARKING_UNIT_NOT_FOUND'))
      continue
    }
    const rules = actor.rules ?? (await rulesOf(row.block_id))
    const own = readings.get(unitId) ?? []
    const before = unitStateOf(row, own)
    const outcome = decide(before, event, policyOf(rules, factsOf(row).choice))
    if (outcome.kind === 'refused') {
      outcomes.push(appErrorOf(outcome.code, outcome.facts))
      continue
    }
    const { unit: after, effects } = outcome
    const repeated = effects.find((effect) => effect.kind === 'repeat')
    if (repeated) outcomes.push({ unit: before, effects, readingId: Number(repeated.readingId) })
    else if (after === before) outcomes.push({ unit: before, effects: [], readingId: null })
    else {
      outcomes.push({ unit: after, effects, readingId: null })
      const checks = Number(row.checks)
      changes.push({
        index,
        event,
        effects,
        row,
        readings: own,
        before,
        after,
        rules,
        actor,
        checks,
      })
    }
  }
  for (const [index, applied] of await store(db, services, changes)) outcomes[index] = applied
  return outcomes
}

/** Of a unit that the caller read: whether it is part of a blank check is asked when it becomes final. */
const UNKNOWN = 1

interface Judged extends Change {
  /** Place among what was asked. */
  index: number
  event: MarkEvent
  effects: readonly MarkEffect[]
  /** Batches of blanks that the paper was marked to check. */
  checks: number
}

async function store(
  db: Db,
  services: Services,
  changes: readonly Judged[],
): Promise<Map<number, Applied>> {
  if (changes.length === 0) return new Map()
  const now = isoNow(services.clock)
  const { made, judged } = await storeReadings(db, changes, now)
  const stored = changes.map((change) => {
    const { row, event, effects, after } = change
    const id = made.get(row.id) ?? null
    const real = withRealId({ event, effects }, id)
    const unit = id === null ? after : { ...after, readings: withRealId(after.readings, id) }
    return { change, real, applied: { unit, effects: real.effects, readingId: id } }
  })
  const events = rowWrite({
    table: 'mark_event',
    rows: stored.map(({ change: { row, after, event, actor }, real }) => ({
      unit_id: row.id,
      exam_id: row.exam_id,
      seq: after.version,
      type: event.type,
      actor_id: actor.userId,
      payload: JSON.stringify(real),
      at: now,
    })),
    types: EVENT,
  })
  if ((await writeRows(db, [judged, events, unitsUpdate(changes, now)])) !== changes.length)
    throw new AppError('VERSION_CONFLICT', { what: '试卷' })
  for (const change of changes) await storeProblem(db, change, now)
  await followClearing(db, changes, now)
  await scoreAgain(db, services, changes.filter(changesFinal))
  return new Map(
    stored.map(({ change, applied }) => [
      change.index,
      { ...applied, readingId: applied.readingId ?? touchedReading(applied.effects) },
    ]),
  )
}

const changesFinal = ({ before, after }: Change): boolean =>
  JSON.stringify(before.final) !== JSON.stringify(after.final)

const EVENT = {
  unit_id: 'integer',
  exam_id: 'integer',
  seq: 'integer',
  type: 'text',
  actor_id: 'integer',
  payload: 'text',
  at: 'text',
} as const

/** Scores the candidates whose final marks changed, and judges the blank checks among the papers. */
async function scoreAgain(db: Db, services: Services, changes: readonly Judged[]): Promise<void> {
  const subjects = Map.groupBy(changes, ({ row }) => `${row.exam_id} ${row.subject_id}`)
  // In one order everywhere: two transactions that score the same candidates wait instead of blocking each other.
  for (const [, list] of [...subjects].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [{ row } = { row: null }] = list
    if (row)
      await scoreCandidates(db, {
        examId: row.exam_id,
        subjectId: row.subject_id,
        candidateIds: [...new Set(list.map((change) => change.row.candidate_id))],
      })
  }
  for (const { row, after, checks } of changes)
    if (after.final && checks > 0)
      await judgeBlankCheck(db, row.id, sumOfScores(after.final.scores), (confirmedId) =>
        applyEvent(db, services, confirmedId, { type: 'blank_review' }, { userId: null }),
      )
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
  return id === null ? value : (replaced(value, null, id) as T)
}

function replaced(part: unknown, key: string | null, id: number): unknown {
  if (part === NEW_READING) return key !== null && NAMES_A_READING.has(key) ? id : part
  if (Array.isArray(part)) return part.map((item) => replaced(item, 'readingIds', id))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, own]) => [name, replaced(own, name, id)]),
  )
}

const NAMES_A_READING = new Set(['id', 'readingId', 'newReadingId', 'readingIds'])
