/**
 * The bridge process: one per open device. It speaks the protocol of `protocol/messages.ts` over file
 * descriptor 3, or a port that its environment names; drivers may print on standard output and error as
 * they like. Drivers run on the main thread, the channel on another: when it closes the process is gone.
 */
import { flushCompileCache } from 'node:module'
import { isMainThread, parentPort } from 'node:worker_threads'

if (isMainThread) {
  const { runDrivers } = await import('./host/run-drivers.ts')
  runDrivers(new URL(import.meta.url))
} else if (parentPort) {
  const { keepChannel } = await import('./host/channel-thread.ts')
  keepChannel(parentPort)
}
// Both end by being killed, and what they compiled would be lost with them.
flushCompileCache()
