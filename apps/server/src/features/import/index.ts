export { registerImport } from './import.routes.ts'
export { registerScoreImport } from './score-doors.ts'
export { importJobs } from './import-jobs.ts'
