import type { EntityId, MarkEvent, UnitReading, UnitState } from '@hengjuan/domain'
import type { Actor } from './apply-event.ts'
import type { BlockRules } from '../block/block-rules.query.ts'
import type { UnitFacts, UnitFlags, UnitRow } from './unit-facts.ts'
import { columnsOf, judgementOf, type StagedReading } from './unit-rows.ts'

/** A paper that a `UnitOfWork` has in hand. */
export interface Entry {
  row: UnitRow
  /** Batches of blanks that the paper was marked to check. */
  checks: number
  facts: UnitFacts
  flags: UnitFlags
  /** As the database has it. */
  stored: UnitState
  state: UnitState
  /** Column `reading.flags` by reading. */
  paperFlags: Map<EntityId, string>
  /** Readings that are to be written, by id. */
  staged: Map<number, StagedReading>
  /** By which it was changed last. */
  rules: BlockRules | null
}

/** What one event did to a paper. */
export interface Step {
  row: UnitRow
  event: MarkEvent
  before: UnitState
  after: UnitState
  actor: Actor
}

/** Notes which readings an event changed. */
export function stage(entry: Entry, step: Step, madeId: number | null, now: string): void {
  const { row, before, after, actor } = step
  const old = new Map(before.readings.map((reading) => [reading.id, reading]))
  const kept = new Set(after.readings.map(({ id }) => id))
  for (const reading of before.readings)
    if (!kept.has(reading.id))
      put(entry, reading, {
        columns: {
          ...columnsOf(reading, after, actor),
          state: 'released',
          lease_until: null,
          live_role: null,
          live_marker: null,
        },
      })
  for (const reading of after.readings) {
    const earlier = old.get(reading.id)
    if (earlier === reading) continue
    // Its own judgement was given just now: not merely carried along by somebody else's act.
    const isGiven =
      reading.state === 'submitted' &&
      earlier?.state !== 'submitted' &&
      earlier?.state !== 'rejected' &&
      // It counts again, as it was given: when, with which signs and flags.
      earlier?.state !== 'superseded'
    const judgement = isGiven ? judgementOf(actor, now) : null
    if (judgement) entry.paperFlags.set(reading.id, judgement.flags)
    put(entry, reading, {
      columns: columnsOf(reading, after, actor),
      ...(judgement ? { judgement } : {}),
      ...(reading.id === madeId
        ? {
            origin: {
              unit_id: row.id,
              block_id: row.block_id,
              marker_id: Number(reading.markerId),
              claimed_at: now,
            },
          }
        : {}),
    })
  }
}

const NOTHING = { judgement: null, origin: null }

function put(
  { staged }: Entry,
  reading: Pick<UnitReading, 'id'>,
  part: Pick<StagedReading, 'columns'> & Partial<StagedReading>,
): void {
  const id = Number(reading.id)
  staged.set(id, { ...NOTHING, ...staged.get(id), ...part, id })
}

/** What is known of the paper beside its readings, after an event. */
export function factsAfter(
  { facts }: Entry,
  { event, before, after }: Step,
  now: string,
): UnitFacts {
  const { id: _, status, readings: _readings, version: _version, ...rest } = after
  const { sheetGone: _gone, ...kept } = rest
  const { setAside, ...known } = facts
  return {
    ...known,
    // Who clears a paper clears that as well.
    ...(setAside && event.type !== 'reset' && { setAside }),
    ...kept,
    since: status === before.status ? facts.since : now,
  }
}

export function flagsAfter({ flags, paperFlags }: Entry, { after }: Step): UnitFlags {
  const { paper: _, over_tolerance: _over, forced_pair: _forced, ...rest } = flags
  const { final } = after
  const paper = new Set(
    after.readings
      .filter(({ state }) => state !== 'superseded')
      .flatMap(({ id }) => JSON.parse(paperFlags.get(id) ?? '[]') as string[]),
  )
  return {
    ...rest,
    ...(final?.overTolerance ? { over_tolerance: true } : {}),
    ...(final?.forcedPair ? { forced_pair: true } : {}),
    rounding_residual_milli: final?.roundingResidualMilli ?? 0,
    ...(paper.size > 0 ? { paper: [...paper] } : {}),
  }
}
