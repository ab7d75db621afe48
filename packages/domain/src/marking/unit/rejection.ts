import type { MarkEvent } from './mark-event.ts'
import { changed, findReading, refuse, replaceReading } from './unit-change.ts'
import type { Change, Changed } from './unit-change.ts'
import { asGiven, isTakenBack, liveReading } from './unit.ts'
import type { BlockPolicy, SupersedeCause, UnitReading, UnitState } from './unit.ts'

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

/**
 * Takes back that a reading was sent back: it stands as it was given, and nothing is counted. Not once its marker, or
 * somebody else, has done what it was sent back for.
 */
export function withdrawRejection(
  unit: UnitState,
  { readingId, wasForced = false }: Extract<MarkEvent, { type: 'reject_withdrawn' }>,
  policy: BlockPolicy,
): Change {
  const reading = findReading(unit, readingId)
  if (!reading) return refuse('MARKING_READING_NOT_FOUND')
  const reason = whyItStands(unit, reading, policy)
  if (reason !== null) return refuse('MARKING_RETURN_STANDS', { reason })
  const isWaiting = reading.state === 'rejected'
  return changed({
    ...replaceReading(unit, { ...asGiven(reading), rejections: reading.rejections - 1 }),
    forcedArbitration: isWaiting ? unit.forcedArbitration : wasForced,
  })
}

const SUPERSEDED: Partial<Record<SupersedeCause, string>> = {
  remark: '教师已重评',
  passed_on: '已改由其他教师评阅',
  reset: '题块已清空重评',
  recrop: '图像已更换',
}

/** Why it can not be taken back any more that a reading was sent back, in Chinese; null while it can. */
function whyItStands(unit: UnitState, reading: UnitReading, policy: BlockPolicy): string | null {
  if (reading.state === 'superseded')
    return SUPERSEDED[reading.supersededBy ?? 'remark'] ?? '已有新的给分代替'
  if (unit.problem) return '已转为问题卷'
  if (unit.decision) return '终评分已由他人裁定'
  if (reading.state === 'rejected') return isTakenBack(reading) ? '教师已收回重评' : null
  const arbitration = liveReading(unit, 'ARB')
  if (arbitration) return arbitration.state === 'claimed' ? '仲裁教师已开始评阅' : '已仲裁定分'
  if (isPastLimit(unit, reading, policy)) return null
  return unit.forcedArbitration ? '已转题组长仲裁' : '这次打回已不再有效'
}

export const countedRejection = ({ id, markerId }: UnitReading, sentBack: boolean) =>
  ({ kind: 'rejection_counted', readingId: id, markerId, sentBack }) as const
