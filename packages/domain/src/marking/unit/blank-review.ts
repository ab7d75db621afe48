import type { MarkEvent } from './mark-event.ts'
import { PASSED_ON_FROM, passOn } from './pass-on.ts'
import { type Change, changed, refuse, refuseState, unchanged } from './unit-change.ts'
import { type BlockPolicy, paperMarkOf, type UnitState } from './unit.ts'

type EventOf<Type extends MarkEvent['type']> = Extract<MarkEvent, { type: Type }>

/** What others have read stays, and counts if the paper turns out to be written on. @source domain rules 6.1 */
export function reportBlank(unit: UnitState, { by, readingId }: EventOf<'blank_report'>): Change {
  if (!PASSED_ON_FROM.includes(unit.status)) return refuseState(unit, '报告空白卷')
  const passed = passOn(unit, by, readingId)
  return passed.kind === 'changed'
    ? changed({ ...passed.unit, blank: 'review', blankConfirmedBy: [] }, passed.effects)
    : passed
}

export function reviewBlank(unit: UnitState): Change {
  if (unit.status === 'BLANK_REVIEW') return unchanged
  const confirmedBlank = unit.decision?.source === 'BLANK'
  if (unit.status !== 'READY' && !confirmedBlank) return refuseState(unit, '转空白确认')
  return changed({ ...unit, blank: 'review', blankConfirmedBy: [], decision: null })
}

export function confirmBlank(
  unit: UnitState,
  { by }: EventOf<'blank_confirm'>,
  policy: BlockPolicy,
): Change {
  if (unit.status !== 'BLANK_REVIEW') return refuse('MARKING_NOT_BLANK_REVIEW')
  if (unit.blankConfirmedBy.includes(by)) return refuse('MARKING_SECOND_PERSON_NEEDED')
  const blankConfirmedBy = [...unit.blankConfirmedBy, by]
  if (policy.blankNeedsTwo && blankConfirmedBy.length < 2)
    return changed({ ...unit, blankConfirmedBy })
  const scores = policy.points.map(() => 0)
  return changed({
    ...unit,
    blank: 'none',
    blankConfirmedBy,
    decision: { source: 'BLANK', scores, by },
  })
}

/** Something is written on it after all, or it is marked as a check: then it keeps who found nothing. */
export function rejectBlank(unit: UnitState, { by, isCheck }: EventOf<'blank_reject'>): Change {
  if (unit.status !== 'BLANK_REVIEW') return refuse('MARKING_NOT_BLANK_REVIEW')
  return changed({
    ...unit,
    blank: 'none',
    blankConfirmedBy: isCheck ? [by] : [],
    decision: unit.decision ?? paperMarkOf(unit),
  })
}

/**
 * Nothing was found on other pictures than these. Who confirmed that and waits for a second person is asked again; a
 * paper that was confirmed is looked at again where these show writing.
 *
 * @source domain rules 6.1: never score 0 automatically
 */
export function blankAskedAnew(
  unit: UnitState,
  { looksBlank }: EventOf<'images_ready'>,
): UnitState {
  const isConfirmed = unit.decision?.source === 'BLANK'
  if (isConfirmed && unit.blank !== 'review')
    return looksBlank ? unit : { ...unit, blank: 'review', blankConfirmedBy: [], decision: null }
  return unit.blankConfirmedBy.length > 0 ? { ...unit, blankConfirmedBy: [] } : unit
}
