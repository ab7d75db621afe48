import { blankAskedAnew } from './blank-review.ts'
import type { MarkEvent } from './mark-event.ts'
import { changed, voidClaims, supersedeAll, unchanged } from './unit-change.ts'
import type { Change, Changed } from './unit-change.ts'
import { liveReadings, paperMarkOf } from './unit.ts'
import type { UnitState } from './unit.ts'

export type EventOf<Type extends MarkEvent['type']> = Extract<MarkEvent, { type: Type }>

export function imagesReady(unit: UnitState, event: EventOf<'images_ready'>): Change {
  const { unit: shown, effects } = event.cropChanged
    ? shownAnew(unit)
    : changed(event.otherPictures ? blankAskedAnew(unit, event) : unit)
  if (unit.imageReady && shown === unit && !event.cropChanged) return unchanged
  const unread = liveReadings(shown).length === 0 && !shown.decision
  const ready = { ...shown, imageReady: true }
  return changed(
    event.looksBlank && unread ? { ...ready, blank: 'review', blankConfirmedBy: [] } : ready,
    effects,
  )
}

/**
 * What was said of the image before does not hold of this one: read, arbitrated, or found to be blank. A mark on the
 * paper that waited behind a look for writing counts.
 */
function shownAnew(unit: UnitState): Changed {
  const { unit: free, effects } = supersedeAll(unit, 'recrop')
  const decision = free.decision ?? (free.problem ? null : paperMarkOf(free))
  return changed(
    { ...free, forcedArbitration: false, blank: 'none', blankConfirmedBy: [], decision },
    effects,
  )
}

/** Claims end; what was submitted is kept for the case that the crop stays the same. */
export function withdrawImage(unit: UnitState): Change {
  const { unit: free, effects } = voidClaims(unit)
  return changed({ ...free, imageReady: false }, effects)
}
