export { registerSupervision } from './supervision.routes.ts'
