import { changed, replaceReading } from './unit-change.ts'
import type { Changed } from './unit-change.ts'
import type { BlockPolicy, UnitReading, UnitState } from './unit.ts'

/** How often one reading may be sent back; the next time an arbitrator decides. @source domain rules 5.2 */
export const REJECTION_LIMIT = 2

const limitOf = (policy: BlockPolicy): number => policy.rejectionLimit ?? REJECTION_LIMIT

/** Was a reading sent back so often that an arbitrator decides already? */
export const isPastLimit = (unit: UnitState, reading: UnitReading, policy: BlockPolicy): boolean =>
  unit.forcedArbitration && reading.rejections > limitOf(policy)

/** A reading goes back to its marker; one that was sent back too often already, with its unit to an arbitrator. */
export function sendBack(unit: UnitState, reading: UnitReading, policy: BlockPolicy): Changed {
  const rejections = reading.rejections + 1
  if (rejections > limitOf(policy)) {
    const escalated = replaceReading(unit, { ...reading, rejections })
    return changed({ ...escalated, forcedArbitration: true }, [countedRejection(reading, false)])
  }
  return changed(replaceReading(unit, { ...reading, state: 'rejected', rejections }), [
    countedRejection(reading, true),
  ])
}

export const countedRejection = ({ id, markerId }: UnitReading, sentBack: boolean) =>
  ({ kind: 'rejection_counted', readingId: id, markerId, sentBack }) as const
