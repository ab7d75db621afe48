import type { EntityId } from '../../entity-id.ts'
import type { ErrorCode } from '../../error-book.ts'
import { UNIT_STATUSES } from '../../mark-codes.ts'
import type { MarkEffect, ReleaseCause } from './mark-event.ts'
import type { MarkRole, SupersedeCause, UnitReading, UnitState } from './unit.ts'

export type Refused = {
  kind: 'refused'
  code: ErrorCode
  facts: Readonly<Record<string, string | number>>
}

/** New facts of a unit, before its status is derived from them. */
export type Changed = { kind: 'changed'; unit: UnitState; effects: readonly MarkEffect[] }

export type Change = Changed | { kind: 'unchanged' } | Refused

export const refuse = (code: ErrorCode, facts: Refused['facts'] = {}): Refused => ({
  kind: 'refused',
  code,
  facts,
})

/** Of a paper that became another one while it was in somebody's hands. */
export const CHANGED_SINCE = '的图像已更换，或题块已清空重评'

export const OUT_OF_MARKING = '已退出阅卷（考生缺考，或答题卡要补扫、重切）'

export const LOST_TO_OTHERS = '的领取已超时并交给他人'

/** A paper left the hands of whoever gives it a score; only where it went back to cutting nobody else has it. */
export const refuseLost = (unit: UnitState, why = LOST_TO_OTHERS): Refused =>
  refuse('MARKING_LEASE_LOST', {
    why: unit.status === 'WAIT_IMAGE' ? OUT_OF_MARKING : why,
  })

export const refuseState = (unit: UnitState, action: string): Refused =>
  refuse('MARKING_UNIT_NOT_OPEN', { state: UNIT_STATUSES[unit.status], action })

export const changed = (unit: UnitState, effects: readonly MarkEffect[] = []): Changed => ({
  kind: 'changed',
  unit,
  effects,
})

export const unchanged: Change = { kind: 'unchanged' }

export const findReading = (unit: UnitState, id: EntityId): UnitReading | undefined =>
  unit.readings.find((reading) => reading.id === id)

export const replaceReading = (unit: UnitState, reading: UnitReading): UnitState => ({
  ...unit,
  readings: unit.readings.map((other) => (other.id === reading.id ? reading : other)),
})

export const addReading = (unit: UnitState, reading: UnitReading): UnitState => ({
  ...unit,
  readings: [...unit.readings, reading],
})

/** A reading as it begins. */
export const claimOf = (id: EntityId, markerId: EntityId, role: MarkRole): UnitReading => ({
  id,
  role,
  markerId,
  state: 'claimed',
  scores: null,
  revision: 1,
  rejections: 0,
  idemKey: null,
  supersededBy: null,
})

/** Drops the claims that match; a claim without a score leaves no trace but its effect. */
export function dropClaims(
  unit: UnitState,
  cause: ReleaseCause,
  matches: (reading: UnitReading) => boolean = () => true,
): Changed {
  const dropped = unit.readings.filter((reading) => reading.state === 'claimed' && matches(reading))
  return changed(
    { ...unit, readings: unit.readings.filter((reading) => !dropped.includes(reading)) },
    dropped.map(({ id, markerId }) => ({ kind: 'released', readingId: id, markerId, cause })),
  )
}

/** Claims end, and no score is taken for them any more: what it would be of does not hold from now on. */
export function voidClaims(
  unit: UnitState,
  cause: ReleaseCause = 'cancelled',
  matches: (reading: UnitReading) => boolean = () => true,
): Changed {
  const claims = unit.readings
    .filter((reading) => reading.state === 'claimed' && matches(reading))
    .map(({ id }) => id)
  const { unit: free, effects } = dropClaims(unit, cause, matches)
  if (claims.length === 0) return changed(free, effects)
  return changed({ ...free, voidedClaims: [...(unit.voidedClaims ?? []), ...claims] }, effects)
}

/** Voids everything that was read. */
export function supersedeAll(unit: UnitState, cause: SupersedeCause): Changed {
  const claims = voidClaims(unit)
  const voided = claims.unit.readings.filter(({ state }) => state !== 'superseded')
  const readings = claims.unit.readings.map((reading): UnitReading =>
    voided.includes(reading) ? { ...reading, state: 'superseded', supersededBy: cause } : reading,
  )
  // Whoever may arbitrate in spite of having read it may so of what was read then.
  const allowed = claims.unit.arbitratorsAllowed ? { arbitratorsAllowed: [] } : {}
  return changed({ ...claims.unit, ...allowed, readings }, [
    ...claims.effects,
    ...voided.map(({ id }) => ({ kind: 'superseded', readingId: id, cause }) as const),
  ])
}
