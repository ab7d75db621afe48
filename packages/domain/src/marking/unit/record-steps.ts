import type { EntityId } from '../../entity-id.ts'
import type { UnitStatus } from '../../mark-codes.ts'
import type { Milli } from '../../milli.ts'
import { type BestOf, countedTotal } from './best-of.ts'
import type { MarkEffect, MarkEvent } from './mark-event.ts'
import type { MarkRole } from './unit.ts'

/** What was given at a moment: the total, and each point; null for a point that does not count. */
export interface RecordedScore {
  totalMilli: Milli
  points: readonly (Milli | null)[]
}

/** Null before anything was given, and while nothing counts any more. */
export interface RecordedChange {
  before: RecordedScore | null
  after: RecordedScore | null
}

/** What one event of a paper changed. */
export interface RecordStep {
  status: { from: UnitStatus; to: UnitStatus } | null
  /** Readings that were given, changed, or do not count any more. */
  readings: readonly (RecordedChange & { role: MarkRole | null })[]
  /** Null where the final mark stayed as it was. */
  final: RecordedChange | null
}

/** A line of the log as it is stored. */
export interface LoggedStep {
  event: MarkEvent
  effects: readonly MarkEffect[]
}

/**
 * The log of a paper with what stood before and after each event, point by point.
 *
 * @param bestOf which questions of a reading count; null where all do
 * @source domain rules 3.7 (4)
 */
export function recordSteps(log: readonly LoggedStep[], bestOf: BestOf | null): RecordStep[] {
  const given = new Map<EntityId, RecordedScore>()
  const roles = new Map<EntityId, MarkRole>()
  let final: RecordedScore | null = null
  return log.map(({ event, effects }) => {
    for (const effect of effects)
      if (effect.kind === 'claimed' || effect.kind === 'submitted')
        roles.set(effect.readingId, effect.role)
    const readings = readingsOf({ event, effects }, given, bestOf).map(({ id, ...change }) => ({
      role: roles.get(id) ?? (event.type === 'arbitrate' ? 'ARB' : null),
      ...change,
    }))
    const before: RecordedScore | null = final
    final = finalAfter(before, effects)
    const status = effects.find((effect) => effect.kind === 'status')
    return {
      status: status ? { from: status.from, to: status.to } : null,
      readings,
      final: JSON.stringify(before) === JSON.stringify(final) ? null : { before, after: final },
    }
  })
}

type ReadingChange = RecordedChange & { id: EntityId }

/** @param given what each reading gave until then; brought up to date */
function readingsOf(
  { event, effects }: LoggedStep,
  given: Map<EntityId, RecordedScore>,
  bestOf: BestOf | null,
): ReadingChange[] {
  const scoreOf = (scores: readonly (Milli | null)[]): RecordedScore => ({
    totalMilli: countedTotal(scores, bestOf),
    points: scores,
  })
  switch (event.type) {
    case 'submit':
    case 'arbitrate': {
      const after = scoreOf(event.scores)
      given.set(event.readingId, after)
      return [{ id: event.readingId, before: null, after }]
    }
    case 'revise':
    case 'remark': {
      const after = scoreOf(event.scores)
      given.set(event.newReadingId, after)
      return [{ id: event.newReadingId, before: given.get(event.readingId) ?? null, after }]
    }
    default:
      return effects.flatMap((effect): ReadingChange[] => {
        const before = endsReading(effect) ? given.get(effect.readingId) : undefined
        return before && 'readingId' in effect
          ? [{ id: effect.readingId, before, after: null }]
          : []
      })
  }
}

/** Does a reading count no more, or not until its marker has given it again? */
const endsReading = (
  effect: MarkEffect,
): effect is Extract<MarkEffect, { kind: 'superseded' | 'taken_back' | 'rejection_counted' }> =>
  effect.kind === 'superseded' ||
  effect.kind === 'taken_back' ||
  (effect.kind === 'rejection_counted' && effect.sentBack)

function finalAfter(
  before: RecordedScore | null,
  effects: readonly MarkEffect[],
): RecordedScore | null {
  const settled = effects.findLast((effect) => effect.kind === 'settled')
  if (settled)
    return {
      totalMilli: settled.final.totalMilli,
      // A point that does not count has no entry, or null once it was stored.
      points: Array.from(settled.final.scores, (score) => score ?? null),
    }
  return effects.some(({ kind }) => kind === 'unsettled') ? null : before
}
