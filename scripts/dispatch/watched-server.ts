// The server as it is installed, which tells whoever started it what it costs: see `server-cost.ts`.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ServerCost } from './server-cost.ts'

/** Milliseconds between two looks; what a look is late is how long a request waits to be seen. */
const LOOK_MS = 2

const delay = monitorEventLoopDelay({ resolution: LOOK_MS })
delay.enable()

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const loopMs = Math.max(0, delay.percentile(99) / 1e6 - LOOK_MS)
  process.send?.({ cpuUs: user + system, loopMs } satisfies ServerCost)
  delay.reset()
})

await import('../../apps/server/src/main.ts')
