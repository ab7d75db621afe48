import { type Db, type RowWrite, writeRows } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  applyEvent as decide,
  type MarkEffect,
  type MarkEvent,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { currentClient } from '../../../http/caller.ts'
import type { Services } from '../../../services.ts'
import type { Applied, Asked } from './apply-event.ts'
import { type BlockRules, policyOf } from '../block/block-rules.query.ts'
import { type Entry, factsAfter, flagsAfter, stage, type Step } from './unit-entry.ts'
import { factsOf, flagsOf, type ReadingRow, type UnitRow, unitStateOf } from './unit-facts.ts'
import {
  carriedWrite,
  eventWrite,
  freshWrite,
  judgedWrite,
  type LoggedEvent,
  unitColumns,
  unitWrite,
} from './unit-rows.ts'
import type { FinalChange, UnitsChanged } from './units-changed.ts'

/** Id of a reading that an event makes; `UnitOfWork` puts the real one in its place. */
export const NEW_READING = 'new'

/** A unit that was read, locked, for changing it. */
export type OpenedUnit = UnitRow & {
  /** Blank checks that it is part of; absent while unknown. */
  checks?: number | string | null
}

/**
 * Units that a transaction changes: taken in as they were read, changed by events in memory, written once.
 * An event sees what the ones before it left, also of the same unit.
 *
 * Nothing is stored, and no other query sees a change, before `flush`.
 *
 * @source domain rules 3.7
 */
export class UnitOfWork {
  readonly #db: Db
  readonly #services: Services
  readonly #units = new Map<number, Entry>()
  #log: LoggedEvent[] = []
  #steps: Step[] = []
  /** Reserved for readings that events will make, until the next flush. */
  #ids: number[] = []
  #lastId = 0
  readonly #clientOf: (userId: number) => number | null
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
      this.#units.set(row.id, {
        row,
        checks: Number(row.checks ?? UNKNOWN),
        facts,
        flags: flagsOf(row),
        stored: state,
        state,
        paperFlags: new Map(own.map((reading) => [reading.id, reading.flags])),
        staged: new Map(),
        rules: null,
      })
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

  #changedFinals(): FinalChange[] {
    return this.#changed().flatMap(({ entry: { row, checks, stored, state } }) => {
      const [before, after] = [stored.final, state.final]
      return before === after || JSON.stringify(before) === JSON.stringify(after)
        ? []
        : [{ row, checks, after }]
    })
  }

  #changed(): (Entry & { rules: BlockRules; entry: Entry })[] {
    return [...this.#units.values()].flatMap((entry) =>
      entry.rules && entry.state !== entry.stored ? [{ ...entry, rules: entry.rules, entry }] : [],
    )
  }

  /**
   * Writes what events changed.
   *
   * @param along further rows to write
   * @returns what to announce
   * @throws AppError VERSION_CONFLICT
   */
  async flush(along: readonly RowWrite[] = []): Promise<UnitsChanged> {
    const db = this.#db
    const finals = this.#changedFinals()
    const changed = this.#changed()
    const [log, steps] = [this.#log, this.#steps]
    this.#log = []
    this.#steps = []
    this.#ids = []
    const at = this.#now ?? isoNow(this.#services.clock)
    this.#now = null
    for (const { entry, rules } of changed)
      entry.row = { ...entry.row, ...unitColumns({ ...entry, rules }, at) }
    const staged = changed.flatMap(({ staged: own }) => [...own.values()])
    const fresh = staged.filter(({ origin }) => origin !== null)
    const known = staged.filter(({ origin }) => origin === null)
    const judged = known.filter(({ judgement }) => judgement !== null)
    const carried = known.filter(({ judgement }) => judgement === null)
    // A reading leaves its slot before its successor takes it.
    await writeRows(db, [
      carriedWrite(carried.filter(({ columns }) => LEFT.includes(columns.state))),
    ])
    await writeRows(db, [
      carriedWrite(carried.filter(({ columns }) => !LEFT.includes(columns.state))),
    ])
    const units = unitWrite(changed.map(({ entry }) => entry))
    const written = await writeRows(db, [
      judgedWrite(judged),
      freshWrite(fresh),
      eventWrite(log),
      ...along,
      units,
    ])
    if (changed.length > 0 && written < changed.length)
      throw new AppError('VERSION_CONFLICT', { what: '试卷' })
    for (const { entry } of changed) {
      entry.stored = entry.state
      entry.staged.clear()
    }
    return { at, steps, finals }
  }
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
