import type { Services } from '../../services.ts'
import { balanceBlocks } from './balance/balance-block.ts'
import { sweepActs } from '../acts/index.ts'
import { serveSelfPapers } from './quality/serve-self.ts'
import { watchAutomation } from './quality/watch-automation.ts'
import { leaseSweep } from './dispatch/lease-sweep.ts'
import { finishScores } from '../scoring/index.ts'
import { finishPapers } from './block/finish-papers.ts'
import { orderSimilar } from './similar/order-similar.ts'

const EVERY_MS = 60_000

/** What marking does by the clock after the sweep of leases, one after the other. */
const JOBS: readonly ((services: Services) => Promise<unknown>)[] = [
  finishDueWork,
  sweepActs,
  serveSelfPapers,
  watchAutomation,
  balanceBlocks,
  orderSimilar,
]

/** Starts what marking does by the clock. Call `stop` before the database closes. */
export function startMarkingJobs(
  services: Services,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  const jobs = [leaseSweep(services), ...JOBS]
  let running: Promise<unknown> = finishDueWork(services).catch(onError)
  const timer = setInterval(() => {
    // One that fails keeps none of the others from its turn.
    for (const job of jobs) running = running.then(() => job(services)).catch(onError)
  }, EVERY_MS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** What a change of rules was still to bring to scores and papers when it was interrupted. */
async function finishDueWork(services: Services): Promise<void> {
  await finishPapers(services)
  await finishScores(services)
}
