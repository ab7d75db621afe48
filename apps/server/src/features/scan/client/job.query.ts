import type { ScanJob, SheetChange } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import type { Static } from 'typebox'
import { isoNow } from '../../../clock.ts'
import { cancelJob } from '../../../jobs/index.ts'
import type { Decider } from '../decide.ts'

export type JobReply = Static<typeof ScanJob>
export type Change = Static<typeof SheetChange>

/** States of a sheet of a job that are worth showing. */
const SHOWN = ['changed', 'failed'] as const

/** How far a job is, with a page of what it changed. */
export async function describeJob(
  db: Db,
  actionId: string,
  shown: { page: number; limit: number },
): Promise<JobReply> {
  const job = await db
    .selectFrom('scan_job')
    .innerJoin('station_action', 'station_action.id', 'scan_job.action_id')
    .innerJoin('user', 'user.id', 'station_action.actor_id')
    .leftJoin('job', 'job.id', 'scan_job.action_id')
    .where('scan_job.action_id', '=', actionId)
    .select([
      'scan_job.kind',
      'scan_job.state',
      'scan_job.created_at',
      'scan_job.finished_at',
      'job.state as running',
      'job.finished_at as ended_at',
      'station_action.station',
      'user.name',
    ])
    .executeTakeFirstOrThrow()
  const counts = await db
    .selectFrom('scan_job_sheet')
    .where('action_id', '=', actionId)
    .groupBy('state')
    .select('state')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number>('marked_blocks').as('marked'),
    ])
    .execute()
  const of = (state: string): number =>
    Number(counts.find((row) => row.state === state)?.count ?? 0)
  const total = counts.reduce((sum, { count }) => sum + Number(count), 0)
  const rows = await db
    .selectFrom('scan_job_sheet')
    .where('action_id', '=', actionId)
    .where('state', 'in', [...SHOWN])
    .select('change')
    .orderBy('place')
    .limit(shown.limit)
    .offset((shown.page - 1) * shown.limit)
    .execute()
  // Cancelled as any job, or given up: what was done stays.
  const isEnded =
    (job.state === 'waiting' || job.state === 'running') &&
    (job.running === 'cancelled' || job.running === 'failed')
  return {
    action_id: actionId,
    kind: job.kind as JobReply['kind'],
    state: isEnded ? 'cancelled' : (job.state as JobReply['state']),
    actor_name: job.name,
    station: job.station,
    total,
    done: total - of('waiting'),
    changed: of('changed'),
    failed: of('failed'),
    marked_blocks: counts.reduce((sum, { marked }) => sum + Number(marked ?? 0), 0),
    created_at: job.created_at,
    finished_at: isEnded ? job.ended_at : job.finished_at,
    changes: {
      list: rows.flatMap(({ change }) => (change === null ? [] : [JSON.parse(change) as Change])),
      total: of('changed') + of('failed'),
      page: shown.page,
      page_size: shown.limit,
    },
  }
}

/** Stops a job that is not finished, if the action is one. Sheets that are done stay so. */
export async function cancelScanJob(
  db: Db,
  { services }: Decider,
  actionId: string,
): Promise<void> {
  await db
    .updateTable('scan_job')
    .set({ state: 'cancelled', finished_at: isoNow(services.clock) })
    .where('action_id', '=', actionId)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
  await cancelJob(db, services, actionId)
}

/** What is to be done to its sheets; undefined where all is done. */
export const findOpenJob = (db: Db, actionId: string) =>
  db
    .selectFrom('scan_job')
    .innerJoin('station_action', 'station_action.id', 'scan_job.action_id')
    .where('scan_job.action_id', '=', actionId)
    .where('scan_job.state', 'in', ['waiting', 'running'])
    .select([
      'scan_job.action_id',
      'scan_job.kind',
      'scan_job.page_seq',
      'scan_job.block_key',
      'scan_job.actor_role',
      'scan_job.request_id',
      'station_action.exam_id',
      'station_action.subject_id',
      'station_action.actor_id',
    ])
    .executeTakeFirst()

export type OpenJob = NonNullable<Awaited<ReturnType<typeof findOpenJob>>>

/** How many sheets a job has, and how many of them wait. */
export async function countSheets(
  db: Db,
  actionId: string,
): Promise<{ total: number; waiting: number }> {
  const { total, waiting } = await db
    .selectFrom('scan_job_sheet')
    .where('action_id', '=', actionId)
    .select(({ eb, fn }) => [
      fn.countAll<number>().as('total'),
      fn.sum<number>(eb.case().when('state', '=', 'waiting').then(1).else(0).end()).as('waiting'),
    ])
    .executeTakeFirstOrThrow()
  return { total: Number(total), waiting: Number(waiting ?? 0) }
}
