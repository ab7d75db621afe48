import type { Db } from '@hengjuan/db'
import type { Services } from '../services.ts'
import { isoNow } from '../clock.ts'
import { cancelRow } from './job.query.ts'

/**
 * Ends a job: one that waits at once, one that runs within two seconds, on whichever node.
 *
 * @returns false where it was over
 */
export async function cancelJob(
  services: Services,
  jobId: string,
  db = services.db as Db,
): Promise<boolean> {
  const state = await cancelRow(db, jobId, isoNow(services.clock))
  if (state === 'running') services.jobs?.cancel(jobId)
  return state !== undefined
}
