export {
  createCaller,
  type Caller,
  type CallerOptions,
  type CallOptions,
  type DownloadOptions,
} from './caller.ts'
export { CallError } from './call-error.ts'
export { followEvents } from './follow-events.ts'
export { isPassing } from './is-passing.ts'
export { freshKey } from './fresh-key.ts'
