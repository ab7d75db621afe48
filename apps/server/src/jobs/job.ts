import type { Readable } from 'node:stream'
import type { Role } from '@hengjuan/domain'
import type { Session } from '../http/session.ts'
import type { Services } from '../services.ts'

/** Who asked for a job, in the role that they had then. */
export interface JobOwner {
  userId: number
  userRoleId: number
  userName: string
  role: Role
  schoolId: number | null
}

export type Asker = Pick<Session, 'userId' | 'userRoleId' | 'userName' | 'role' | 'schoolId'>

/** What a job makes for people to save. */
export interface JobFile {
  name: string
  mime: string
  body: Buffer | Readable
}

/** What a run is given beside its payload. */
export interface JobContext {
  services: Services
  jobId: string
  /**
   * Aborts when somebody cancels the job, when this node lost it to another one, and when the node stops. The run
   * then ends as soon as it can, by throwing: `signal.throwIfAborted()` between pieces does. One that returns has
   * done its work.
   */
  signal: AbortSignal
  /** Costs nothing: what was said last is written twice a second at most. @param total 0 where nothing is counted */
  progress: (done: number, total: number, step?: string) => void
  /** Null where the server asked by itself. */
  by: JobOwner | null
  /** 1 at the first. */
  attempt: number
  /** Says that something went wrong which the job goes on without; for the log. */
  report: (error: unknown) => void
  /** Keeps a file beside the job for 7 days, in the place of one that it saved before. */
  saveFile: (file: JobFile) => Promise<void>
}

interface JobOptions {
  /** What people read, where nothing better is said when it is asked for. */
  title: string
  /** Jobs of one queue follow one another on a node; of `default` two run at a time. */
  queue?: string
  /** How often it is tried again after an error that is nobody's fault. */
  tries?: number
  /** The server does it by itself, so long after it was done the last time. */
  everyMs?: number
}

/** A kind of work. Its run can be repeated: where it ended in the middle, it is begun again. */
export interface Job<P = unknown> {
  readonly kind: string
  readonly title: string
  readonly queue: string
  readonly tries: number
  readonly everyMs: number | null
  // A method: jobs of different payloads stand in one list.
  run(context: JobContext, payload: P): Promise<object | void>
}

/** So often a job is tried again, see `RETRY_MS`. */
const TRIES = 3

/**
 * Defines a kind of work that the server does beside its calls; it goes into the list in `features/jobs.ts`.
 *
 * What it throws as `AppError` ends it, and its sentence is shown; anything else is logged and tried again.
 *
 * @param kind stays the same for ever: rows of the database name it
 * @returns what `enqueue` takes
 */
export const defineJob = <P = Record<string, never>>(
  kind: string,
  { title, queue = 'default', tries = TRIES, everyMs }: JobOptions,
  run: (context: JobContext, payload: P) => Promise<object | void>,
): Job<P> => ({ kind, title, queue, tries, everyMs: everyMs ?? null, run })
