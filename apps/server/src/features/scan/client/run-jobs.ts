import type { Db } from '@hengjuan/db'
import { AppError, type Role } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { defineJob, type JobContext } from '../../../jobs/index.ts'
import type { Services } from '../../../services.ts'
import { decide, type Decider } from '../decide.ts'
import { type Change, countSheets, findOpenJob, type OpenJob } from './job.query.ts'
import { prepareSheet, StalePreparation, storePrepared } from './prepare-sheet.ts'
import { changeBetween, failureOf, isChange, takePicture } from './sheet-change.ts'

/** A person decides about a sheet while it is being read: it is read again, but not for ever. */
const TRIES = 3

/** Reads or cuts the sheets again that an action named. The job has the name of the action. */
export const scanAgain = defineJob<{ action_id: string }>(
  'scan.again',
  { title: '重新处理答题卡', queue: 'scan' },
  (context, { action_id }) => workOnSheets(context, action_id),
)

/** Works on sheet by sheet until none waits, also where it ended in the middle. */
export async function workOnSheets(
  context: Pick<JobContext, 'services' | 'signal' | 'progress' | 'report'>,
  actionId: string,
): Promise<void> {
  const { services, signal, progress } = context
  const { db } = services
  const job = await findOpenJob(db, actionId)
  if (!job) return
  const { total, waiting } = await countSheets(db, actionId)
  await db
    .updateTable('scan_job')
    .set({ state: 'running' })
    .where('action_id', '=', actionId)
    .where('state', '=', 'waiting')
    .execute()
  for (let done = total - waiting; ; done++) {
    progress(done, total, job.kind === 'reomr' ? '重新识别' : '重新裁切')
    signal.throwIfAborted()
    const next = await findNext(db, actionId)
    if (!next) break
    await workOn(services, job, next, context.report)
  }
  await db
    .updateTable('scan_job')
    .set({ state: 'done', finished_at: isoNow(services.clock) })
    .where('action_id', '=', actionId)
    .where('state', '=', 'running')
    .execute()
}

interface Next {
  place: number
  sheetId: string
}

async function findNext(db: Db, actionId: string): Promise<Next | undefined> {
  const row = await db
    .selectFrom('scan_job_sheet')
    .innerJoin('scan_job', 'scan_job.action_id', 'scan_job_sheet.action_id')
    .where('scan_job_sheet.action_id', '=', actionId)
    .where('scan_job_sheet.state', '=', 'waiting')
    .where('scan_job.state', '=', 'running')
    .select(['scan_job_sheet.place', 'scan_job_sheet.sheet_id'])
    .orderBy('scan_job_sheet.place')
    .executeTakeFirst()
  return row && { place: row.place, sheetId: row.sheet_id }
}

async function workOn(
  services: Services,
  job: OpenJob,
  next: Next,
  report: (error: unknown) => void,
): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await applyToSheet(services, job, next)
      return
    } catch (error) {
      if (error instanceof StalePreparation && attempt < TRIES) continue
      if (!(error instanceof AppError || error instanceof StalePreparation)) report(error)
      const problem =
        error instanceof AppError
          ? error.message
          : error instanceof StalePreparation
            ? '有人正在处理这张答题卡，请稍后再试'
            : '处理时出错，保留原来的结果'
      await settleRow(services.db, job, next, {
        state: 'failed',
        change: await failureOf(services.db, next.sheetId, problem),
      })
      return
    }
}

/** One sheet: read outside the transaction, then stored together with all that follows from it. */
async function applyToSheet(services: Services, job: OpenJob, next: Next): Promise<void> {
  const who: Decider = {
    services,
    examId: job.exam_id,
    subjectId: job.subject_id,
    session: { userId: job.actor_id, role: job.actor_role as Role },
    request: { id: job.request_id },
    actionId: job.action_id,
  }
  const prepared = await prepareSheet(who, job, next.sheetId)
  let before: Awaited<ReturnType<typeof takePicture>> | undefined
  await decide(
    who,
    async (db) => {
      if (!(await isStillWaiting(db, job, next))) return []
      before = await takePicture(db, who, next.sheetId)
      return storePrepared(db, who, prepared)
    },
    async (db) => {
      if (!before) return
      const change = changeBetween(before, await takePicture(db, who, next.sheetId), {
        problem: prepared.problem,
      })
      await settleRow(db, job, next, {
        state: change.problem ? 'failed' : isChange(change) ? 'changed' : 'same',
        change,
      })
    },
  )
}

/** Another process may have done it, or somebody stopped the job. */
async function isStillWaiting(db: Db, job: OpenJob, next: Next): Promise<boolean> {
  const row = await db
    .selectFrom('scan_job_sheet')
    .innerJoin('scan_job', 'scan_job.action_id', 'scan_job_sheet.action_id')
    .where('scan_job_sheet.action_id', '=', job.action_id)
    .where('scan_job_sheet.place', '=', next.place)
    .where('scan_job_sheet.state', '=', 'waiting')
    .where('scan_job.state', '=', 'running')
    .select('scan_job_sheet.place')
    .executeTakeFirst()
  return row !== undefined
}

const settleRow = (
  db: Db,
  job: OpenJob,
  next: Next,
  result: { state: 'same' | 'changed' | 'failed'; change: Change },
): Promise<unknown> =>
  db
    .updateTable('scan_job_sheet')
    .set({
      state: result.state,
      marked_blocks: result.change.marked_blocks.length,
      change: result.state === 'same' ? null : JSON.stringify(result.change),
    })
    .where('action_id', '=', job.action_id)
    .where('place', '=', next.place)
    .where('state', '=', 'waiting')
    .execute()
