import { hash32 } from './order.ts'
import {
  mayMarkAfter,
  type QualificationEvent,
  type QualificationState,
  qualificationState,
} from '../quality/qualification.ts'

/** Most papers that are practised on. @source domain rules 7.2 */
const MOST_PRACTICE = 10

interface TrialScript {
  id: number
  kind: 'practice' | 'calibration'
}

interface TrialMarker {
  id: number
  /** Agreed scripts of the block, without those that this marker helped to agree on. */
  scripts: readonly TrialScript[]
  /** What was given so far; round 0 for practice, from 1 for sets. */
  trials: readonly { scriptId: number; round: number }[]
  /** In order; `papers` of a set. */
  events: readonly { kind: QualificationEvent; papers: number | null }[]
}

/**
 * What a marker does next. `no_scripts`: there is nothing to begin with; `no_set`: a set was failed and there is
 * no other one. Both go on by themselves once scripts are agreed.
 */
export type TrialStep =
  | 'practice'
  | 'qualify'
  | 'no_scripts'
  | 'no_set'
  | 'waiting'
  | 'refused'
  | 'done'

/** Why a marker cannot go on without a leader: failed as often as is allowed, or papers are missing. */
export type TrialWait = 'failed' | 'no_set' | 'no_scripts'

interface TrialPlace {
  state: QualificationState
  step: TrialStep
  waits: TrialWait | null
  /** The next paper; null where there is none. */
  scriptId: number | null
  /** Of the set that is under way, or comes next. */
  round: number
  practiceDone: number
  practiceTotal: number
  setDone: number
  setTotal: number
  /** Papers that the set may still have, and how many a set needs at least to begin. */
  unmet: number
  needed: number
}

/**
 * Where a marker is on the way to the first live paper: practice, a set, another set.
 *
 * After a failure the next set has none of the papers that the marker met since the qualification began: it
 * is as long as the one before, or there is none. Asked to qualify anew, a marker may meet papers of long ago, those
 * never met before them. Papers that were practised on are in no set, for their score was told.
 *
 * @param block `count` papers of a set; a first set has fewer where there are no more
 * @source domain rules 7.2
 */
export function trialPlace(
  marker: TrialMarker,
  block: { salt: string; count: number },
): TrialPlace {
  const { scripts, trials, events } = marker
  const state = qualificationState(events.map(({ kind }) => kind))
  const round = 1 + events.filter(isSet).length
  const begin = events.findLastIndex(({ kind }) => kind === 'again')
  const firstRound = 1 + events.slice(0, begin + 1).filter(isSet).length
  const failed = events.slice(begin + 1).find(isSet)
  const needed = failed ? Math.max(1, Math.min(block.count, failed.papers ?? 1)) : 1

  const practised = idsOf(trials.filter((one) => one.round === 0))
  const inSet = idsOf(trials.filter((one) => one.round === round))
  const met = idsOf(trials.filter((one) => one.round === 0 || one.round >= firstRound))
  const practice = scripts.filter(({ id, kind }) => kind === 'practice' && !practised.has(id))
  const rest = scripts.filter(({ id, kind }) => kind === 'calibration' && !met.has(id))
  const practiceTotal = Math.min(MOST_PRACTICE, practised.size + practice.length)
  const hasSet = inSet.size > 0 ? rest.length > 0 : rest.length >= needed
  const waits = waitOf(state, { hasSet, hasFailed: failed !== undefined })
  const isPractising = (state === 'open' || state === 'waiting') && practised.size < practiceTotal
  const step = isPractising ? 'practice' : stepOf(state, waits)
  const nextOf = {
    practice: () => practice[0],
    qualify: () => trialSet(withMet(rest, trials), { ...block, markerId: marker.id, round })[0],
  }
  return {
    state,
    step,
    // Who can still practise has something to do until the first scripts are there.
    waits: waits === 'no_scripts' && isPractising ? null : waits,
    scriptId: step === 'practice' || step === 'qualify' ? (nextOf[step]()?.id ?? null) : null,
    round,
    practiceDone: practised.size,
    practiceTotal,
    setDone: inSet.size,
    setTotal: hasSet
      ? Math.max(inSet.size, Math.min(block.count, inSet.size + rest.length))
      : inSet.size,
    unmet: rest.length,
    needed,
  }
}

const isSet = ({ kind }: { kind: QualificationEvent }): boolean =>
  kind === 'pass' || kind === 'fail'

const idsOf = (trials: TrialMarker['trials']) => new Set(trials.map(({ scriptId }) => scriptId))

function waitOf(
  state: QualificationState,
  { hasSet, hasFailed }: { hasSet: boolean; hasFailed: boolean },
): TrialWait | null {
  if (state === 'waiting') return 'failed'
  if (state !== 'open' || hasSet) return null
  return hasFailed ? 'no_set' : 'no_scripts'
}

function stepOf(state: QualificationState, waits: TrialWait | null): TrialStep {
  if (mayMarkAfter(state)) return 'done'
  if (state === 'refused') return 'refused'
  if (waits === 'failed') return 'waiting'
  return waits ?? 'qualify'
}

const withMet = (scripts: readonly TrialScript[], trials: TrialMarker['trials']) =>
  scripts.map(({ id }) => ({ id, met: trials.filter(({ scriptId }) => scriptId === id).length }))

/** Those never met first, in an order of their own: the same for ever for one marker, round and stock of scripts. */
const trialSet = (
  scripts: readonly { id: number; met: number }[],
  on: { salt: string; markerId: number; round: number },
) => scripts.toSorted((a, b) => a.met - b.met || place(a, on) - place(b, on) || a.id - b.id)

const place = (
  { id }: { id: number },
  on: { salt: string; markerId: number; round: number },
): number => hash32(id, `${on.salt}/trial/${on.markerId}/${on.round}`)
