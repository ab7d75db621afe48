import { type Db, readTogether, type RowWrite } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  applyEvent as decide,
  type MarkEffect,
  type MarkEvent,
  type UnitState,
} from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { type BlockRules, policyOf, selectBlockRules } from '../block/block-rules.query.ts'
import { reserveReadings } from './reading-ids.query.ts'
import { factsOf, type ReadingRow, type UnitRow, unitStateOf } from './unit-facts.ts'
import { makesReading, UnitOfWork } from './unit-of-work.ts'
import {
  findUnitForUpdate,
  readingsBy,
  selectPapersForUpdate,
  selectUnitReadings,
  selectUnitsForUpdate,
  unitReadings,
} from './unit.query.ts'

export interface Actor {
  /** Null for the machine. */
  userId: number | null
  /** What a claim or a submit carries beside what the rules need. */
  reading?: {
    leaseUntil?: string
    activeMs?: number | undefined
    flags?: readonly string[] | undefined
    flagNote?: string | null
    traces?: unknown
    rubricVersion?: number
    pressed?: readonly string[] | undefined
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
 * appends to the event log, and announces what changed.
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
 * The same for several events at once, with as many statements as one needs; of the same unit one after
 * the other. What the rules refuse is answered with the refusal and holds up none of the others.
 *
 * @returns what became of each, in their order
 * @throws AppError VERSION_CONFLICT
 */
export async function applyEvents(
  db: Db,
  services: Services,
  asked: readonly Asked[],
): Promise<(Applied | AppError)[]> {
  if (asked.length === 0) return []
  const work = new UnitOfWork(db, services)
  await openUnits(db, work, asked)
  await reserveReadings(db, work, asked.filter(({ event }) => makesReading(event)).length)
  const known = new Map<number, BlockRules>()
  const outcomes: (Applied | AppError)[] = []
  for (const one of asked) {
    const blockId = work.blockOf(one.unitId)
    let rules = one.actor.rules ?? known.get(blockId ?? 0)
    if (!rules && blockId !== null) {
      rules = await selectBlockRules(db, blockId)
      known.set(blockId, rules)
    }
    outcomes.push(rules ? work.apply(one, rules) : new AppError('MARKING_UNIT_NOT_FOUND'))
  }
  await storeUnits(db, services, work)
  return outcomes
}

/**
 * Writes what events changed, and announces it.
 *
 * @param along further rows to write
 * @throws AppError VERSION_CONFLICT
 */
export async function storeUnits(
  db: Db,
  services: Services,
  work: UnitOfWork,
  along: readonly RowWrite[] = [],
): Promise<void> {
  const changed = await work.flush(along)
  for (const follow of services.unitSubscribers) await follow(db, services, changed)
}

/** Takes in the units of some events that are not in yet. */
export async function openUnits(
  db: Db,
  work: UnitOfWork,
  asked: readonly Pick<Asked, 'unitId' | 'row'>[],
): Promise<void> {
  const rows = new Map(
    asked.flatMap(({ unitId, row }) => (row && !work.has(unitId) ? [[unitId, row]] : [])),
  )
  const unread = new Set(
    asked.flatMap(({ unitId }) => (work.has(unitId) || rows.has(unitId) ? [] : [unitId])),
  )
  const read = unread.size > 0 ? await selectUnitsForUpdate(db, [...unread]) : []
  const units = [...rows.values(), ...read]
  if (units.length === 0) return
  const ids = units.map(({ id }) => id)
  work.open(units, await selectUnitReadings(db, ids))
}

/**
 * Takes in the papers that readings are of, locked.
 *
 * @returns these readings, and those that were given under the keys, as they are behind the locks
 */
export async function openPapersOf(
  db: Db,
  work: UnitOfWork,
  handed: { ids: readonly number[]; keys: readonly string[] },
): Promise<ReadingRow[]> {
  const units = await selectPapersForUpdate(db, handed.ids)
  const { own, given } = await readTogether(db, {
    own: unitReadings(
      db,
      units.map(({ id }) => id),
    ),
    given: readingsBy(db, handed),
  })
  work.open(units, own)
  return given
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
  return outcomeOf(await selectBlockRules(db, row.block_id), row, readings, event)
}

/**
 * The same of a unit that was read with its readings.
 *
 * @throws AppError with the rule's refusal
 */
export function outcomeOf(
  rules: BlockRules,
  row: UnitRow,
  readings: readonly ReadingRow[],
  event: MarkEvent,
): UnitState {
  const policy = policyOf(rules, factsOf(row).choice)
  const outcome = decide(unitStateOf(row, readings), event, policy)
  if (outcome.kind === 'refused') throw appErrorOf(outcome.code, outcome.facts)
  return outcome.unit
}
