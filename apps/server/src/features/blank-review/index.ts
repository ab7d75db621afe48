export { registerBlankCheck } from './blank-check.routes.ts'
export { blankConflicts } from './blank-conflicts.ts'
export { finishScreening, screenSoon } from './screen-blanks.ts'
