export { countChecksShort } from './check-progress.query.ts'
export { registerSupervision } from './supervision.routes.ts'
