export { registerReport } from './report.routes.ts'
export { parentsJob } from './parents/parents-job.ts'
export { reportJobs } from './serving/report-jobs.ts'
export { REPORTS } from './serving/registry.ts'
