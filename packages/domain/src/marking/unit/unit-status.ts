import type { EntityId } from '../../entity-id.ts'
import type { UnitStatus } from '../../mark-codes.ts'
import { finalOfOne, settle } from './settle.ts'
import type { SettlePolicy, UnitFinal } from './settle.ts'
import { baseRoles, liveReading, liveReadings } from './unit.ts'
import type { BlockPolicy, UnitReading, UnitState } from './unit.ts'

export interface Standing {
  status: UnitStatus
  final: UnitFinal | null
  /** Readings behind the final mark. */
  readingIds: readonly EntityId[]
}

/** Where the facts of a unit put it. The one place that decides `status` and `final`. */
export function standingOf(unit: UnitState, policy: BlockPolicy): Standing {
  const standing = standingUnlocked(unit, policy)
  return unit.locked && standing.final ? { ...standing, status: 'LOCKED' } : standing
}

function standingUnlocked(unit: UnitState, policy: BlockPolicy): Standing {
  if (!unit.imageReady) return waitingAs('WAIT_IMAGE')
  if (unit.problem) return waitingAs('PROBLEM')
  if (unit.decision) {
    const { scores, source, reason } = unit.decision
    const final = finalOfOne({ scores }, source, unit.bestOf)
    return {
      status: 'FINAL',
      final: { ...final, reason: reason ?? final.reason, combined: [] },
      readingIds: [],
    }
  }
  if (unit.blank === 'review') return waitingAs('BLANK_REVIEW')
  const arbitration = liveReading(unit, 'ARB')
  if (arbitration?.scores)
    return {
      status: 'FINAL',
      final: asResponse(unit, finalOfOne({ scores: arbitration.scores }, 'ARB', unit.bestOf)),
      readingIds: [arbitration.id],
    }
  if (unit.forcedArbitration) return waitingAs('ARBITRATION')
  if (liveReadings(unit).some(({ state }) => state === 'rejected')) return waitingAs('REJECTED')
  return standingOfReadings(unit, policy)
}

/** By which rules the readings of a unit are settled: those of its block, of one reading, or of its second. */
export function settlePolicyOf(unit: UnitState, policy: SettlePolicy): SettlePolicy {
  const best = unit.bestOf ? { ...policy, bestOf: unit.bestOf } : policy
  if (!unit.double) return { ...best, mode: 0 }
  return unit.secondReading ? { ...best, ...unit.secondReading } : best
}

function standingOfReadings(unit: UnitState, policy: BlockPolicy): Standing {
  const base = baseRoles(unit).map((role) => liveReading(unit, role))
  if (!base.every(isSubmitted)) return waitingAs(base.some(Boolean) ? 'MARKING' : 'READY')
  const third = liveReading(unit, 'R3')
  const readings = isSubmitted(third) ? [...base, third] : base
  const settlement = settle(readings, settlePolicyOf(unit, policy))
  switch (settlement.kind) {
    case 'final':
      return {
        status: 'FINAL',
        final: asResponse(unit, settlement.final),
        readingIds: settlement.final.combined.flatMap((index) => readings[index]?.id ?? []),
      }
    case 'third':
      return waitingAs('THIRD')
    case 'arbitration':
      return waitingAs('ARBITRATION')
    case 'waiting':
      return waitingAs('MARKING')
  }
}

/**
 * Nothing given for what somebody had found blank: both say that nothing is written there.
 *
 * @source domain rules 6.1 (4), (6)
 */
const asResponse = (unit: UnitState, final: UnitFinal): UnitFinal =>
  final.reason === 'ZERO' && unit.blankConfirmedBy.length > 0 ? { ...final, reason: 'NR' } : final

const waitingAs = (status: UnitStatus): Standing => ({ status, final: null, readingIds: [] })

type Submitted = UnitReading & { scores: NonNullable<UnitReading['scores']> }

const isSubmitted = (reading: UnitReading | undefined): reading is Submitted =>
  reading?.state === 'submitted' && reading.scores !== null
