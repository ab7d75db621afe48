export { registerJob } from './job.routes.ts'
