import { NO_MARK_REASONS } from '../../mark-codes.ts'
import type { Milli } from '../../milli.ts'
import { confirmBlank, rejectBlank, reportBlank, reviewBlank } from './blank-review.ts'
import { checkScores } from '../quality/grid.ts'
import type { MarkEvent } from './mark-event.ts'
import { offlineMark, withdrawOfflineMark } from './offline-mark.ts'
import { countedRejection, isPastLimit, sendBack, withdrawRejection } from './rejection.ts'
import { readAgain, withdrawReadAgain } from './second-reading.ts'
import {
  changed,
  findReading,
  refuse,
  refuseState,
  replaceReading,
  supersedeAll,
  unchanged,
} from './unit-change.ts'
import type { Change } from './unit-change.ts'
import { UNIT_FLAGS } from './unit-flag.ts'
import { allowArbitrator, escalate, handOn, reopen, restore } from './unit-repair.ts'
import { asGiven, isTakenBack, paperMarkOf } from './unit.ts'
import type { BlockPolicy, UnitDecision, UnitReading, UnitState } from './unit.ts'
import { raiseProblem, resolveProblem } from './unit-problems.ts'
import { type EventOf, imagesReady, withdrawImage } from './unit-image.ts'

type CheckEvent = Exclude<
  MarkEvent,
  { type: 'claim' | 'release' | 'submit' | 'revise' | 'take_back' | 'remark' | 'arbitrate' }
>

/** Events by which leaders, checkers and the machine move a unit. */
export function applyCheck(unit: UnitState, event: MarkEvent, policy: BlockPolicy): Change {
  return applyCheckEvent(unit, event as CheckEvent, policy)
}

function applyCheckEvent(unit: UnitState, event: CheckEvent, policy: BlockPolicy): Change {
  switch (event.type) {
    case 'images_ready':
      return imagesReady(unit, event)
    case 'image_withdrawn':
      return unit.imageReady ? withdrawImage(unit) : unchanged
    case 'offline_mark':
      return offlineMark(unit, event, policy)
    case 'offline_withdrawn':
      return withdrawOfflineMark(unit)
    case 'raise_problem':
      return raiseProblem(unit, event)
    case 'resolve_problem':
      return resolveProblem(unit, event, policy)
    case 'spot_correct':
      return spotCorrect(unit, event)
    case 'inspect':
      return inspect(unit, event, policy)
    case 'benchmark':
      return benchmark(unit, event)
    case 'benchmark_withdrawn':
      return withdrawBenchmark(unit)
    case 'reject':
      return reject(unit, event, policy)
    case 'reject_withdrawn':
      return withdrawRejection(unit, event, policy)
    case 'blank_report':
      return reportBlank(unit, event)
    case 'blank_review':
      return reviewBlank(unit)
    case 'blank_confirm':
      return confirmBlank(unit, event, policy)
    case 'blank_reject':
      return rejectBlank(unit, event)
    case 'reset':
      return reset(unit)
    case 'restore':
      return restore(unit, event)
    case 'reopen':
      return reopen(unit, event)
    case 'escalate':
      return escalate(unit)
    case 'hand_on':
      return handOn(unit, event)
    case 'allow_arbitrator':
      return allowArbitrator(unit, event)
    case 'read_again':
      return readAgain(unit, event)
    case 'read_again_withdrawn':
      return withdrawReadAgain(unit)
    case 'lock':
      if (unit.locked) return unchanged
      return unit.status === 'FINAL'
        ? changed({ ...unit, locked: true })
        : refuseState(unit, '锁定')
    case 'unlock':
      return unit.locked ? changed({ ...unit, locked: false }) : unchanged
  }
}

/** A reading of R1 to R3 in one of some states that a checker may act on, or why not. */
function checkedReading(
  unit: UnitState,
  readingId: UnitReading['id'],
  states: readonly UnitReading['state'][],
) {
  const reading = findReading(unit, readingId)
  if (!reading) return refuse('MARKING_READING_NOT_FOUND')
  if (!states.includes(reading.state) || reading.role === 'ARB')
    return refuse('MARKING_REJECT_INVALID')
  return ['MARKING', 'THIRD', 'ARBITRATION', 'REJECTED', 'FINAL'].includes(unit.status)
    ? reading
    : refuseState(unit, '抽查')
}

/** Only who withdraws it takes a registration away: a score that is given instead would do so in passing. */
function refusedAsUnmarked({ decision }: UnitState, action: string) {
  const reason = decision?.reason
  return reason
    ? refuse('MARKING_NO_MARK_STANDS', { reason: NO_MARK_REASONS[reason], action })
    : null
}

/** Also of a reading that waits for its marker: it need not be marked again. @source domain rules 5.2 */
function spotCorrect(unit: UnitState, event: EventOf<'spot_correct'>): Change {
  const reading = checkedReading(unit, event.readingId, ['submitted', 'rejected'])
  if ('kind' in reading) return reading
  const unmarked = refusedAsUnmarked(unit, '抽查改分')
  if (unmarked) return unmarked
  const { checkerId: by, isRejection } = event
  const isWaiting = reading.state === 'rejected'
  const waited = {
    readingId: reading.id,
    ...(isTakenBack(reading) && { takenBack: true as const }),
  }
  const before = unit.decision?.source === 'SPOT' ? (unit.decision.rejected ?? []) : []
  const rejected = isRejection ? [...before, reading.id] : before
  const decision: UnitDecision = {
    source: 'SPOT',
    scores: event.scores as readonly Milli[],
    by,
    ...(isWaiting && { waited }),
    ...(rejected.length > 0 && { rejected }),
  }
  if (!isWaiting && !isRejection) return changed({ ...unit, decision })
  const rejections = reading.rejections + (isRejection ? 1 : 0)
  return changed(
    { ...replaceReading(unit, { ...asGiven(reading), rejections }), decision },
    isRejection ? [countedRejection(reading, false)] : [],
  )
}

/** @source domain rules 9.1: the handler is not a previous reader */
function inspect(
  unit: UnitState,
  { by, scores }: EventOf<'inspect'>,
  { points }: BlockPolicy,
): Change {
  if (unit.status !== 'FINAL' && unit.status !== 'LOCKED') return refuseState(unit, '复核改分')
  const judged = unit.readings.filter(
    ({ supersededBy }) => supersededBy !== 'reset' && supersededBy !== 'recrop',
  )
  if (judged.some(({ markerId }) => markerId === by)) return refuse('MARKING_INSPECT_OWN')
  const refusal = checkScores(points, scores)
  if (refusal) return refuse(refusal.code, refusal.facts)
  return changed({
    ...unit,
    decision: { source: 'INSPECT', scores: scores as readonly Milli[], by },
  })
}

/** A paper that waits for its image, a blank check or a problem is no script to measure by. */
const SCRIPT_STATES: readonly UnitState['status'][] = [
  'READY',
  'MARKING',
  'THIRD',
  'ARBITRATION',
  'REJECTED',
  'FINAL',
]

/** @source domain rules 7.1: a benchmark script is final at the definitive score */
function benchmark(unit: UnitState, { by, scores }: EventOf<'benchmark'>): Change {
  if (!SCRIPT_STATES.includes(unit.status)) return refuseState(unit, '作为标准卷')
  if (unit.sheetGone)
    return refuse('MARKING_UNIT_NOT_OPEN', {
      state: UNIT_FLAGS.sheet_gone.name,
      action: '作为标准卷',
    })
  const unmarked = refusedAsUnmarked(unit, '作为标准卷')
  if (unmarked) return unmarked
  return changed({
    ...unit,
    decision: { source: 'BENCHMARK', scores: scores as readonly Milli[], by },
  })
}

/** Also where the script has become a problem paper meanwhile: it is none any more once that is settled. */
function withdrawBenchmark(unit: UnitState): Change {
  const { decision, problem } = unit
  if (decision?.source === 'BENCHMARK') return changed({ ...unit, decision: paperMarkOf(unit) })
  if (decision?.stood?.source === 'BENCHMARK')
    return changed({ ...unit, decision: { ...decision, stood: null } })
  return problem?.stood?.source === 'BENCHMARK'
    ? changed({ ...unit, problem: { ...problem, stood: null } })
    : unchanged
}

/** A mark that somebody else decided stands, whatever one reading would become. */
export const isDecided = (unit: UnitState): boolean =>
  unit.decision !== null || unit.final?.source === 'ARB'

function reject(unit: UnitState, event: EventOf<'reject'>, policy: BlockPolicy): Change {
  const reading = checkedReading(unit, event.readingId, ['submitted'])
  if ('kind' in reading) return reading
  if (isDecided(unit))
    return unit.locked
      ? refuseState(unit, '打回')
      : (refusedAsUnmarked(unit, '打回') ?? refuse('MARKING_UNIT_DECIDED'))
  if (isPastLimit(unit, reading, policy)) return refuseState(unit, '打回')
  return sendBack(unit, reading, policy)
}

/**
 * Deletes nothing: readings are superseded, people's decisions void; the image stays, and a mark that
 * stands on the paper. A paper that was sent to a second reader is one that a single person reads again.
 */
function reset(unit: UnitState): Change {
  const { unit: empty, effects } = supersedeAll(unit, 'reset')
  return changed(
    {
      ...empty,
      ...(unit.secondReading ? { double: false, secondReading: null } : {}),
      problem: null,
      decision: paperMarkOf(unit),
      forcedArbitration: false,
      excludedMarkers: [],
      blankConfirmedBy: [],
    },
    effects,
  )
}
