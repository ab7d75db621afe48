import type { Db } from '@hengjuan/db'
import { isoNow } from '../clock.ts'
import type { Services } from '../services.ts'
import type { Asker, Job } from './job.ts'
import { findLive, insertJob } from './job.query.ts'
import { newJobId } from './job-id.ts'

interface EnqueueOptions {
  /** A ULID that it is to have as its name. */
  id?: string
  /** In whose name it is done, and who sees it; null where the server does it by itself. */
  by: Asker | null
  /** Whose managers see it too. */
  schoolId: number | null
  examId?: number | null
  title?: string
  /** At most one job that is not over has it: whoever asks for another one is given that. */
  dedupe?: string
  /** Not before, UTC ISO. */
  runAt?: string
}

/**
 * Asks for a job, in the caller's transaction: taken back with it, and begun by some node within a second of its end.
 *
 * @returns fresh: false where a job of that `dedupe` was waiting or running
 */
export async function enqueue<P>(
  db: Db,
  services: Services,
  job: Job<P>,
  payload: P,
  { id: given, by, schoolId, examId, title, dedupe, runAt }: EnqueueOptions,
): Promise<{ job_id: string; fresh: boolean }> {
  const now = isoNow(services.clock)
  for (;;) {
    const id = given ?? newJobId(services.clock.now().getTime())
    const isNew = await insertJob(db, {
      id,
      queue: job.queue,
      kind: job.kind,
      title: title ?? job.title,
      payload: JSON.stringify(payload ?? {}),
      state: 'waiting',
      run_at: runAt ?? now,
      dedupe: dedupe ?? null,
      user_id: by?.userId ?? null,
      user_role_id: by?.userRoleId ?? null,
      user_name: by?.userName ?? null,
      role: by?.role ?? null,
      user_school_id: by?.schoolId ?? null,
      school_id: schoolId,
      exam_id: examId ?? null,
      created_at: now,
    })
    if (isNew) {
      services.jobs?.wake()
      return { job_id: id, fresh: true }
    }
    const live = await findLive(db, dedupe ?? '')
    if (live) return { job_id: live.id, fresh: false }
    // It ended in between.
  }
}
