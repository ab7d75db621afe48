import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '@hengjuan/db'
import { AppError, type Role } from '@hengjuan/domain'
import { isoNow } from '../clock.ts'
import type { Services } from '../services.ts'
import type { Job, JobContext, JobOwner } from './job.ts'
import { endRun, findHeld, type JobRow, updateHeld } from './job.query.ts'
import { storeFile } from './save-file.ts'

/** A node that says nothing for so long has ended; its jobs go on elsewhere. */
export const LEASE_MS = 30_000
const RENEWED_AFTER_MS = 8_000
/** So often it is said how far a job is, and looked whether somebody cancelled it. */
const BEAT_MS = 500
/** Before a job is tried again. */
const RETRY_MS = [5_000, 30_000, 120_000] as const
/** A job whose node ended so often in the middle of it ends them. */
const LOST_MOST = 5

export type EndReason = 'cancelled' | 'lost' | 'stopping'

/** Why a run is to end: what its signal carries. */
export class JobEnded extends Error {
  readonly reason: EndReason

  constructor(reason: EndReason) {
    super(`job ${reason}`)
    this.reason = reason
  }
}

/** A job that is over without having done its work. */
export type FailedJob = Pick<
  JobRow,
  'id' | 'title' | 'message' | 'user_id' | 'school_id' | 'exam_id'
>

/** What a node does beside running a job. */
export interface RunHooks {
  onError: (error: unknown) => void
  /** In the transaction that ends it. */
  onFailed?: ((db: Db, job: FailedJob) => Promise<void>) | undefined
}

export const leaseFrom = (now: Date): string => new Date(now.getTime() + LEASE_MS).toISOString()

/** Runs a job that this node has taken, until it is over, lost or given back. */
export async function runJob(
  services: Services,
  job: Job,
  row: JobRow,
  { ending, onError, onFailed }: RunHooks & { ending: AbortController },
): Promise<void> {
  const { db, clock } = services
  const over = (change: Partial<JobRow>) =>
    endRun(db, row, { run_at: null, finished_at: isoNow(clock), ...change })
  const fail = (message: string) =>
    db.transaction().execute(async (db) => {
      const at = isoNow(clock)
      const change = { state: 'failed' as const, message, run_at: null, finished_at: at }
      if (await endRun(db, row, change)) await onFailed?.(db, { ...row, message })
    })
  const later = (delayMs: number, change: Partial<JobRow>) =>
    endRun(db, row, {
      state: 'waiting',
      run_at: new Date(clock.now().getTime() + delayMs).toISOString(),
      ...change,
    })
  if (row.cancel === 1) return void (await over({ state: 'cancelled' }))
  if (row.attempts > job.tries + LOST_MOST) return fail('服务多次在处理途中停止，没有完成')

  const { signal } = ending
  const told = tellProgress(services, row, ending)
  let lastFile = row.file_hash
  const context: JobContext = {
    services,
    jobId: row.id,
    signal,
    progress: told.progress,
    by: ownerOf(row),
    attempt: row.attempts,
    report: onError,
    saveFile: async (file) => {
      lastFile = await storeFile(services, row, lastFile, file)
    },
  }
  try {
    const result = await job.run(context, JSON.parse(row.payload) as never)
    await told.end()
    if (job.everyMs !== null) return void (await later(job.everyMs, { attempts: 0 }))
    await over({ state: 'done', result: result ? JSON.stringify(result) : null })
  } catch (error) {
    await told.end()
    const reason = signal.aborted ? (signal.reason as JobEnded).reason : null
    if (reason === 'lost') return
    if (reason === 'stopping') return void (await later(0, { attempts: row.attempts - 1 }))
    if (reason === 'cancelled') return void (await over({ state: 'cancelled' }))
    if (!(error instanceof AppError)) onError(error)
    if (job.everyMs !== null) return void (await later(job.everyMs, { attempts: 0 }))
    if (error instanceof AppError) return await fail(error.message)
    const delayMs = RETRY_MS[Math.min(row.attempts, RETRY_MS.length) - 1] ?? 0
    await (row.attempts <= job.tries
      ? later(delayMs, { message: '处理时出错，稍后自动重试' })
      : fail('处理时出错，没有完成，请重试；仍不行请联系管理员'))
  }
}

function ownerOf(row: JobRow): JobOwner | null {
  const { user_id, user_role_id, user_name, role, user_school_id } = row
  if (user_id === null) return null
  return {
    userId: user_id,
    userRoleId: user_role_id ?? 0,
    userName: user_name ?? '',
    role: role as Role,
    schoolId: user_school_id,
  }
}

/** Writes now and then how far a run is, keeps it for this node, and hears of its being cancelled. */
function tellProgress({ db, clock }: Services, row: JobRow, ending: AbortController) {
  let said: Pick<JobRow, 'done' | 'total' | 'step'> | null = null
  let [renewedAt, isOver] = [performance.now(), false]
  const stopped = new AbortController()
  async function beat(): Promise<void> {
    const change = said
    said = null
    const isOld = performance.now() - renewedAt > RENEWED_AFTER_MS
    const begunAt = performance.now()
    const held = await (change || isOld
      ? updateHeld(db, row, { ...change, run_at: leaseFrom(clock.now()) })
      : findHeld(db, row))
    if (!held) return ending.abort(new JobEnded('lost'))
    if (change || isOld) renewedAt = begunAt
    if (held.cancel === 1) ending.abort(new JobEnded('cancelled'))
  }
  async function beats(): Promise<void> {
    for (;;) {
      await wait(BEAT_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)
      if (isOver) return
      // A database that is away for a while is asked again; for longer than the lease, another node has the job.
      await beat().catch(() => {
        if (performance.now() - renewedAt > LEASE_MS) ending.abort(new JobEnded('lost'))
      })
    }
  }
  const beating = beats()
  return {
    progress: (done: number, total: number, step = '') => void (said = { done, total, step }),
    end: async () => {
      isOver = true
      stopped.abort()
      await beating
      if (said && !ending.signal.aborted) await updateHeld(db, row, said).catch(() => undefined)
    },
  }
}
