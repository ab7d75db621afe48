import type { Program } from '../demo/platform.ts'

/** What `watched-server.ts` answers to any message. */
export interface ServerCost {
  /** Processor time of the process so far, microseconds. */
  cpuUs: number
  /** Delay of its event loop that one in a hundred exceeds, since it was last asked; milliseconds. */
  loopMs: number
}

/** Does something to a watched server. @returns what came of it and what it cost the server */
export async function costOf<T>(
  server: Program,
  work: () => Promise<T>,
): Promise<{ result: T; cost: ServerCost }> {
  const before = (await server.ask('cost')) as ServerCost
  const result = await work()
  const after = (await server.ask('cost')) as ServerCost
  return { result, cost: { cpuUs: after.cpuUs - before.cpuUs, loopMs: after.loopMs } }
}
