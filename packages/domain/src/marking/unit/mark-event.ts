import type { EntityId } from '../../entity-id.ts'
import type { ProblemReason, UnitStatus } from '../../mark-codes.ts'
import type { Milli } from '../../milli.ts'
import type { Refusal } from '../quality/grid.ts'
import type { UnitFinal } from './settle.ts'
import type { UnitKept } from './unit-repair.ts'
import type { MarkRole, SecondReading, SupersedeCause, UnitState } from './unit.ts'

type Scores = readonly (Milli | null)[]

export type ReleaseCause = 'expired' | 'recalled' | 'returned' | 'cancelled' | 'cleared'

/** Everything that can happen to a unit. `readingId` of a new reading is made by the caller. */
export type MarkEvent =
  /**
   * The crop exists. `looksBlank` sends it to blank review; `cropChanged` voids what was read before. `otherPictures`:
   * the same sheet was cut anew, which voids only that it was found blank.
   */
  | {
      type: 'images_ready'
      looksBlank: boolean
      cropChanged?: boolean
      otherPictures?: boolean
    }
  /** The sheet went back to block division. */
  | { type: 'image_withdrawn' }
  /** The paper was marked by hand before it was scanned: what the whole block got. */
  | { type: 'offline_mark'; by: EntityId; totalMilli: Milli }
  /** The mark on paper is in doubt again. */
  | { type: 'offline_withdrawn' }
  /** A marker takes the next free slot, or an arbitrator the unit. */
  | { type: 'claim'; readingId: EntityId; markerId: EntityId; slot?: 'ARB' }
  /** A claim ends without a score. Nothing happens if it is gone already. */
  | { type: 'release'; readingId: EntityId; cause: ReleaseCause }
  /** Scores for a claim; for a claim that is gone, taken if a slot is still free. */
  | {
      type: 'submit'
      readingId: EntityId
      markerId: EntityId
      scores: Scores
      idemKey: string
    }
  /** Back-mark: the marker changes an own submitted reading. */
  | {
      type: 'revise'
      readingId: EntityId
      newReadingId: EntityId
      markerId: EntityId
      scores: Scores
      idemKey: string
    }
  /** The marker takes an own submitted reading back: it does not count until they score it again. */
  | { type: 'take_back'; readingId: EntityId; markerId: EntityId }
  /** The marker scores an own reading again that was sent back or taken back. */
  | {
      type: 'remark'
      readingId: EntityId
      newReadingId: EntityId
      markerId: EntityId
      scores: Scores
      idemKey: string
    }
  /**
   * A marker passes on a claimed unit (`readingId`), or a leader takes it out (null); then the decision that
   * stands is kept for the case that the unit is returned. `keepsDecision` is absent of what was logged while
   * it was lost.
   */
  | {
      type: 'raise_problem'
      by: EntityId
      readingId: EntityId | null
      reason: ProblemReason
      note: string
      keepsDecision?: true
    }
  /** `readingId`: of the claim by which a unit comes back into the hands of who passed it on. */
  | { type: 'resolve_problem'; by: EntityId; outcome: ProblemOutcome; readingId?: EntityId }
  /** The arbitrator's score, with or without an earlier claim. */
  | {
      type: 'arbitrate'
      readingId: EntityId
      markerId: EntityId
      scores: Scores
      idemKey: string
    }
  /** Spot check with a corrected score, final for the unit; `isRejection` counts against the reading. */
  | {
      type: 'spot_correct'
      readingId: EntityId
      checkerId: EntityId
      scores: Scores
      isRejection: boolean
    }
  /** Score inspection or appeal: a person who did not read the unit gives the scores that hold. */
  | { type: 'inspect'; by: EntityId; scores: Scores }
  /** Benchmark script: leaders agreed on the score that holds. */
  | { type: 'benchmark'; by: EntityId; scores: Scores }
  /** The paper is no benchmark script any more; its readings count again. */
  | { type: 'benchmark_withdrawn'; by: EntityId }
  /** Spot check: sent back to its marker. */
  | { type: 'reject'; readingId: EntityId; checkerId: EntityId }
  /**
   * A reading that was sent back stands again as it was given, before its marker gave it anew. `wasForced`: an
   * arbitrator was to decide already when it was sent back.
   */
  | { type: 'reject_withdrawn'; by: EntityId; readingId: EntityId; wasForced?: boolean }
  /** A marker finds nothing written on a paper in hand: a person confirms it in blank review. */
  | { type: 'blank_report'; by: EntityId; readingId: EntityId }
  /** An unread unit, or a confirmed blank, goes to blank review. */
  | { type: 'blank_review' }
  | { type: 'blank_confirm'; by: EntityId }
  /** `isCheck`: `by` found it blank, and it is marked to see whether it is. Absent of what was logged before that counted. */
  | { type: 'blank_reject'; by: EntityId; isCheck?: true }
  /** The block is cleared. */
  | { type: 'reset' }
  /** The clearing is undone, or what was set aside counts again; `keepsProblem` leaves it a problem where it is one. */
  | { type: 'restore'; kept: UnitKept; keepsProblem?: true }
  /** An arbitrated or corrected mark is withdrawn; with why. */
  | { type: 'reopen'; by: EntityId; reason?: string }
  /** A leader puts a settled mark, or one that waits for its marker, before the arbitrator; with why. */
  | { type: 'escalate'; by: EntityId; reason?: string }
  /** A reading that waits for its marker, who is gone, is left to somebody else. */
  | { type: 'hand_on'; by: EntityId; readingId: EntityId }
  /** Somebody who read the unit may arbitrate it; with why. */
  | { type: 'allow_arbitrator'; by: EntityId; markerId: EntityId; reason: string }
  /** One reading decided it; a second person reads it before the results are out. */
  | { type: 'read_again'; by: EntityId; settleBy: SecondReading }
  /** The second reading is called off before anybody began it. */
  | { type: 'read_again_withdrawn'; by: EntityId }
  /** Included in a published snapshot, and freed again. */
  | { type: 'lock' }
  | { type: 'unlock' }

/** @source domain rules 6.2: return to same/other marker */
export type ProblemReturnTo = 'raiser' | 'others' | 'anyone'

export type ProblemOutcome =
  /** `rubric`: the version on the page, and ids of its entries that were pressed. */
  | { kind: 'score'; scores: Scores; rubric?: { version: number; pressed: readonly string[] } }
  /** Back to where it was: to who passed it on, to somebody else in their place, or to whoever comes first. */
  | { kind: 'return'; to: ProblemReturnTo }
  /** The same as it was logged before: whoever passed it on kept what they had read of it. */
  | { kind: 'return'; excludeRaiser: boolean }
  /** To sheet handling: the image is cut again. */
  | { kind: 'to_image' }
  /** No mark: the candidate cheated, or the paper does not count. With why. */
  | { kind: 'misconduct' | 'void'; note: string }

/** What an event did, for the event log, statistics and notices. */
export type MarkEffect =
  | { kind: 'claimed'; readingId: EntityId; markerId: EntityId; role: MarkRole }
  | { kind: 'submitted'; readingId: EntityId; markerId: EntityId; role: MarkRole; revision: number }
  | { kind: 'released'; readingId: EntityId; markerId: EntityId; cause: ReleaseCause }
  | { kind: 'superseded'; readingId: EntityId; cause: SupersedeCause }
  | { kind: 'rejection_counted'; readingId: EntityId; markerId: EntityId; sentBack: boolean }
  | { kind: 'taken_back'; readingId: EntityId; markerId: EntityId }
  | { kind: 'status'; from: UnitStatus; to: UnitStatus }
  /** `readingIds` are the readings behind the mark; empty when a person decided outside a reading. */
  | { kind: 'settled'; final: UnitFinal; readingIds: readonly EntityId[] }
  /** A final mark does not stand any more. */
  | { kind: 'unsettled' }
  /** The same submit was applied before; the unit is as it was. */
  | { kind: 'repeat'; readingId: EntityId }

export type EventOutcome =
  | { kind: 'applied'; unit: UnitState; effects: readonly MarkEffect[] }
  | ({ kind: 'refused' } & Refusal)
