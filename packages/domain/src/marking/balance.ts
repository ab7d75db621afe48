import { shareRemaining } from './share-remaining.ts'

/** When the rest of a block's work is shared anew by itself. @source domain rules 4.3 (auto-balance) */
export const BALANCE = {
  /** How far back the pace of a marker is measured, and how long somebody away is waited for. */
  pastHours: 24,
  /** Fewer readings say nothing about a pace: such a marker is taken for a usual one. */
  leastReadings: 20,
  /** Who would be done this much later than all together, in hours of marking ... */
  lateHours: 1,
  /** ... and this many times as late, hands over. */
  lateFactor: 1.5,
  /** Fewer papers are not worth new targets. */
  leastMoved: 5,
  /** Between two balancings of a block. */
  restMinutes: 30,
} as const

/** Readings that a marker handed in within one hour of the clock. */
export interface HourOfWork {
  /** Sorts by time: `2026-11-20T09`. */
  hour: string
  count: number
}

export interface PacedMarker {
  id: number
  /** First and second readings submitted, and in hand. */
  done: number
  claimed: number
  target: number
  /** Hours of the last `BALANCE.pastHours` with readings of this marker. */
  hours: readonly HourOfWork[]
}

export interface BalancedMarker {
  id: number
  /** Readings in an hour in which anybody of the block marks; null where too few say it. */
  pacePerHour: number | null
  /** Marked before, and not in the last `BALANCE.pastHours`. */
  isAway: boolean
  /** Hours of marking to the present target; null: never, at this pace. */
  hoursLeft: number | null
  newTarget: number
  newHoursLeft: number | null
}

/**
 * `due`: worth doing. Otherwise why not: nobody's pace is known, nothing is left, nobody is late enough
 * beside the others (`even`) or for the deadline (`in_time`).
 */
export type BalanceVerdict = 'due' | 'no_pace' | 'nothing_left' | 'even' | 'in_time' | 'too_few'

export interface Balance {
  verdict: BalanceVerdict
  /** Hours until all would be done together if the rest is shared by pace; null where no pace is known. */
  evenHours: number | null
  /** Papers that change hands. */
  moved: number
  markers: BalancedMarker[]
}

/**
 * What fast markers would take over from slow ones, so that all are done at about the same time. Nobody's
 * finished work and no paper in hand is taken away.
 *
 * @param readings  first and second readings of the block, without those of markers who stopped
 * @param mostEach  most that one person can read: the papers of the block
 * @param hoursToDeadline  hours of the clock until the work is to be done, below zero once that is past;
 *   null without a deadline. With one, who would be done in time keeps the whole share.
 */
export function balanceRemaining(
  readings: number,
  mostEach: number,
  markers: readonly PacedMarker[],
  hoursToDeadline: number | null = null,
): Balance {
  const paces = pacesOf(markers)
  const left = markers.map(({ target, done }) => Math.max(0, target - done))
  const hoursLeft = left.map((count, index) => hoursFor(count, paces[index]?.used ?? 0))
  const sum = paces.reduce((all, { used }) => all + used, 0)
  const rest = Math.max(0, readings - markers.reduce((all, { done }) => all + done, 0))
  const evenHours = sum > 0 ? rest / sum : null
  const targets =
    sum > 0 && rest > 0
      ? shareCapped(readings, mostEach, markers, paces)
      : markers.map(({ target }) => target)
  const moved = markers.reduce(
    (all, { target }, index) => all + Math.max(0, target - (targets[index] ?? target)),
    0,
  )
  const verdict = verdictOf({ rest, evenHours, hoursLeft, moved, hoursToDeadline })
  return {
    verdict,
    evenHours,
    moved: verdict === 'due' ? moved : 0,
    markers: markers.map(({ id, done, target }, index) => {
      const newTarget = verdict === 'due' ? (targets[index] ?? target) : target
      const { pacePerHour = null, isAway = false, used = 0 } = paces[index] ?? {}
      return {
        id,
        pacePerHour,
        isAway,
        hoursLeft: hoursLeft[index] ?? null,
        newTarget,
        newHoursLeft: hoursFor(Math.max(0, newTarget - done), used),
      }
    }),
  }
}

/** Weightiest first: what is told of a block whose parts say different things. */
const VERDICTS: readonly BalanceVerdict[] = [
  'due',
  'too_few',
  'even',
  'in_time',
  'no_pace',
  'nothing_left',
]

/**
 * The balances of parts that share nothing, as one of the block. It is worth doing where it is in any part;
 * all are done when the slowest part is.
 */
export function joinBalances(parts: readonly Balance[]): Balance {
  const verdict =
    VERDICTS.find((one) => parts.some((part) => part.verdict === one)) ?? 'nothing_left'
  const hours = parts.flatMap(({ evenHours }) => evenHours ?? [])
  return {
    verdict,
    evenHours: hours.length > 0 ? Math.max(...hours) : null,
    moved: parts.reduce((sum, { moved }) => sum + moved, 0),
    markers: parts.flatMap(({ markers }) => markers),
  }
}

interface Pace {
  pacePerHour: number | null
  isAway: boolean
  /** What is reckoned with: the usual pace for who is not known yet, none for who is away. */
  used: number
}

/**
 * Measured over the hours in which anybody of the block marked, from a marker's own first one on: a night
 * slows nobody, a late beginning neither, and staying away while others mark does.
 */
function pacesOf(markers: readonly PacedMarker[]): Pace[] {
  const worked = [...new Set(markers.flatMap(({ hours }) => hours.map(({ hour }) => hour)))]
  const known = markers.map(({ hours, done }) => {
    const count = hours.reduce((all, one) => all + one.count, 0)
    const first = hours.map(({ hour }) => hour).sort()[0]
    const span = first === undefined ? 0 : worked.filter((hour) => hour >= first).length
    const isKnown = count >= BALANCE.leastReadings
    return {
      pacePerHour: isKnown ? count / span : null,
      isAway: count === 0 && done > 0 && worked.length > 0,
    }
  })
  const sorted = known.flatMap(({ pacePerHour }) => pacePerHour ?? []).sort((a, b) => a - b)
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0
  return known.map((one) => ({ ...one, used: one.isAway ? 0 : (one.pacePerHour ?? usual) }))
}

/** Shares by pace; who would get more papers than there are gives the rest to the others. */
function shareCapped(
  readings: number,
  mostEach: number,
  markers: readonly PacedMarker[],
  paces: readonly Pace[],
): number[] {
  const full = new Set<number>()
  for (;;) {
    const targets = shareRemaining(
      readings,
      markers.map(({ done, claimed }, index) => ({
        done: full.has(index) ? mostEach : done,
        claimed: full.has(index) ? 0 : claimed,
        // Whole numbers, so that shares come out exactly.
        weight: full.has(index) ? 0 : Math.round((paces[index]?.used ?? 0) * 100),
      })),
    )
    const over = targets.flatMap((target, index) =>
      target > mostEach && !full.has(index) ? [index] : [],
    )
    if (over.length === 0) return targets
    for (const index of over) full.add(index)
  }
}

const hoursFor = (count: number, pace: number): number | null => {
  if (count === 0) return 0
  return pace > 0 ? count / pace : null
}

function verdictOf(now: {
  rest: number
  evenHours: number | null
  hoursLeft: readonly (number | null)[]
  moved: number
  hoursToDeadline: number | null
}): BalanceVerdict {
  const { rest, evenHours, hoursLeft, moved, hoursToDeadline } = now
  if (rest === 0) return 'nothing_left'
  if (evenHours === null) return 'no_pace'
  const limit =
    hoursToDeadline ?? Math.max(evenHours * BALANCE.lateFactor, evenHours + BALANCE.lateHours)
  if (hoursLeft.every((hours) => hours === 0 || (hours !== null && hours <= limit)))
    return hoursToDeadline === null ? 'even' : 'in_time'
  return moved < BALANCE.leastMoved ? 'too_few' : 'due'
}
