export { registerReport } from './report.routes.ts'
