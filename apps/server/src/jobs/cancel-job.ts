import { type Db, isUniqueViolation } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../clock.ts'
import type { Services } from '../services.ts'
import { cancelRow, type JobRow, restartRow } from './job.query.ts'

/**
 * Ends a job, in the caller's transaction: one that waits at once, one that runs within two seconds, on whichever node.
 *
 * @returns false where it was over
 */
export async function cancelJob(db: Db, services: Services, jobId: string): Promise<boolean> {
  const state = await cancelRow(db, jobId, isoNow(services.clock))
  return state !== undefined
}

/** Begins a job anew that failed or was cancelled. @throws AppError JOB_NOT_FAILED, JOB_RUNNING */
export async function retryJob(
  db: Db,
  services: Services,
  { id, title }: Pick<JobRow, 'id' | 'title'>,
): Promise<void> {
  const isBegun = await restartRow(db, id, isoNow(services.clock)).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('JOB_RUNNING', { job: title }) : error
  })
  if (!isBegun) throw new AppError('JOB_NOT_FAILED', { title })
  services.jobs?.wake()
}
