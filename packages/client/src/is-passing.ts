import { CallError } from './call-error.ts'

/** What a server, or what stands before it, answers while it cannot; 429 is what it answers to too many requests. */
const PASSING: readonly number[] = [429, 502, 503, 504, 507]

/** Refused for minutes after wrong passwords: trying again by itself would be another try. */
const LOCKED: readonly string[] = ['SIGN_IN_TOO_MANY', 'QUERY_LOCKED']

/**
 * Worth another try: nobody answered, or a server that is busy, has no database or no space just now. A refusal is
 * not.
 */
export const isPassing = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.code === 'OFFLINE' || (PASSING.includes(error.status) && !LOCKED.includes(error.code)))
