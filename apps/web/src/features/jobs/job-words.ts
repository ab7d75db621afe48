import type { JobInfo } from '@hengjuan/contracts'

/** What is over stays in sight for so long; what it made can be saved for longer, from the page that asked for it. */
const SHOWN_MS = 24 * 3_600_000

export const isLive = ({ state }: Pick<JobInfo, 'state'>): boolean =>
  state === 'waiting' || state === 'running'

/** What runs or waits, the first asked for first; behind it what was over lately or left a file, the latest first. */
export function shownJobs(jobs: readonly JobInfo[], nowMs: number): JobInfo[] {
  const over = jobs.filter(
    (job) =>
      !isLive(job) && (job.file !== null || nowMs - Date.parse(job.finished_at ?? '') < SHOWN_MS),
  )
  return [
    ...jobs.filter(isLive).toSorted((a, b) => a.job_id.localeCompare(b.job_id)),
    ...over.toSorted((a, b) => (b.finished_at ?? '').localeCompare(a.finished_at ?? '')),
  ]
}

/** What the button says. @param seenAt when the latest one was over that was seen in the tray */
export function trayWords(jobs: readonly JobInfo[], seenAt: string) {
  const live = jobs.filter(isLive).length
  const news = jobs.filter((job) => !isLive(job) && (job.finished_at ?? '') > seenAt)
  const failed = news.filter(({ state }) => state === 'failed').length
  const parts = [
    ...(live > 0 ? [`${live} 项进行中`] : []),
    ...(failed > 0 ? [`${failed} 项没有完成`] : []),
  ]
  return {
    live,
    hasNews: news.length > 0,
    hasFailed: failed > 0,
    label: `后台任务${parts.length > 0 ? `：${parts.join('，')}` : ''}`,
  }
}

/** What is said of a job beside its title. */
export function stateText(job: JobInfo): string {
  if (job.is_ending) return '正在取消…'
  switch (job.state) {
    case 'waiting':
      return job.message || '排队等待'
    case 'running':
      return job.step || '正在处理…'
    case 'done':
      return '已完成'
    case 'failed':
      return job.message
    case 'cancelled':
      return '已取消'
    case 'expired':
      return '文件已过期'
  }
}

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} 字节`
  const kib = bytes / 1024
  if (kib < 1024) return `${Math.ceil(kib)} KB`
  return `${(kib / 1024).toFixed(1)} MB`
}
