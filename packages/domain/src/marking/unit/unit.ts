import type { EntityId } from '../../entity-id.ts'
import type { NoMarkReason, ProblemReason, UnitStatus } from '../../mark-codes.ts'
import type { Milli } from '../../milli.ts'
import type { BestOf } from './best-of.ts'
import type { ScorePoint } from '../quality/grid.ts'
import type { SettlePolicy, UnitFinal } from './settle.ts'

/** How a block is marked, as far as one unit needs it. */
export interface BlockPolicy extends SettlePolicy {
  points: readonly ScorePoint[]
  /** High stakes: a blank answer needs two people to confirm it. Default false. */
  blankNeedsTwo?: boolean
  /** How often one reading may be sent back before the unit goes to arbitration. Default 2. */
  rejectionLimit?: number
}

/** How the two readings of a paper become a mark that one reading was to decide. */
export interface SecondReading {
  mode: 1 | 2 | 3 | 4
  toleranceMilli: Milli
}

export type MarkRole = 'R1' | 'R2' | 'R3' | 'ARB'

/**
 * `remark` and `backmark`: its marker gave another score. `reset`: the block was cleared. `recrop`: the
 * image that was read is not the image any more. `reopened`: an arbitration was withdrawn. `passed_on`:
 * somebody else reads the paper in its marker's place.
 */
export type SupersedeCause = 'backmark' | 'remark' | 'reset' | 'recrop' | 'reopened' | 'passed_on'

/**
 * One person's judgement of one unit. Live unless superseded. `rejected`: it does not count until its marker
 * gives it again, because a checker sent it back or the marker took it back.
 */
export interface UnitReading {
  id: EntityId
  role: MarkRole
  markerId: EntityId
  state: 'claimed' | 'submitted' | 'rejected' | 'superseded'
  /** One score a point; null while claimed. */
  scores: readonly Milli[] | null
  /** 1 for a first submit, one more for each back-mark or re-mark. */
  revision: number
  /** How often this judgement, with its revisions, was sent back. */
  rejections: number
  /** While `rejected`: its own marker took it back, nobody sent it back. Absent otherwise. */
  takenBack?: boolean
  idemKey: string | null
  supersededBy: SupersedeCause | null
}

/** `same_after_reject`: sent back, and given the same score again. */
export type UnitProblemReason = ProblemReason | 'same_after_reject'

export interface UnitProblem {
  reason: UnitProblemReason
  note: string
  raisedBy: EntityId
  /**
   * The decision that stood when a paper was taken out that was in nobody's hands; null where its readings
   * decided. Absent where its own marker passed it on.
   */
  stood?: UnitDecision | null
}

/** A final mark that does not come from settling readings. */
export interface UnitDecision {
  source: 'SPOT' | 'PROBLEM' | 'BLANK' | 'INSPECT' | 'BENCHMARK' | 'OFFLINE'
  scores: readonly Milli[]
  by: EntityId
  /** Why a problem paper got nothing; absent where it was scored. */
  reason?: NoMarkReason
  /** Of a problem paper: what stood before it was one, as `UnitProblem.stood` has it. */
  stood?: UnitDecision | null
  /** The same: the problem that it was, and is again when this is withdrawn. Absent before that was kept. */
  problem?: Omit<UnitProblem, 'stood'>
  /** Of a spot check: the reading that it corrected was waiting for its marker to mark it again. */
  waited?: { readingId: EntityId; takenBack?: true }
  /** The same, and of corrections that it took the place of: readings that it counted as sent back. */
  rejected?: readonly EntityId[]
}

/**
 * One candidate in one block. Everything but `status` and `final` is fact; those two follow from the
 * facts and are kept for whoever reads a unit.
 */
export interface UnitState {
  id: EntityId
  /** Read by two people? Decided once, from the mode and the share that is read twice. */
  double: boolean
  /** It is read twice although one reading decided it first; by these rules instead of the block's. */
  secondReading?: SecondReading | null
  status: UnitStatus
  final: UnitFinal | null
  /** In the order in which they began. Superseded ones stay. */
  readings: readonly UnitReading[]
  imageReady: boolean
  blank: 'none' | 'review'
  /** Who found nothing written on these pictures; of a paper that is marked to check that as well. */
  blankConfirmedBy: readonly EntityId[]
  problem: UnitProblem | null
  decision: UnitDecision | null
  /** The mark that stands on the paper, also while somebody's decision goes before it. */
  paperMark?: UnitDecision | null
  /** Sent back too often: an arbitrator decides in any mode. */
  forcedArbitration: boolean
  /** Markers who may not read this unit (a problem was returned to others). */
  excludedMarkers: readonly EntityId[]
  /** Readers whom an administrator lets arbitrate all the same. */
  arbitratorsAllowed?: readonly EntityId[]
  /** Claims that ended because their picture was replaced or the block cleared: a late score is of what held then. */
  voidedClaims?: readonly EntityId[]
  /** Every optional question is marked, and the best ones count. Absent where all points count. */
  bestOf?: BestOf | null
  /** Its sheet is not the candidate's any more: a final mark stays, and nobody is to mark it again. */
  sheetGone?: boolean
  locked: boolean
  /** One more for each event that changed the unit; guards the update in the database. */
  version: number
}

/** A unit as it comes into being, before its image is cut. */
export const newUnit = (id: EntityId, double: boolean): UnitState => ({
  id,
  double,
  status: 'WAIT_IMAGE',
  final: null,
  readings: [],
  imageReady: false,
  blank: 'none',
  blankConfirmedBy: [],
  problem: null,
  decision: null,
  forcedArbitration: false,
  excludedMarkers: [],
  locked: false,
  version: 0,
})

/** What holds of a unit without anybody's decision: the mark on its paper, where there is one. */
export const paperMarkOf = ({ paperMark, decision }: UnitState): UnitDecision | null =>
  paperMark ?? (decision?.source === 'OFFLINE' ? decision : null)

export const isLive = (reading: UnitReading): boolean => reading.state !== 'superseded'

/** Does it wait for its marker, who took it back? */
export const isTakenBack = ({ state, takenBack }: UnitReading): boolean =>
  state === 'rejected' && takenBack === true

/** The same reading, for which its marker need not do anything any more. */
export function asGiven(reading: UnitReading): UnitReading {
  if (reading.state !== 'rejected') return reading
  const { takenBack: _, ...given } = reading
  return { ...given, state: 'submitted' }
}

export const liveReadings = (unit: UnitState): UnitReading[] => unit.readings.filter(isLive)

export const liveReading = (unit: UnitState, role: MarkRole): UnitReading | undefined =>
  unit.readings.find((reading) => isLive(reading) && reading.role === role)

/** Roles whose readings every unit needs: R1, and R2 where two people read. */
export const baseRoles = (unit: UnitState): readonly MarkRole[] =>
  unit.double ? ['R1', 'R2'] : ['R1']

/**
 * First and second readings that a unit has or is still to have: its part of the work that markers share. What was
 * decided without all of them, a blank answer for instance, waits for none any more.
 *
 * @source domain rules 4.1
 */
export const readingsDue = (unit: UnitState): number =>
  unit.final === null
    ? baseRoles(unit).length
    : liveReadings(unit).filter(
        ({ role, state }) => (role === 'R1' || role === 'R2') && state !== 'claimed',
      ).length
