export { ActLine } from './ActLine.tsx'
export { useRunningAct } from './use-running-act.ts'
