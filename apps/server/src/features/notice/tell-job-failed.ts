import type { Db } from '@hengjuan/db'
import type { FailedJob } from '../../jobs/index.ts'
import type { Services } from '../../services.ts'
import { notify } from './notify.ts'

/** Opens the tray of the header, where a job that failed is tried again and files are saved. */
const TRAY = '/MainPage/notifications#jobs'

/** Whoever asked for a job hears that it failed; what the server does by itself is told in its log. */
export async function tellJobFailed(db: Db, services: Services, job: FailedJob): Promise<void> {
  if (job.user_id === null) return
  await notify(db, services, {
    kind: 'job',
    to: [job.user_id],
    title: `「${job.title}」没有完成`,
    text: job.message ?? '处理时出错，请在后台任务中重试。',
    link: TRAY,
    examId: job.exam_id,
    schoolId: job.school_id,
  })
}
