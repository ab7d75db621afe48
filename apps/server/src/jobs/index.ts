export { enqueue } from './enqueue.ts'
export { defineJob, type Job, type JobContext } from './job.ts'
export { startJobs, type JobRunner } from './start-jobs.ts'
export { sweepJobs } from './sweep.ts'
