export { registerExplain } from './explain.routes.ts'
