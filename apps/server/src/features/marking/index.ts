export { markingJobs } from './marking-jobs.ts'
export { registerMarking } from './marking.routes.ts'
