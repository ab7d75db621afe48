import { type Job, sweepJobs } from '../jobs/index.ts'

/** Everything that the server does beside its calls. */
export const jobs: readonly Job<never>[] = [sweepJobs]
