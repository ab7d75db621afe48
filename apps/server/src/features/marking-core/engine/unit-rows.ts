import { rowWrite } from '@hengjuan/db'
import {
  countedTotal,
  freeRole,
  readingsDue,
  type UnitReading,
  type UnitState,
} from '@hengjuan/domain'
import type { Actor } from './apply-event.ts'
import { type BlockRules, pointsOf, spreadOverBlock } from '../block/block-rules.query.ts'
import { storedPressed } from './stored-pressed.ts'
import type { UnitFacts, UnitFlags, UnitRow } from './unit-facts.ts'

/** What an event may change of a reading, beside a judgement. */
interface ReadingColumns {
  role: string
  state: string
  rev: number
  points: string | null
  total_milli: number | null
  idem_key: string | null
  rejections: number
  taken_back: number
  superseded_by: string | null
  lease_until: string | null
  live_role: string | null
  live_marker: number | null
}

/** What comes with scores at the moment when they are given. */
interface JudgementColumns {
  submitted_at: string | null
  active_ms: number | null
  flags: string
  flag_note: string | null
  traces: string | null
  rubric_version: number | null
  pressed_entries: string | null
}

/** Columns of a reading that its event inserted. */
interface OriginColumns {
  unit_id: number
  block_id: number
  marker_id: number
  claimed_at: string
}

/** A reading that is to be written. */
export interface StagedReading {
  id: number
  columns: ReadingColumns
  /** Null where it was given earlier, or not yet. */
  judgement: JudgementColumns | null
  /** Null for a reading that the database has already. */
  origin: OriginColumns | null
}

/** A reading that was not given yet. */
const NO_JUDGEMENT: JudgementColumns = {
  submitted_at: null,
  active_ms: null,
  flags: '[]',
  flag_note: null,
  traces: null,
  rubric_version: null,
  pressed_entries: null,
}

export const judgementOf = ({ reading }: Actor, now: string): JudgementColumns => ({
  submitted_at: now,
  active_ms: reading?.activeMs ?? null,
  flags: JSON.stringify(reading?.flags ?? []),
  flag_note: reading?.flagNote ?? null,
  traces: reading?.traces == null ? null : JSON.stringify(reading.traces),
  rubric_version: reading?.rubricVersion ?? null,
  pressed_entries: storedPressed(reading?.pressed),
})

export const columnsOf = (
  reading: UnitReading,
  { bestOf }: UnitState,
  actor: Actor,
): ReadingColumns => ({
  role: reading.role,
  state: reading.state,
  rev: reading.revision,
  points: reading.scores === null ? null : JSON.stringify(reading.scores),
  total_milli: reading.scores === null ? null : countedTotal(reading.scores, bestOf),
  idem_key: reading.idemKey,
  rejections: reading.rejections,
  taken_back: reading.takenBack ? 1 : 0,
  superseded_by: reading.supersededBy,
  lease_until: reading.state === 'claimed' ? (actor.reading?.leaseUntil ?? null) : null,
  ...liveOf(reading),
})

const LIVE: readonly string[] = ['claimed', 'submitted', 'rejected']

/** What of its paper a reading takes. */
const liveOf = ({ state, role, markerId }: Pick<UnitReading, 'state' | 'role' | 'markerId'>) => ({
  live_role: LIVE.includes(state) ? role : null,
  live_marker: LIVE.includes(state) && role !== 'ARB' ? Number(markerId) : null,
})

const COLUMNS = {
  id: 'integer',
  role: 'text',
  state: 'text',
  rev: 'integer',
  points: 'text',
  total_milli: 'bigint',
  idem_key: 'text',
  rejections: 'integer',
  superseded_by: 'text',
  lease_until: 'text',
} as const

const LIVE_COLUMNS = { live_role: 'text', live_marker: 'integer' } as const

const JUDGEMENT = {
  submitted_at: 'text',
  active_ms: 'integer',
  flags: 'text',
  flag_note: 'text',
  traces: 'text',
  rubric_version: 'integer',
  pressed_entries: 'text',
} as const

const ORIGIN = {
  unit_id: 'integer',
  block_id: 'integer',
  marker_id: 'integer',
  claimed_at: 'text',
} as const

/** Writes what became of readings that were judged earlier, or are not yet. */
export const carriedWrite = (readings: readonly StagedReading[]) =>
  rowWrite({
    table: 'reading',
    rows: readings.map(({ id, columns }) => ({ id, ...columns })),
    types: { ...COLUMNS, ...LIVE_COLUMNS, taken_back: 'integer' },
    where: { id: 'id' },
  })

/** Writes readings that were just judged; they keep what they took, and the indexes of that are left alone. */
export const judgedWrite = (readings: readonly StagedReading[]) =>
  rowWrite({
    table: 'reading',
    rows: readings.map(({ id, columns, judgement }) => {
      const { live_role: _role, live_marker: _marker, taken_back: _back, ...written } = columns
      return { id, ...written, ...(judgement ?? NO_JUDGEMENT) }
    }),
    types: { ...COLUMNS, ...JUDGEMENT },
    where: { id: 'id' },
  })

/** Inserts readings under ids that were reserved. */
export const freshWrite = (readings: readonly StagedReading[]) =>
  rowWrite({
    table: 'reading',
    rows: readings.flatMap(({ id, columns, judgement, origin }) => {
      const { taken_back: _, ...written } = columns
      return origin ? [{ id, ...written, ...(judgement ?? NO_JUDGEMENT), ...origin }] : []
    }),
    types: { ...COLUMNS, ...LIVE_COLUMNS, ...JUDGEMENT, ...ORIGIN },
  })

/** A unit as events left it. */
interface StagedUnit {
  state: UnitState
  facts: UnitFacts
  flags: UnitFlags
  rules: BlockRules
}

/** What events may change of a unit. */
export const unitColumns = ({ state, facts, flags, rules }: StagedUnit, now: string) => ({
  state: state.status,
  version: state.version,
  free_role: freeRole(state),
  readings_due: readingsDue(state),
  ...finalColumns({ state, facts, rules }),
  final_source: state.final?.source ?? null,
  final_reason: state.final?.reason ?? null,
  flags: JSON.stringify(flags),
  facts: JSON.stringify(facts),
  updated_at: now,
})

/**
 * Writes units that are still what they were: fewer than given where one is not.
 *
 * @param units `row` as it is to be, `stored` as the database has it
 */
export const unitWrite = (units: readonly { row: UnitRow; stored: UnitState }[]) =>
  rowWrite({
    table: 'unit',
    rows: units.map(({ row, stored }): WrittenUnit => ({ ...row, was: stored.version })),
    types: UNIT,
    where: { id: 'id', version: 'was' },
  })

/** A final mark as the columns of its unit have it. */
const finalColumns = ({ state, facts, rules }: Pick<StagedUnit, 'state' | 'facts' | 'rules'>) => ({
  final_milli: state.final?.totalMilli ?? null,
  final_points: state.final ? pointsText(rules, facts.choice, state.final.scores) : null,
})

/** Scores point by point; null where only their sum is known, of a paper that was marked by hand. */
const pointsText = (
  rules: BlockRules,
  choice: readonly number[] | null,
  scores: readonly number[],
): string | null =>
  scores.length === pointsOf(rules, choice).length
    ? JSON.stringify(spreadOverBlock(rules, choice, scores))
    : null

type WrittenUnit = Pick<UnitRow, Exclude<keyof typeof UNIT, 'was'>> & { was: number }

const UNIT = {
  id: 'integer',
  was: 'integer',
  state: 'text',
  version: 'integer',
  free_role: 'text',
  readings_due: 'integer',
  final_milli: 'bigint',
  final_points: 'text',
  final_source: 'text',
  final_reason: 'text',
  flags: 'text',
  facts: 'text',
  updated_at: 'text',
} as const

/** A line of the log. */
export interface LoggedEvent {
  unit_id: number
  exam_id: number
  seq: number
  type: string
  actor_id: number | null
  payload: string
  at: string
  /** Row of `mark_client`; null for the server itself. */
  client_id: number | null
}

/** Appends to the log. */
export const eventWrite = (events: readonly LoggedEvent[]) =>
  rowWrite({ table: 'mark_event', rows: events, types: EVENT })

const EVENT = {
  unit_id: 'integer',
  exam_id: 'integer',
  seq: 'integer',
  type: 'text',
  actor_id: 'integer',
  payload: 'text',
  at: 'text',
  client_id: 'integer',
} as const
