import { createHash } from 'node:crypto'
import type { Call } from '../../../http/serve.ts'
import type { Route } from '@hengjuan/contracts'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { enqueue, type Job } from '../../../jobs/index.ts'
import { wallTime } from '../../../wall-clock.ts'
import type { ReportPart, reportJobs } from './report-jobs.ts'
import type { AskedReport } from './report-work.ts'

/**
 * Has a file of a report made beside the calls, and records who asked for it with which filters.
 *
 * @returns id of the job; of one that makes the same file already for the same person, where there is one
 */
export async function startReportFile(
  {
    services,
    session,
    found,
    request,
  }: Pick<Call<Route>, 'services' | 'session' | 'found' | 'request'>,
  job: (typeof reportJobs)[keyof typeof reportJobs],
  asked: readonly AskedReport[],
  {
    title,
    filters,
    parts,
    each,
  }: {
    title: string
    filters: Record<string, unknown>
    /** One file for each, in an archive. */
    parts?: readonly ReportPart[] | undefined
    /** Or one for each student. */
    each?: 'student' | undefined
  },
): Promise<string> {
  const { exam } = found
  const iso = isoNow(services.clock)
  const who = { name: session.userName, role: session.role, at: wallTime(iso), iso }
  const { job_id, fresh } = await enqueue(
    services.db,
    services,
    job as Job<never>,
    { asked, title, who, parts, each } as never,
    {
      by: session,
      schoolId: exam.school_id,
      examId: exam.id,
      title: `${exam.name}：${title}`,
      dedupe: `${job.kind} ${session.userRoleId} ${sameFile(asked, parts, each)}`,
    },
  )
  if (fresh)
    await audit(
      services.db,
      { services, session, request },
      {
        action: 'export',
        object: `exam:${exam.id}`,
        after: {
          report: asked.map(({ key }) => key).join(),
          kind: job.kind,
          snapshot_id: asked[0]?.snapshotId,
          filters,
        },
      },
    )
  return job_id
}

/** Short, whatever is asked for: an index holds it. */
const sameFile = (
  asked: readonly AskedReport[],
  parts: readonly ReportPart[] = [],
  each?: 'student',
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        parts,
        each,
        asked.map(({ key, snapshotId, query }) => [key, snapshotId, query]),
      ]),
    )
    .digest('base64url')
