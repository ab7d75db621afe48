import {
  areRowsMissed,
  type Db,
  inTurn,
  type RowWrite,
  type Turn,
  type TurnResults,
  writing,
} from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  applyEvent as decide,
  freeRole,
  type MarkEffect,
  type MarkEvent,
  type Milli,
  type UnitFinal,
  type UnitState,
  type UnitStatus,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { currentClient } from '../../../http/caller.ts'
import type { Services } from '../../../services.ts'
import type { Applied, Asked } from './apply-event.ts'
import { type BlockRules, policyOf } from '../block/block-rules.query.ts'
import {
  type Entry,
  factsAfter,
  flagsAfter,
  type KnownReading,
  stage,
  type Step,
  UNKNOWN_TIME,
} from './ledger-entry.ts'
import { followClearing } from './follow-clearing.ts'
import { storeProblem } from './store-problem.ts'
import {
  factsOf,
  flagsOf,
  type ReadingRow,
  type UnitFacts,
  type UnitFlags,
  type UnitRow,
  unitStateOf,
} from './unit-facts.ts'
import {
  carriedWrite,
  eventWrite,
  finalColumns,
  freshWrite,
  judgedWrite,
  type LoggedEvent,
  unitColumns,
  unitWrite,
} from './unit-rows.ts'

/** Id of a reading that an event makes; the ledger puts the real one in its place. */
export const NEW_READING = 'new'

/** A unit that was read, locked, for changing it. */
export type OpenedUnit = UnitRow & {
  /** Blank checks that it is part of; absent while unknown. */
  checks?: number | string | null
}

/** A paper with its readings as a transaction left it. */
export interface LeftPaper {
  row: UnitRow
  facts: UnitFacts
  flags: UnitFlags
  state: UnitState
  /** In the order in which they began, without released ones. */
  readings: readonly ReadingRow[]
  /** Of these, the ones that were written. */
  writtenIds: ReadonlySet<number>
}

/**
 * Units that a transaction changes: taken in as they were read, changed by events in memory, written once.
 * An event sees what the ones before it left, also of the same unit.
 *
 * Nothing is stored, and no other query sees a change, before `flush`.
 *
 * @source domain rules 3.7
 */
export class UnitLedger {
  readonly #db: Db
  readonly #services: Services
  readonly #units = new Map<number, Entry>()
  #log: LoggedEvent[] = []
  #steps: Step[] = []
  /** Reserved for readings that events will make, until the next flush. */
  #ids: number[] = []
  #lastId = 0
  readonly #claims = new Map<string, number>()
  readonly #measures = new Map<number, KnownReading>()
  readonly #clientOf: (userId: number) => number | null
  /** Was everything that its events change written by itself? */
  #isAlone = true
  /** When its events happen, until the next flush: they are one act. */
  #now: string | null = null

  /** @param clientOf from where a person's events come; without it all come from the call that is handled */
  constructor(
    db: Db,
    services: Services,
    clientOf: (userId: number) => number | null = currentClient,
  ) {
    this.#db = db
    this.#services = services
    this.#clientOf = clientOf
  }

  has(unitId: number): boolean {
    return this.#units.has(unitId)
  }

  /** The units as they were taken in. */
  papers(): UnitRow[] {
    return [...this.#units.values()].map(({ row }) => row)
  }

  /** The readings of the units, as they were taken in and as events left them; made ones were nothing before. */
  *readings(): Generator<KnownReading & { status: UnitStatus }> {
    for (const { readings, state } of this.#units.values())
      for (const reading of readings.values()) yield { ...reading, status: state.status }
  }

  /**
   * Remembers a reading that measures its marker and is none of its unit's. Whoever changes one writes it at once, so it
   * is here only for what is said of the marker's hands.
   */
  noteMeasure({ before, after }: KnownReading): void {
    const known = this.#measures.get(after.id)
    this.#measures.set(after.id, { before: known ? known.before : before, after })
  }

  /** Those readings as they were before the first change, and as the last one left them. */
  measures(): KnownReading[] {
    return [...this.#measures.values()]
  }

  /** The block of a unit; null where it was not taken in. */
  blockOf(unitId: number): number | null {
    return this.#units.get(unitId)?.row.block_id ?? null
  }

  /** How many ids are missing for making so many readings. */
  missingIds(count: number): number {
    return Math.max(0, count - this.#ids.length)
  }

  /** The last id that was taken. */
  get lastId(): number {
    return this.#lastId
  }

  /** Takes ids for readings that events will make, in the order in which they are to be used. */
  reserve(ids: readonly { id: number }[]): void {
    for (const { id } of ids) {
      this.#ids.push(id)
      this.#lastId = Math.max(this.#lastId, id)
    }
  }

  /** One of the ids that were reserved. */
  takeId(): number {
    const id = this.#ids.shift()
    if (id === undefined) throw new Error('no id was reserved')
    return id
  }

  /** By how much events since the last flush changed the number of a marker's claims, without arbitration. */
  claimedSince(blockId: number, markerId: number): number {
    return this.#claims.get(`${blockId} ${markerId}`) ?? 0
  }

  /** Is a slot free that was not when the units were taken in? */
  get hasFreed(): boolean {
    return [...this.#units.values()].some(
      ({ opened, state }) => freeRole(state) !== null && freeRole(opened) !== freeRole(state),
    )
  }

  /**
   * Takes units in; those that it has stay as events left them.
   *
   * @param readings theirs, in the order in which they began, without released ones
   */
  open(units: readonly OpenedUnit[], readings: readonly ReadingRow[]): void {
    const byUnit = Map.groupBy(readings, ({ unit_id }) => unit_id)
    for (const row of units) {
      if (this.#units.has(row.id)) continue
      const own = byUnit.get(row.id) ?? []
      const facts = factsOf(row)
      const state = unitStateOf(row, own, facts)
      this.#enter({ row, facts, flags: flagsOf(row), state, readings: own }, row.checks)
    }
  }

  /** Takes a paper in that is still as a transaction before left it. */
  reopen(paper: LeftPaper, checks: OpenedUnit['checks']): void {
    if (!this.#units.has(paper.row.id)) this.#enter(paper, checks)
  }

  #enter(
    { row, facts, flags, state, readings }: Omit<LeftPaper, 'writtenIds'>,
    checks: OpenedUnit['checks'],
  ): void {
    this.#units.set(row.id, {
      row,
      checks: Number(checks ?? UNKNOWN),
      facts,
      flags,
      opened: state,
      stored: state,
      state,
      paperFlags: new Map(readings.map((reading) => [reading.id, reading.flags])),
      readings: new Map(
        readings.map((reading) => [reading.id, { before: reading, after: reading }]),
      ),
      staged: new Map(),
      rules: null,
      isWritten: false,
    })
  }

  /**
   * The papers that were written, as they were left; only those of which all is known, and none where something else
   * than the ledger may have written them as well.
   */
  *left(): Generator<LeftPaper> {
    const entries = [...this.#units.values()]
    // What is made of a blank check that was marked is written by others.
    const isFollowed = entries.some(
      ({ checks, opened, state }) => checks > 0 && opened.final !== state.final,
    )
    if (!this.#isAlone || isFollowed) return
    for (const { row, facts, flags, state, readings, isWritten } of entries) {
      const all = [...readings.values()]
      if (!isWritten || all.some(({ after }) => after.claimed_at === UNKNOWN_TIME)) continue
      yield {
        row,
        facts,
        flags,
        state,
        readings: all.flatMap(({ after }) => (after.state === 'released' ? [] : [after])),
        writtenIds: new Set(
          all.flatMap(({ before, after }) => (before === after ? [] : [after.id])),
        ),
      }
    }
  }

  /**
   * Applies an event to a unit that was taken in.
   *
   * @returns what became of it, or the rules' refusal, after which everything is as before
   */
  apply(asked: Asked, rules: BlockRules): Applied | AppError {
    const entry = this.#units.get(asked.unitId)
    if (!entry) return new AppError('MARKING_UNIT_NOT_FOUND')
    const { actor } = asked
    const id = makesReading(asked.event) ? this.#ids[0] : null
    if (id === undefined) throw new Error('no id was reserved for a new reading')
    const event = id === null ? asked.event : withRealId(asked.event, id)
    const before = entry.state
    const outcome = decide(before, event, policyOf(rules, entry.facts.choice))
    if (outcome.kind === 'refused') return appErrorOf(outcome.code, outcome.facts)
    const { unit: after, effects } = outcome
    const repeated = effects.find((effect) => effect.kind === 'repeat')
    if (repeated) return { unit: before, effects, readingId: Number(repeated.readingId) }
    if (after === before) return { unit: before, effects: [], readingId: null }
    const now = (this.#now ??= isoNow(this.#services.clock))
    const isMade = id !== null && after.readings.some((reading) => reading.id === id)
    if (isMade) this.#ids.shift()
    const step = { row: entry.row, event, before, after, actor }
    stage(entry, step, isMade ? id : null, now)
    this.#countClaims(step)
    entry.facts = factsAfter(entry, step, now)
    entry.flags = flagsAfter(entry, step)
    entry.state = after
    entry.rules = rules
    this.#log.push({
      unit_id: entry.row.id,
      exam_id: entry.row.exam_id,
      seq: after.version,
      type: event.type,
      actor_id: actor.userId,
      payload: JSON.stringify({ event, effects }),
      at: now,
      client_id: actor.userId === null ? null : this.#clientOf(actor.userId),
    })
    this.#steps.push(step)
    return { unit: after, effects, readingId: isMade ? id : touchedReading(effects) }
  }

  #countClaims({ row, before, after }: Step): void {
    for (const [{ readings }, by] of [
      [before, -1],
      [after, 1],
    ] as const)
      for (const { state, role, markerId } of readings)
        if (state === 'claimed' && role !== 'ARB') {
          const key = `${row.block_id} ${markerId}`
          this.#claims.set(key, (this.#claims.get(key) ?? 0) + by)
        }
  }

  /** Units whose final marks events changed since the last flush. */
  changedMarks(): FinalChange[] {
    return this.#changed().flatMap(({ entry, rules }) => {
      const { row, checks, facts, stored, state } = entry
      const [before, after] = [stored.final, state.final]
      return before === after || JSON.stringify(before) === JSON.stringify(after)
        ? []
        : [{ row, checks, after, ...finalColumns({ state, facts, rules }) }]
    })
  }

  #changed(): (Entry & { rules: BlockRules; entry: Entry })[] {
    return [...this.#units.values()].flatMap((entry) =>
      entry.rules && entry.state !== entry.stored ? [{ ...entry, rules: entry.rules, entry }] : [],
    )
  }

  /** Did nothing happen since the last flush but claims and submits? Then writing the rows is all there is to do. */
  get isPlain(): boolean {
    return this.#steps.every(({ event: { type } }) => type === 'claim' || type === 'submit')
  }

  /**
   * Writes what events changed.
   *
   * @param along further rows to write
   * @param behind sent behind what is written, and sees it
   * @param commits ends the transaction with it; only where `isPlain`
   * @returns what they find
   * @throws AppError VERSION_CONFLICT
   */
  async flush<Behind extends readonly Turn<unknown>[]>(
    along: readonly RowWrite[],
    behind: readonly [...Behind],
    { commits = false }: { commits?: boolean } = {},
  ): Promise<TurnResults<Behind>> {
    const db = this.#db
    this.#isAlone &&= this.isPlain
    const changed = this.#changed()
    const [log, steps] = [this.#log, this.#steps]
    this.#log = []
    this.#steps = []
    this.#ids = []
    this.#claims.clear()
    const now = this.#now ?? isoNow(this.#services.clock)
    this.#now = null
    for (const { entry, rules } of changed)
      entry.row = { ...entry.row, ...unitColumns({ ...entry, rules }, now) }
    const staged = changed.flatMap(({ staged: own }) => [...own.values()])
    const fresh = staged.filter(({ origin }) => origin !== null)
    const known = staged.filter(({ origin }) => origin === null)
    const judged = known.filter(({ judgement }) => judgement !== null)
    const carried = known.filter(({ judgement }) => judgement === null)
    // A reading leaves its slot before its successor takes it.
    const left = carried.filter(({ columns }) => LEFT.includes(columns.state))
    const kept = carried.filter(({ columns }) => !LEFT.includes(columns.state))
    const [, , , ...found] = await inTurn(
      db,
      [
        writing(db, [carriedWrite(left)]),
        writing(db, [carriedWrite(kept)]),
        writing(db, [
          judgedWrite(judged),
          freshWrite(fresh),
          eventWrite(log),
          ...along,
          unitWrite(changed.map(({ entry }) => entry)),
        ]),
        ...behind,
      ],
      { commits },
    ).catch((error: unknown) => {
      throw areRowsMissed(error) ? new AppError('VERSION_CONFLICT', { what: '试卷' }) : error
    })
    for (const { entry } of changed) {
      entry.stored = entry.state
      entry.isWritten = true
      entry.staged.clear()
    }
    for (const step of steps) await storeProblem(db, step, now)
    await followClearing(db, steps, now)
    return found
  }
}

/** A unit whose final mark is another now. */
interface FinalChange {
  row: UnitRow
  after: UnitFinal | null
  /** Blank checks that it is part of. */
  checks: number
  final_milli: Milli | null
  final_points: string | null
}

/** States in which a reading holds no slot. */
const LEFT = ['released', 'superseded']

/** Of a unit that the caller read: whether it is part of a blank check is asked when it becomes final. */
const UNKNOWN = 1

const touchedReading = (effects: readonly MarkEffect[]): number | null => {
  const effect = effects.find(({ kind }) => kind === 'claimed' || kind === 'submitted')
  return effect && 'readingId' in effect ? Number(effect.readingId) : null
}

/** Does an event make a reading, whose id it does not know yet? */
export const makesReading = (event: MarkEvent): boolean =>
  ('newReadingId' in event && event.newReadingId === NEW_READING) ||
  ('readingId' in event && event.readingId === NEW_READING)

function withRealId(event: MarkEvent, id: number): MarkEvent {
  if ('newReadingId' in event && event.newReadingId === NEW_READING)
    return { ...event, newReadingId: id }
  return 'readingId' in event && event.readingId === NEW_READING
    ? { ...event, readingId: id }
    : event
}
