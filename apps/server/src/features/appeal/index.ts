export { registerAppeal } from './appeal.routes.ts'
