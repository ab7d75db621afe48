import { type Db, insertRows, isOneOf, rowWrite, writeRows } from '@hengjuan/db'
import { freeRole, sumOfScores, type UnitReading, type UnitState } from '@hengjuan/domain'
import type { Actor } from './apply-event.ts'
import { type BlockRules, pointsOf, spreadOverBlock } from './block-rules.query.ts'
import {
  factsOf,
  flagsOf,
  MACHINE,
  type ReadingRow,
  type UnitFacts,
  type UnitFlags,
  type UnitRow,
} from './unit-facts.ts'

/** Id of a reading that an event makes; the database gives the real one. */
export const NEW_READING = 'new'

/** A unit that an event changed, and what it was before. */
export interface Change {
  row: UnitRow
  readings: readonly ReadingRow[]
  before: UnitState
  after: UnitState
  rules: BlockRules
  actor: Actor
}

/**
 * Writes the readings of some units that changed, but for those that were just judged.
 *
 * @returns by unit, the id of the reading that was inserted, and what writes the judged ones
 */
export async function storeReadings(
  db: Db,
  changes: readonly Change[],
  now: string,
): Promise<{ made: Map<number, number>; judged: ReturnType<typeof judgedUpdate> }> {
  const released: number[] = []
  const superseded: StoredReading[] = []
  const carried: StoredReading[] = []
  const given: GivenReading[] = []
  const fresh: FreshReading[] = []
  for (const change of changes) {
    const { row, before, after } = change
    const old = new Map(before.readings.map((reading) => [reading.id, reading]))
    const kept = new Set(after.readings.map(({ id }) => id))
    for (const { id } of before.readings) if (!kept.has(id)) released.push(Number(id))
    for (const reading of after.readings) {
      const earlier = old.get(reading.id)
      if (earlier === reading) continue
      const stored = columnsOf(reading, change)
      // Its own judgement was given just now: not merely carried along by somebody else's act.
      const isGiven =
        reading.state === 'submitted' &&
        earlier?.state !== 'submitted' &&
        earlier?.state !== 'rejected'
      const judgement = isGiven ? judgementOf(change, now) : NO_JUDGEMENT
      if (reading.id === NEW_READING) {
        const { id: _, ...columns } = stored
        fresh.push({
          ...columns,
          ...judgement,
          unit_id: row.id,
          block_id: row.block_id,
          marker_id: Number(reading.markerId),
          claimed_at: now,
        })
      } else if (isGiven) given.push({ ...stored, ...judgement })
      else if (reading.state === 'superseded') superseded.push(stored)
      else carried.push(stored)
    }
  }
  // A reading leaves its slot before its successor takes it.
  if (released.length > 0)
    await db
      .updateTable('reading')
      .set({ state: 'released', lease_until: null })
      .where(isOneOf(db, 'id', released))
      .execute()
  await writeRows(db, [storedUpdate(superseded)])
  await writeRows(db, [storedUpdate(carried)])
  const made = await insertFresh(db, fresh)
  return { made, judged: judgedUpdate(given) }
}

interface StoredReading {
  id: number
  role: string
  state: string
  rev: number
  points: string | null
  total_milli: number | null
  idem_key: string | null
  rejections: number
  superseded_by: string | null
  lease_until: string | null
}

interface Judgement {
  submitted_at: string | null
  active_ms: number | null
  flags: string
  traces: string | null
}

type GivenReading = StoredReading & Judgement

type FreshReading = Omit<GivenReading, 'id'> & {
  unit_id: number
  block_id: number
  marker_id: number
  claimed_at: string
}

const NO_JUDGEMENT: Judgement = { submitted_at: null, active_ms: null, flags: '[]', traces: null }

const judgementOf = ({ actor }: Change, now: string): Judgement => ({
  submitted_at: now,
  active_ms: actor.reading?.activeMs ?? null,
  flags: JSON.stringify(actor.reading?.flags ?? []),
  traces: actor.reading?.traces == null ? null : JSON.stringify(actor.reading.traces),
})

const columnsOf = (reading: UnitReading, { actor }: Change): StoredReading => ({
  id: Number(reading.id),
  role: reading.role,
  state: reading.state,
  rev: reading.revision,
  points: reading.scores === null ? null : JSON.stringify(reading.scores),
  total_milli: reading.scores === null ? null : sumOfScores(reading.scores),
  idem_key: reading.idemKey,
  rejections: reading.rejections,
  superseded_by: reading.supersededBy,
  lease_until: reading.state === 'claimed' ? (actor.reading?.leaseUntil ?? null) : null,
})

const STORED = {
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

const JUDGEMENT = {
  submitted_at: 'text',
  active_ms: 'integer',
  flags: 'text',
  traces: 'text',
} as const

const FRESH = {
  ...STORED,
  ...JUDGEMENT,
  unit_id: 'integer',
  block_id: 'integer',
  marker_id: 'integer',
  claimed_at: 'text',
} as const

const storedUpdate = (rows: readonly StoredReading[]) =>
  rowWrite({ table: 'reading', rows, types: { id: 'integer', ...STORED }, where: { id: 'id' } })

const judgedUpdate = (rows: readonly GivenReading[]) =>
  rowWrite({
    table: 'reading',
    rows,
    types: { id: 'integer', ...STORED, ...JUDGEMENT },
    where: { id: 'id' },
  })

const insertFresh = (db: Db, rows: readonly FreshReading[]): Promise<Map<number, number>> =>
  insertRows(db, { table: 'reading', rows, types: FRESH }, 'unit_id')

/** What writes the units themselves: those that are still what they were. */
export function unitsUpdate(changes: readonly Change[], now: string) {
  const rows = changes.map((change) => {
    const { row, before, after, rules } = change
    const facts = factsOf(row)
    const { id: _, status, readings: _readings, version, ...kept } = after
    const { final } = after
    return {
      id: row.id,
      was: before.version,
      state: status,
      version,
      free_role: freeRole(after),
      final_milli: final?.totalMilli ?? null,
      final_points: final ? pointsText(rules, facts.choice, final.scores) : null,
      final_source: final?.source ?? null,
      final_reason: final?.reason ?? null,
      flags: JSON.stringify(flagsAfter(change)),
      facts: JSON.stringify({
        ...facts,
        ...kept,
        since: status === before.status ? facts.since : now,
      } satisfies UnitFacts),
      updated_at: now,
    }
  })
  return rowWrite({ table: 'unit', rows, types: UNIT, where: { id: 'id', version: 'was' } })
}

/** Scores point by point; null where only their sum is known, of a paper that was marked by hand. */
const pointsText = (
  rules: BlockRules,
  choice: readonly number[] | null,
  scores: readonly number[],
): string | null =>
  scores.length === pointsOf(rules, choice).length
    ? JSON.stringify(spreadOverBlock(rules, choice, scores))
    : null

const UNIT = {
  id: 'integer',
  was: 'integer',
  state: 'text',
  version: 'integer',
  free_role: 'text',
  final_milli: 'bigint',
  final_points: 'text',
  final_source: 'text',
  final_reason: 'text',
  flags: 'text',
  facts: 'text',
  updated_at: 'text',
} as const

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

/** Keeps the list of problem papers in step with a unit. */
export async function storeProblem(db: Db, change: Change, now: string): Promise<void> {
  const { row, before, after, actor } = change
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
