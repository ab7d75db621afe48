export { registerTrend } from './trend.routes.ts'
