import { CallError } from '@hengjuan/client'
import type { markCorrect, markSubmit } from '@hengjuan/contracts'

/**
 * What becomes of something that a marker gave and the server did not take:
 *
 * - `again`: nobody said no. It stays on this computer and is sent again as it is.
 * - `hold`: it can not be sent as who acts here now. It stays, and nothing is sent until its marker is back.
 * - `settled`: it will never be taken as it is. It goes to the tray, with its score, until its marker has seen it.
 */
export type Fate = 'again' | 'hold' | 'settled'

/** What any call may be answered, wherever it comes from. */
type OfAnyCall =
  | 'OFFLINE'
  | 'CANCELLED'
  | 'INTERNAL'
  | 'SERVICE_BUSY'
  | 'DATABASE_AWAY'
  | 'STORAGE_FULL'
  | 'STORAGE_FAILED'
  | 'TOO_MANY_REQUESTS'
  | 'ROUTE_NOT_FOUND'
  | 'LOGIN_EXPIRED'
  | 'CSRF_FAILED'
  | 'NOT_ALLOWED'
  | 'INPUT_INVALID'
  | 'PAYLOAD_TOO_LARGE'
  | 'MEDIA_TYPE_UNSUPPORTED'

type Answered = OfAnyCall | (typeof markSubmit.errors)[number] | (typeof markCorrect.errors)[number]

/** Every answer by name: one that the contract gains needs a decision here before it compiles. */
export const FATES: Readonly<Record<Answered, Fate>> = {
  OFFLINE: 'again',
  CANCELLED: 'again',
  // Also what stands between here and the server, where it answers in words of its own.
  INTERNAL: 'again',
  SERVICE_BUSY: 'again',
  DATABASE_AWAY: 'again',
  STORAGE_FULL: 'again',
  STORAGE_FAILED: 'again',
  TOO_MANY_REQUESTS: 'again',
  // A server that is being replaced; the next one has the call.
  ROUTE_NOT_FOUND: 'again',
  // Others were faster, again and again: nothing is wrong with the mark.
  VERSION_CONFLICT: 'again',

  LOGIN_EXPIRED: 'hold',
  CSRF_FAILED: 'hold',
  NOT_ALLOWED: 'hold',

  // The paper is not this marker's any more.
  MARKING_LEASE_LOST: 'settled',
  MARKING_SEED_STOPPED: 'settled',
  MARKING_NOT_ASSIGNED: 'settled',
  MARKING_NOT_YOUR_READING: 'settled',
  MARKING_ALREADY_READ_BY_YOU: 'settled',
  MARKING_READING_NOT_FOUND: 'settled',
  MARKING_UNIT_NOT_FOUND: 'settled',
  MARKING_UNIT_NOT_OPEN: 'settled',
  MARKING_REJECT_INVALID: 'settled',
  // Nothing is taken there any more, or not yet.
  MARKING_BLOCK_CLOSED: 'settled',
  MARKING_BLOCK_NOT_OPEN: 'settled',
  MARKING_BLOCK_NOT_FOUND: 'settled',
  MARKING_BACKMARK_CLOSED: 'settled',
  MARKING_UNIT_LOCKED: 'settled',
  EXAM_NOT_FOUND: 'settled',
  SUBJECT_NOT_IN_EXAM: 'settled',
  // What was given does not fit, and would not fit the next time.
  MARKING_TOO_FAST: 'settled',
  MARKING_OFF_GRID: 'settled',
  MARKING_SCORE_OUT_OF_RANGE: 'settled',
  MARKING_EMPTY_POINT: 'settled',
  MARKING_POINT_COUNT: 'settled',
  MARKING_IDEMPOTENCY_MISMATCH: 'settled',
  MARKING_PROBLEM_REASON_MISSING: 'settled',
  MARKING_PAIR_UNKNOWN: 'settled',
  MARKING_PAIR_SELF: 'settled',
  INPUT_INVALID: 'settled',
  PAYLOAD_TOO_LARGE: 'settled',
  MEDIA_TYPE_UNSUPPORTED: 'settled',
}

/** @param error whatever sending threw; what is no `CallError` is no answer of the server */
export function fateOf(error: unknown): Fate {
  if (!(error instanceof CallError)) return 'again'
  const { code, status } = error
  if (Object.hasOwn(FATES, code)) return FATES[code as Answered]
  // A server that is newer than this page.
  if (status === 401) return 'hold'
  return status === 0 || status === 429 || status >= 500 ? 'again' : 'settled'
}

/** The server's own fault with this one mark, as far as one can tell: others may go first. */
export const isStumble = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'INTERNAL' && error.status === 500
