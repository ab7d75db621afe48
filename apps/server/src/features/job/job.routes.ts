import { jobCancel, jobFile, jobGet, jobList, jobRetry } from '@hengjuan/contracts'
import { transact } from '@hengjuan/db'
import { AppError, PERMISSIONS, roleLabel } from '@hengjuan/domain'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { cancelJob, retryJob } from '../../jobs/index.ts'
import { selectJobs } from './job-list.query.ts'
import { describeJob, isExpired, isOwn, managedSchool, seenJob } from './seen-job.ts'

/** What the server does beside its calls: how far it is, ending it, and what it made. */
export function registerJob(target: ServeApp): void {
  serve(target, jobList, async ({ query, services, session }) => {
    const { of = 'own', exam_id: examId, kind, page = 1, limit = 20 } = query
    const school = managedSchool(session)
    if (of === 'school' && school === null)
      throw new AppError('NOT_ALLOWED', {
        role: roleLabel(session.role),
        action: PERMISSIONS['exam.manage'].label,
      })
    const whose = of === 'school' && school !== null ? { schoolId: school } : session
    const { rows, total } = await selectJobs(services.db, whose, { examId, kind, page, limit })
    return {
      list: rows.map((job) => describeJob(session, job)),
      total,
      page,
      page_size: limit,
    }
  })

  serve(target, jobGet, async ({ query, services, session }) =>
    describeJob(session, await seenJob(services.db, session, query.job_id)),
  )

  serve(target, jobCancel, async (call) => {
    const { body, services, session } = call
    const job = await seenJob(services.db, session, body.job_id)
    await transact(services.db, async (db) => {
      const isEnded = await cancelJob(db, services, job.id)
      if (!isEnded) throw new AppError('JOB_OVER', { title: job.title })
      await audit(db, call, {
        action: 'job-cancel',
        object: `job:${job.id}`,
        before: { title: job.title, by: job.user_id, progress: job.done, total: job.total },
      })
    })
    return { ok: true as const }
  })

  serve(target, jobRetry, async (call) => {
    const { body, services, session } = call
    const job = await seenJob(services.db, session, body.job_id)
    if (!isOwn(session, job)) throw new AppError('NOT_FOUND', { what: '任务' })
    await transact(services.db, async (db) => {
      await retryJob(db, services, job)
      await audit(db, call, {
        action: 'job-retry',
        object: `job:${job.id}`,
        before: { title: job.title, state: job.state, message: job.message },
      })
    })
    return { ok: true as const }
  })

  serve(target, jobFile, async (call) => {
    const { query, services, session } = call
    const job = await seenJob(services.db, session, query.job_id)
    if (isExpired(job)) throw new AppError('JOB_FILE_GONE', { title: job.title })
    if (job.state !== 'done' || job.file_hash === null || job.file_name === null)
      throw new AppError('NOT_FOUND', { what: '文件' })
    if (!(await services.images.has(job.file_hash)))
      throw new AppError('JOB_FILE_GONE', { title: job.title })
    await audit(services.db, call, {
      action: 'job-file',
      object: `job:${job.id}`,
      after: { file: job.file_name, bytes: job.file_bytes, kind: job.kind },
    })
    return {
      body: await services.images.read(job.file_hash),
      mime: job.file_mime ?? 'application/octet-stream',
      fileName: job.file_name,
    }
  })
}
