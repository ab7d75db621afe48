export { registerBlankCheck } from './blank-check.routes.ts'
export { blankConflicts } from './blank-conflicts.ts'
export { judgeBlankChecks } from './judge-blank-checks.ts'
export { finishScreening, screenSoon } from './screen-blanks.ts'
