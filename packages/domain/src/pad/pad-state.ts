/** How an online subject stands, as it is stored. */
export type PadState = 'draft' | 'released' | 'paused' | 'completed'

/** How it stands at a moment: released, and begun. @source platform 10.1 */
export type PadStanding = PadState | 'running'

export const PAD_STANDINGS: Readonly<Record<PadStanding, string>> = {
  draft: '未发布',
  released: '已发布，未开始',
  running: '进行中',
  paused: '已暂停',
  completed: '已结束',
}

export type PadAct = 'release' | 'revoke' | 'complete'

export const padStanding = (
  { state, startsAt }: { state: PadState; startsAt: string | null },
  now: string,
): PadStanding => (state === 'released' && startsAt !== null && startsAt <= now ? 'running' : state)

/**
 * What becomes of an online subject by an act of whoever holds it.
 *
 * Revoked before anybody began it is a draft again; afterwards it is paused: answers stay, clocks stand, and
 * releasing it again lets them run on. What is completed stays so: whoever missed it has a makeup.
 *
 * @returns the next state, or why not
 */
export function afterPadAct(
  state: PadState,
  act: PadAct,
  { begun }: { begun: boolean },
): { state: PadState } | { refusal: 'PAD_COMPLETED' | 'PAD_NOT_RELEASED' } {
  if (state === 'completed') return { refusal: 'PAD_COMPLETED' }
  switch (act) {
    case 'release':
      return { state: 'released' }
    case 'revoke':
      return state === 'released'
        ? { state: begun ? 'paused' : 'draft' }
        : { refusal: 'PAD_NOT_RELEASED' }
    case 'complete':
      return state === 'draft' ? { refusal: 'PAD_NOT_RELEASED' } : { state: 'completed' }
  }
}

/** Whether a candidate may begin, or why not. A makeup has its own time. */
export function whyNoEntry(
  exam: {
    state: PadState
    startsAt: string | null
    endsAt: string | null
    lateLimitMinutes: number | null
  },
  now: string,
): 'PAD_NOT_RELEASED' | 'PAD_PAUSED' | 'PAD_OVER' | 'PAD_NOT_YET' | 'PAD_TOO_LATE' | null {
  const { state, startsAt, endsAt, lateLimitMinutes } = exam
  if (state === 'draft' || startsAt === null || endsAt === null) return 'PAD_NOT_RELEASED'
  if (state === 'paused') return 'PAD_PAUSED'
  if (state === 'completed' || now >= endsAt) return 'PAD_OVER'
  if (now < startsAt) return 'PAD_NOT_YET'
  if (lateLimitMinutes !== null && now > shifted(startsAt, lateLimitMinutes)) return 'PAD_TOO_LATE'
  return null
}

/** When an attempt ends that begins now: its minutes, the end of all, and what it has in addition. */
export function endOfAttempt({
  now,
  minutes,
  endsAt,
  extraMinutes,
}: {
  now: string
  minutes: number | null
  endsAt: string
  extraMinutes: number
}): string {
  const own = minutes === null ? endsAt : shifted(now, minutes)
  return shifted(own < endsAt ? own : endsAt, extraMinutes)
}

/** A time so many minutes later. */
export const shifted = (at: string, minutes: number): string =>
  new Date(Date.parse(at) + minutes * 60_000).toISOString()

/** A browser that was not heard of for so long is offline. */
const OFFLINE_MS = 60_000

export type AttemptStanding = 'not_started' | 'answering' | 'offline' | 'submitted' | 'late'

export const ATTEMPT_STANDINGS: Readonly<Record<AttemptStanding, string>> = {
  not_started: '未进入',
  answering: '作答中',
  offline: '离线',
  submitted: '已交卷',
  late: '有迟到的作答',
}

/**
 * How an attempt stands. Past its end it counts as handed in, whether or not its browser could say so; answers that
 * came too late to count by themselves are somebody's to decide.
 */
export function attemptStanding(
  attempt: {
    submittedAt: string | null
    endsAt: string
    lastSeenAt: string
    waiting: number
  } | null,
  now: string,
): AttemptStanding {
  if (attempt === null) return 'not_started'
  if (attempt.waiting > 0) return 'late'
  if (attempt.submittedAt !== null || now >= attempt.endsAt) return 'submitted'
  return Date.parse(now) - Date.parse(attempt.lastSeenAt) > OFFLINE_MS ? 'offline' : 'answering'
}

/** So long after the end answers that were made before it still count, with a flag. @source platform 10.2 */
export const LATE_MINUTES = 10
/** A browser follows the clock of the server to about a second. */
const SLACK_MS = 3000

export type AnswerTiming = 'counts' | 'late' | 'waits' | 'refused'

/**
 * What becomes of an answer.
 *
 * @param at when it was made, as the browser says by the server's clock
 * @param received when it arrived
 */
export function answerTiming(
  { at, received }: { at: string; received: string },
  { endsAt, submittedAt }: { endsAt: string; submittedAt: string | null },
): AnswerTiming {
  const closed = submittedAt !== null && submittedAt < endsAt ? submittedAt : endsAt
  if (received <= closed) return 'counts'
  if (Date.parse(at) > Date.parse(closed) + SLACK_MS) return 'refused'
  return received <= shifted(closed, LATE_MINUTES) ? 'late' : 'waits'
}
