export { findCorrection } from './correction.query.ts'
export { inspectUnitIn } from './inspect-unit.ts'
export { registerScoreInspect } from './score-inspect.routes.ts'
