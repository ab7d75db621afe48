import type { Tables } from '@hengjuan/db'
import {
  type BestOf,
  type EntityId,
  type MarkRole,
  type Milli,
  newUnit,
  type SecondReading,
  type SupersedeCause,
  type UnitDecision,
  type UnitFinal,
  type UnitProblem,
  type UnitReading,
  type UnitState,
  type UnitStatus,
} from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import type { SetAside } from './set-aside.ts'

export type UnitRow = Selectable<Tables['unit']>
/** A reading as its table has it. */
export type ReadingRow = Selectable<Tables['reading']>

/** Column `unit.facts`: what the state follows from, beside the readings, and what only the server knows. */
export interface UnitFacts {
  double: boolean
  secondReading?: SecondReading | null
  imageReady: boolean
  blank: 'none' | 'review'
  blankConfirmedBy: readonly EntityId[]
  problem: UnitProblem | null
  decision: UnitDecision | null
  paperMark?: UnitDecision | null
  forcedArbitration: boolean
  excludedMarkers: readonly EntityId[]
  arbitratorsAllowed?: readonly EntityId[]
  voidedClaims?: readonly EntityId[]
  bestOf?: BestOf | null
  locked: boolean
  final: UnitFinal | null
  /** The physical sheet whose image this is; null when it was taken away. */
  sheetId: string | null
  /** Ids of the questions that count, of a block with optional questions; null while unknown. */
  choice: number[] | null
  /** What the sheet said of that when a leader said otherwise. */
  overruled?: number[]
  /** Of optional questions that it was found not to answer. */
  setAside?: readonly SetAside[]
  /** When the unit came into its present state. */
  since: string
  /** Largest connected stroke in its areas, millimetres; absent where it was not measured. */
  strokeMm?: number | undefined
}

/** Column `unit.flags`: for lists and statistics. */
export interface UnitFlags {
  over_tolerance?: boolean
  forced_pair?: boolean
  rounding_residual_milli?: Milli
  /** Paper flags of its readings. */
  paper?: string[]
  /** Paper flags that markers had set before they passed it on as a problem. */
  raised?: string[]
  /** It was read, and then its sheet was voided or the candidate found absent. */
  sheet_gone?: boolean
}

/** `by` of what the machine did; no person has this id. */
export const MACHINE = 0

export const factsOf = (row: Pick<UnitRow, 'facts'>): UnitFacts =>
  JSON.parse(row.facts) as UnitFacts

export const flagsOf = (row: Pick<UnitRow, 'flags'>): UnitFlags =>
  JSON.parse(row.flags) as UnitFlags

/** A key of `PAPER_STATES`: nobody waits for an image of a paper whose candidate is absent or has no sheet. */
export const paperStateOf = (row: Pick<UnitRow, 'state' | 'facts' | 'flags'>): string =>
  row.state === 'WAIT_IMAGE' && (factsOf(row).sheetId === null || flagsOf(row).sheet_gone === true)
    ? 'OUT'
    : row.state

/** What readers flagged a paper as, and markers who passed it on. @source domain rules 6.3 */
export function paperFlagsOf(row: Pick<UnitRow, 'flags'>): string[] {
  const { paper = [], raised = [] } = flagsOf(row)
  return [...new Set([...paper, ...raised])]
}

/** Facts of a unit before its image is cut. */
export function newFacts(double: boolean, now: string): UnitFacts {
  const {
    id: _,
    status: _status,
    readings: _readings,
    version: _version,
    ...facts
  } = newUnit(0, double)
  return { ...facts, sheetId: null, choice: null, since: now }
}

/**
 * The unit as the rules know it.
 *
 * @param readings in the order in which they began, without released ones
 * @param known its facts, where they were taken out of the row already
 */
export function unitStateOf(
  row: UnitRow,
  readings: readonly ReadingRow[],
  known: UnitFacts = factsOf(row),
): UnitState {
  const { sheetId: _, choice: _choice, overruled: _said, setAside: _aside, ...rest } = known
  const { since: _since, ...facts } = rest
  return {
    ...facts,
    ...(row.flags.includes('"sheet_gone":true') && { sheetGone: true }),
    id: row.id,
    status: row.state as UnitStatus,
    readings: readings.map(readingOf),
    version: row.version,
  }
}

const readingOf = (row: ReadingRow): UnitReading => ({
  id: row.id,
  role: row.role as MarkRole,
  markerId: row.marker_id,
  state: row.state as UnitReading['state'],
  scores: scoresOf(row),
  revision: row.rev,
  rejections: row.rejections,
  ...(row.taken_back === 1 ? { takenBack: true } : {}),
  idemKey: row.idem_key,
  supersededBy: row.superseded_by as SupersedeCause | null,
})

export const scoresOf = (row: Pick<ReadingRow, 'points'>): Milli[] | null =>
  row.points === null ? null : (JSON.parse(row.points) as Milli[])
