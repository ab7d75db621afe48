export { registerJob } from './job.routes.ts'
export { selectJobs } from './job-list.query.ts'
export { describeJob, isExpired, isOwn } from './seen-job.ts'
