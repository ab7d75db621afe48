export { countChecksShort } from './check-progress.query.ts'
export { examProgress as supervisedProgress } from './exam-progress.ts'
export { registerSupervision } from './supervision.routes.ts'
