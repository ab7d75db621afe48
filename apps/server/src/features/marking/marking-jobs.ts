import { defineJob, type Job } from '../../jobs/index.ts'
import type { Services } from '../../services.ts'
import { balanceBlocks, orderSimilar } from '../marking-setup/index.ts'
import { serveSelfPapers, watchAutomation } from '../quality/index.ts'
import { leaseSweep } from '../claiming/index.ts'
import { sweepActs } from '../acts/index.ts'
import { finishScores } from '../scoring/index.ts'
import { finishPapers } from './finish-papers.ts'

const EVERY_MS = 60_000

/** Done by one node each minute, one after the other. */
const everyMinute = (kind: string, title: string, work: (services: Services) => Promise<unknown>) =>
  defineJob(
    `marking.${kind}`,
    { title, queue: 'marking', everyMs: EVERY_MS },
    async ({ services }) => void (await work(services)),
  )

/** What each node knows of its own clock and of when it was away. */
const sweeps = new WeakMap<Services, () => Promise<number>>()

function sweepOf(services: Services): () => Promise<number> {
  const sweep = sweeps.get(services) ?? leaseSweep(services)
  sweeps.set(services, sweep)
  return sweep
}

/** What marking does by the clock. */
export const markingJobs: readonly Job<never>[] = [
  everyMinute('due', '完成改动后的计分与试卷', finishDueWork),
  everyMinute('leases', '收回过期的试卷', (services) => sweepOf(services)()),
  everyMinute('acts', '清理中断的操作', sweepActs),
  everyMinute('self', '安排自评试卷', serveSelfPapers),
  everyMinute('automation', '检查评阅程序', watchAutomation),
  everyMinute('balance', '平衡任务量', balanceBlocks),
  everyMinute('similar', '排列相似答案', orderSimilar),
]

/** What a change of rules was still to bring to scores and papers when it was interrupted. */
async function finishDueWork(services: Services): Promise<void> {
  await finishPapers(services)
  await finishScores(services)
}
