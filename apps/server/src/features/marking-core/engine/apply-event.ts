import { type Db, inTurn, type RowWrite, type Turn, writing } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  applyEvent as decide,
  type MarkEffect,
  type MarkEvent,
  sumOfScores,
  type UnitState,
} from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import {
  type NewFinal,
  type ScoresAhead,
  scoringOf,
  subjectRulesKept,
} from '../../scoring/index.ts'
import { type BlockRules, policyOf, selectBlockRules } from '../block/block-rules.query.ts'
import { judgeBlankCheck } from './judge-blank-check.ts'
import { reserveReadings } from './reading-ids.query.ts'
import { factsOf, type ReadingRow, type UnitRow, unitStateOf } from './unit-facts.ts'
import { makesReading, UnitLedger } from './unit-ledger.ts'
import { findUnitForUpdate, selectUnitReadings, selectUnitsForUpdate } from './unit.query.ts'

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
  const ledger = new UnitLedger(db, services)
  await openUnits(db, ledger, asked)
  await reserveReadings(db, ledger, asked.filter(({ event }) => makesReading(event)).length)
  const known = new Map<number, BlockRules>()
  const outcomes: (Applied | AppError)[] = []
  for (const one of asked) {
    const blockId = ledger.blockOf(one.unitId)
    let rules = one.actor.rules ?? known.get(blockId ?? 0)
    if (!rules && blockId !== null) {
      rules = await selectBlockRules(db, blockId)
      known.set(blockId, rules)
    }
    outcomes.push(rules ? ledger.apply(one, rules) : new AppError('MARKING_UNIT_NOT_FOUND'))
  }
  await storeUnits(db, services, ledger)
  return outcomes
}

/**
 * Writes what events changed in a ledger, and has candidates scored again whose final marks are others now.
 *
 * @param along further rows to write
 * @param behind asked for with it, behind what is written
 * @param isLast the caller's transaction ends with it, asking nothing more
 * @param ahead the scores of candidates as they were before, locked, where they were read already
 * @throws AppError VERSION_CONFLICT
 */
export async function storeUnits(
  db: Db,
  services: Services,
  ledger: UnitLedger,
  {
    along = [],
    behind = [],
    isLast = false,
    ahead,
  }: {
    along?: readonly RowWrite[]
    behind?: readonly Turn<unknown>[]
    isLast?: boolean
    ahead?: ScoresAhead
  } = {},
): Promise<void> {
  const changed = ledger.changedMarks()
  const checked = changed.flatMap(({ row, after, checks }) =>
    after && checks > 0 ? [{ id: row.id, scores: after.scores }] : [],
  )
  const finals = changed.map(({ row, final_milli, final_points }): NewFinal => {
    const { exam_id, subject_id, candidate_id, block_id } = row
    return { exam_id, subject_id, candidate_id, block_id, final_milli, final_points }
  })
  const known = finals.length === 0 ? [] : ahead?.scoresWith(finals)
  if (known && checked.length === 0) {
    const commits = isLast && ledger.isPlain
    await ledger.flush([...along, ...[known].flat()], behind, { commits })
    return
  }
  const { turns, scoresFrom } = scoringOf(db, finals, subjectRulesKept(services))
  const scores = await scoresFrom(...(await ledger.flush(along, turns)))
  await inTurn(db, [writing(db, [scores]), ...behind], { commits: isLast && checked.length === 0 })
  for (const { id, scores: given } of checked)
    await judgeBlankCheck(db, id, sumOfScores(given), (confirmedId) =>
      applyEvent(db, services, confirmedId, { type: 'blank_review' }, { userId: null }),
    )
}

/** Takes the units of some events into a ledger that are not in it yet. */
export async function openUnits(
  db: Db,
  ledger: UnitLedger,
  asked: readonly Pick<Asked, 'unitId' | 'row'>[],
): Promise<void> {
  const rows = new Map(
    asked.flatMap(({ unitId, row }) => (row && !ledger.has(unitId) ? [[unitId, row]] : [])),
  )
  const unread = new Set(
    asked.flatMap(({ unitId }) => (ledger.has(unitId) || rows.has(unitId) ? [] : [unitId])),
  )
  const read = unread.size > 0 ? await selectUnitsForUpdate(db, [...unread]) : []
  const units = [...rows.values(), ...read]
  if (units.length === 0) return
  const ids = units.map(({ id }) => id)
  ledger.open(units, await selectUnitReadings(db, ids))
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
