export { registerReport } from './report.routes.ts'
export { reportJobs } from './kit/report-jobs.ts'
