import { CallError } from './call-error.ts'

/**
 * Worth another try: nobody answered, or a server that is busy, has no database or no space just now. A refusal is
 * not.
 */
export const isPassing = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.code === 'OFFLINE' || error.status === 503 || error.status === 507)
