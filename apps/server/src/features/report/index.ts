export { registerReport } from './report.routes.ts'
export { reportJobs } from './serving/report-jobs.ts'
export { REPORTS } from './serving/registry.ts'
