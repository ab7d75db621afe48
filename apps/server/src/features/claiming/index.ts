export { leftFor, roomUnderTarget } from './dispatch/claim-room.ts'
export { leaseSweep } from './dispatch/lease-sweep.ts'
export { claim } from './dispatch/claim-batches.ts'
export type { Queue } from './dispatch/queue-view.ts'
export {
  actorOf,
  assertCounts,
  assertTakesScores,
  ownReading,
  seedJudgement,
} from './hand-in/hand-in.ts'
export { ownProgress } from './hand-in/own-progress.ts'
