export { ActLine } from './ActLine.tsx'
export { SheetAct } from './SheetAct.tsx'
export { useRunningAct } from './use-running-act.ts'
