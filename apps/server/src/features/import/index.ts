export { registerImport } from './import.routes.ts'
export { importJobs } from './import-jobs.ts'
