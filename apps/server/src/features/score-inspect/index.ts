export { registerScoreInspect } from './score-inspect.routes.ts'
