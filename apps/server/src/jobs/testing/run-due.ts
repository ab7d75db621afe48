import type { Services } from '../../services.ts'
import type { Job } from '../job.ts'
import { claimJob } from '../job.query.ts'
import { leaseFrom, runJob, type RunHooks } from '../run-job.ts'

/** Runs jobs in the caller's turn, one after the other, until none is due. @throws the first unexpected error of one */
export async function runDue(
  services: Services,
  jobs: readonly Job<never>[],
  onFailed?: RunHooks['onFailed'],
): Promise<void> {
  const byKind = new Map((jobs as readonly Job[]).map((job) => [job.kind, job]))
  const errors: unknown[] = []
  for (;;) {
    const now = services.clock.now()
    const by = { node: 'test', now: now.toISOString(), leaseUntil: leaseFrom(now) }
    const row = await claimJob(services.db, { ...by, kinds: [...byKind.keys()] }, [])
    const job = row && byKind.get(row.kind)
    if (!job) break
    await runJob(services, job, row, {
      ending: new AbortController(),
      onError: (error) => errors.push(error),
      onFailed,
    })
  }
  if (errors.length > 0) throw errors[0]
}
