import { type Job, sweepJobs } from '../jobs/index.ts'
import { alarmDigest } from './exam-alarm/index.ts'
import { importJobs } from './import/index.ts'
import { markingJobs } from './marking/index.ts'
import { sendJobs } from './notice/index.ts'
import { closeMakeups, enterAnswers } from './pad/index.ts'
import { parentsJob, reportJobs } from './report/index.ts'
import { scanAgain } from './scan/index.ts'
import { dueReleases } from './score/index.ts'
import { proposeSheet } from './sheet/index.ts'

/** Everything that the server does beside its calls. */
export const jobs: readonly Job<never>[] = [
  sweepJobs,
  sendJobs.email,
  sendJobs.sms,
  ...markingJobs,
  scanAgain,
  proposeSheet,
  reportJobs.pdf,
  reportJobs.workbook,
  reportJobs.rankScore,
  parentsJob,
  importJobs.check,
  importJobs.apply,
  importJobs.sweep,
  dueReleases,
  alarmDigest,
  enterAnswers,
  closeMakeups,
]
