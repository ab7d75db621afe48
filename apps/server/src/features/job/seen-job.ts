import type { JobInfo } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, mayDo } from '@hengjuan/domain'
import type { Session } from '../../http/session.ts'
import { findJob, type JobRow, KEPT_MS } from '../../jobs/index.ts'

type Viewer = Pick<Session, 'userId' | 'userRoleId' | 'role' | 'schoolId'>

/** Asked for by this person in this role: what another role of theirs may see stays with that role. */
export const isOwn = (viewer: Viewer, job: JobRow): boolean =>
  job.user_id === viewer.userId && job.user_role_id === viewer.userRoleId

/** The school whose jobs a role sees beside its own; null for none. Roles that manage exams reach all of their school. */
export const managedSchool = ({ role, schoolId }: Viewer): number | null =>
  mayDo(role, 'exam.manage') ? schoolId : null

/** @throws AppError NOT_FOUND, also for a job out of reach */
export async function seenJob(db: Db, viewer: Viewer, jobId: string): Promise<JobRow> {
  const job = await findJob(db, jobId)
  const school = managedSchool(viewer)
  const isSeen = job && (isOwn(viewer, job) || (school !== null && job.school_id === school))
  if (!isSeen) throw new AppError('NOT_FOUND', { what: '任务' })
  return job
}

/** Its file has gone, and with the order the same can be made again. */
export const isExpired = ({ state, file_name, file_hash }: JobRow): boolean =>
  state === 'done' && file_name !== null && file_hash === null

export function describeJob(viewer: Viewer, job: JobRow): JobInfo {
  const isMine = isOwn(viewer, job)
  const isLive = job.state === 'waiting' || job.state === 'running'
  return {
    job_id: job.id,
    kind: job.kind,
    title: job.title,
    state: isExpired(job) ? 'expired' : job.state,
    progress: job.done,
    total: job.total,
    step: job.step,
    message: job.message,
    file: fileOf(job),
    result: isMine && job.result !== null ? (JSON.parse(job.result) as JobInfo['result']) : null,
    by_name: job.user_name ?? '系统',
    is_own: isMine,
    exam_id: job.exam_id,
    created_at: job.created_at,
    started_at: job.started_at,
    finished_at: job.finished_at,
    is_ending: isLive && job.cancel === 1,
    can_cancel: isLive && job.cancel === 0,
    can_retry: isMine && (job.state === 'failed' || job.state === 'cancelled'),
  }
}

function fileOf({
  id,
  state,
  finished_at,
  file_name,
  file_hash,
  file_bytes,
}: JobRow): JobInfo['file'] {
  if (state !== 'done' || finished_at === null || file_name === null || file_hash === null)
    return null
  return {
    name: file_name,
    bytes: file_bytes ?? 0,
    url: `/v1/job/file?job_id=${id}`,
    expires_at: new Date(Date.parse(finished_at) + KEPT_MS).toISOString(),
  }
}
