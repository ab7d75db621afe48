import { sharedAnew, sumOf } from './shared-anew.ts'

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
  /** Fewer papers are not worth new targets, but where nobody would mark them otherwise. */
  leastMoved: 5,
  /** Between two balancings of a block. */
  restMinutes: 30,
  /** A night lasts no longer: once nobody has marked for so long, nobody is expected just now. */
  nightHours: 16,
  /** Nor does a weekend, with the day after it. */
  weekendHours: 72,
} as const

/** Readings that a marker handed in within one hour of the clock. */
export interface HourOfWork {
  /** Sorts by time: `2026-11-20T09`. */
  hour: string
  count: number
}

/** Why somebody takes no papers: marks nothing for a day, or is given none. */
export type Absence = 'idle' | 'warned' | 'unqualified'

export interface PacedMarker {
  id: number
  /** First and second readings submitted, and in hand. */
  done: number
  claimed: number
  target: number
  /** Hours of the last `BALANCE.pastHours` with readings of this marker. */
  hours: readonly HourOfWork[]
  /** Hours of the clock since the last reading, or since they could first have given one. */
  idleHours: number
  /** Others took over from them because they were away, and they have not marked since. */
  isGone: boolean
  /** Why they are given no papers now; null where they are. */
  barred: Exclude<Absence, 'idle'> | null
}

/** When a block is looked at, in hours of the clock. */
export interface BalanceMoment {
  /** Until the work is to be done, below zero once that is past; null without a deadline. */
  hoursToDeadline: number | null
  /** Since anybody of the block marked, or since it was opened. */
  quietHours: number
  /** Since somebody marked again after a day in which nobody had; null where there was no such day. */
  resumedHours: number | null
}

export interface BalancedMarker {
  id: number
  /** Readings in an hour in which anybody of the block marks; null where too few say it. */
  pacePerHour: number | null
  /** Why the rest of their work is not reckoned to be done by them; null where it is. */
  absence: Absence | null
  /** Hours of marking to the present target; null: never, or nobody's pace is known. */
  hoursLeft: number | null
  newTarget: number
  newHoursLeft: number | null
}

/**
 * `due`: worth doing. Otherwise why not: nothing is left, nobody is late enough beside the others (`even`) or for
 * the deadline (`in_time`), nobody's pace is known, nobody marks at all just now (`quiet`), nobody can take
 * over (`nobody`).
 */
export type BalanceVerdict =
  | 'due'
  | 'no_pace'
  | 'nothing_left'
  | 'even'
  | 'in_time'
  | 'too_few'
  | 'quiet'
  | 'nobody'

export interface Balance {
  verdict: BalanceVerdict
  /** Hours until all would be done together if the rest is shared by pace; null where no pace is known. */
  evenHours: number | null
  /** Papers that somebody takes over. */
  moved: number
  markers: BalancedMarker[]
}

/**
 * What others would take over from slow and absent markers, so that all are done at about the same time. Nobody's
 * finished work and no paper in hand is taken away.
 *
 * Where somebody present would be late, all of the rest is shared by pace. Where somebody is only away, their
 * rest goes to the others, evenly while nobody's pace is known, and nobody else loses anything. Papers that are
 * in nobody's target are given out as well. While nobody marks, as at a weekend, nothing moves: all would look
 * away at once.
 *
 * @param readings  first and second readings of the block, without those of markers who stopped
 * @param mostEach  most that one person can read: the papers of the block
 * @source domain rules 4.2 (a late or ill teacher costs nothing), 4.3
 */
export function balanceRemaining(
  readings: number,
  mostEach: number,
  markers: readonly PacedMarker[],
  moment: BalanceMoment,
): Balance {
  const { people, isPaceKnown } = standingsOf(markers, moment)
  const rest = Math.max(0, readings - sumOf(markers, ({ done }) => done))
  const sum = isPaceKnown ? sumOf(people, ({ weight }) => weight) : 0
  const evenHours = sum > 0 ? rest / sum : null
  const hoursOf = ({ absence, weight }: Standing, left: number): number | null => {
    if (left === 0) return 0
    return isPaceKnown && absence === null ? left / weight : null
  }
  const late = latePeople(people, (one) => hoursOf(one, one.left), evenHours, moment)
  const isWhole = late.some(({ absence }) => absence === null)
  const { targets, lacking } = sharedAnew(readings, mostEach, people, isWhole)
  const moved = sumOf(people, ({ marker }, at) => Math.max(0, (targets[at] ?? 0) - marker.target))
  const spare = Math.max(0, rest - sumOf(people, ({ left }) => left))
  const verdict = verdictOf({ rest, spare, people, late, moved, lacking, isPaceKnown }, moment)
  return {
    verdict,
    evenHours,
    moved: verdict === 'due' ? moved : 0,
    markers: people.map((one, at) => {
      const { marker, pacePerHour, absence, left } = one
      const newTarget = verdict === 'due' ? (targets[at] ?? marker.target) : marker.target
      return {
        id: marker.id,
        pacePerHour,
        absence,
        hoursLeft: hoursOf(one, left),
        newTarget,
        newHoursLeft: hoursOf(one, Math.max(0, newTarget - marker.done)),
      }
    }),
  }
}

/** Weightiest first: what is told of a block whose parts say different things. */
const VERDICTS: readonly BalanceVerdict[] = [
  'due',
  'too_few',
  'nobody',
  'quiet',
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

/** A marker, and what of the rest they are reckoned to do. */
export interface Standing {
  marker: PacedMarker
  /** Up to the present target. */
  left: number
  pacePerHour: number | null
  absence: Absence | null
  /** Against the others: the pace, the usual one for who is not known yet, 1 while nobody is; 0 for who is away. */
  weight: number
}

function standingsOf(
  markers: readonly PacedMarker[],
  moment: BalanceMoment,
): { people: Standing[]; isPaceKnown: boolean } {
  const worked = [...new Set(markers.flatMap(({ hours }) => hours.map(({ hour }) => hour)))]
  const paces = markers.map((marker) => paceOf(marker, worked))
  const known = paces.flatMap((pace) => pace ?? []).toSorted((a, b) => a - b)
  const usual = known[Math.floor(known.length / 2)] ?? 1
  const isAtIt = markers.some(
    (marker) => marker.barred === null && leftOf(marker) > 0 && !isIdle(marker, moment),
  )
  return {
    isPaceKnown: known.length > 0,
    people: markers.map((marker, at) => {
      const absence = absenceOf(marker, isIdle(marker, moment), isAtIt)
      const pacePerHour = paces[at] ?? null
      return {
        marker,
        left: leftOf(marker),
        pacePerHour,
        absence,
        weight: absence === null ? (pacePerHour ?? usual) : 0,
      }
    }),
  }
}

const leftOf = ({ target, done }: PacedMarker): number => Math.max(0, target - done)

/**
 * Measured over the hours in which anybody of the block marked, from a marker's own first one on, and to the last
 * one where they are done: a night slows nobody, nor does a late beginning, and staying away while others mark
 * does.
 */
function paceOf(marker: PacedMarker, worked: readonly string[]): number | null {
  const own = marker.hours.map(({ hour }) => hour).toSorted()
  const [first] = own
  const count = sumOf(marker.hours, (hour) => hour.count)
  if (first === undefined || count < BALANCE.leastReadings) return null
  const last = leftOf(marker) === 0 ? (own.at(-1) ?? first) : null
  const span = worked.filter((hour) => hour >= first && (last === null || hour <= last))
  return count / span.length
}

/** After a day in which nobody marked, everybody has another day to come back. */
const isIdle = ({ idleHours }: PacedMarker, { resumedHours }: BalanceMoment): boolean =>
  Math.min(idleHours, resumedHours ?? Infinity) > BALANCE.pastHours

/**
 * Who is done is away from nothing, but for those whose work others had to take over. Before they qualify, people are waited for as long as somebody else is at it.
 *
 * @param isAtIt  has somebody papers left and marks them?
 */
function absenceOf(marker: PacedMarker, idle: boolean, isAtIt: boolean): Absence | null {
  if (marker.barred === 'warned') return 'warned'
  if (marker.barred === 'unqualified') return idle || !isAtIt ? 'unqualified' : null
  return marker.isGone || (idle && leftOf(marker) > 0) ? 'idle' : null
}

/** Who would be done too late: beside the others, for the deadline, or never. */
function latePeople(
  people: readonly Standing[],
  hoursOf: (one: Standing) => number | null,
  evenHours: number | null,
  { hoursToDeadline }: BalanceMoment,
): Standing[] {
  const usual =
    evenHours === null
      ? Infinity
      : Math.max(evenHours * BALANCE.lateFactor, evenHours + BALANCE.lateHours)
  const limit = hoursToDeadline ?? usual
  return people.filter(
    (one) => one.left > 0 && (one.absence !== null || limit <= 0 || (hoursOf(one) ?? 0) > limit),
  )
}

function verdictOf(
  now: {
    rest: number
    spare: number
    people: readonly Standing[]
    late: readonly Standing[]
    moved: number
    lacking: number
    isPaceKnown: boolean
  },
  { hoursToDeadline, quietHours }: BalanceMoment,
): BalanceVerdict {
  const { rest, spare, people, late, moved, lacking, isPaceKnown } = now
  if (rest === 0) return 'nothing_left'
  const isAnybodyThere = people.some(({ weight, marker }) => weight > 0 && marker.barred === null)
  const isPastDue = hoursToDeadline !== null && hoursToDeadline <= 0
  if (quietHours > BALANCE.nightHours && !isPastDue) {
    // One who is away beside others who are done is away; all at once have a weekend.
    const unfinished = people.filter(({ left }) => left > 0).length
    if (!isAnybodyThere || (unfinished > 1 && quietHours <= BALANCE.weekendHours)) return 'quiet'
  }
  if (late.length === 0 && spare === 0) {
    if (!isPaceKnown) return 'no_pace'
    return hoursToDeadline === null ? 'even' : 'in_time'
  }
  const isNobodys = spare > 0 || late.some(({ absence }) => absence !== null)
  if (isNobodys && moved === 0) return lacking > 0 ? 'nobody' : 'even'
  return moved < (isNobodys ? 1 : BALANCE.leastMoved) ? 'too_few' : 'due'
}
