export { createCaller, type Caller, type CallerOptions, type CallOptions } from './caller.ts'
export { CallError } from './call-error.ts'
