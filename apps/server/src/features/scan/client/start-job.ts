import { type Db, transact } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow, minutesFrom } from '../../../clock.ts'
import { type Asker, enqueue } from '../../../jobs/index.ts'
import type { Decider } from '../decide.ts'
import { chunksOf, requireTemplate } from '../facts.query.ts'
import { refuseIfPublished } from '../published.ts'
import { lockSubject } from '../settle-sheets.ts'
import { type Action, beginAction, once } from './action.ts'
import { requireActionSheet } from './action-sheet.ts'
import { describeJob, type JobReply } from './job.query.ts'
import { scanAgain, workOnSheets } from './run-jobs.ts'

/** Whoever begins a job sees it among their own. */
export type JobStarter = Decider & { session: Asker }

const TITLES = { reomr: '重新识别答题卡', recrop: '重新裁切答题卡' } as const

/** What is to be done to which sheets. */
export interface JobPlan {
  kind: 'reomr' | 'recrop'
  /** One sheet is done at once; more, when the server has time. */
  sheets:
    | { kind: 'sheet'; sheetId: string }
    | { kind: 'batch'; batchId: string }
    | { kind: 'subject' }
  /** Only this page of the sheets. */
  pageSeq?: number | undefined
  /** Only this block. */
  blockKey?: string | undefined
}

/**
 * Begins to read or cut sheets again. Sheets in use now are fixed at the start, so that the count that
 * a person watches does not move; a repeat answers how far the job is.
 *
 * @throws AppError SCAN_SHEET_NOT_UPLOADED, SCAN_SHEET_VOID, SCAN_BATCH_NOT_FOUND, MARKING_BLOCK_NOT_FOUND
 */
export function startJob(
  who: JobStarter,
  action: Action,
  plan: JobPlan,
  shown: { page: number; limit: number },
): Promise<JobReply> {
  const { services } = who
  const answer = () => describeJob(services.db, action.id, shown)
  return once(
    who,
    action,
    async () => {
      await transact(services.db, (db) => insertJob(db, who, action, plan))
      if (plan.sheets.kind === 'sheet')
        await workOnSheets({ services, ...WATCHED_BY_NOBODY }, action.id)
      return answer()
    },
    answer,
  )
}

/** Whoever sent it waits for the answer. */
const WATCHED_BY_NOBODY = {
  signal: new AbortController().signal,
  progress: () => undefined,
  report: () => undefined,
}

async function insertJob(db: Db, who: JobStarter, action: Action, plan: JobPlan): Promise<void> {
  await lockSubject(db, who)
  await refuseIfPublished(db, who.examId)
  await beginAction(db, who, action)
  const { template } = await requireTemplate(db, who)
  const { blockKey } = plan
  const regions = template.pages.flatMap((page) => page.regions)
  if (blockKey !== undefined && !regions.some((region) => region.blockKey === blockKey))
    throw new AppError('MARKING_BLOCK_NOT_FOUND')
  const sheetIds = await selectSheets(db, who, plan.sheets)
  const now = isoNow(who.services.clock)
  await db
    .insertInto('scan_job')
    .values({
      action_id: action.id,
      kind: plan.kind,
      page_seq: plan.pageSeq ?? null,
      block_key: blockKey ?? null,
      state: sheetIds.length === 0 ? 'done' : 'waiting',
      actor_role: who.session.role,
      request_id: who.request.id,
      created_at: now,
      finished_at: sheetIds.length === 0 ? now : null,
    })
    .execute()
  if (sheetIds.length > 0) await enqueueAgain(db, who, action, plan)
  let place = 0
  for (const ids of chunksOf(sheetIds))
    await db
      .insertInto('scan_job_sheet')
      .values(
        ids.map((sheet_id) => ({
          action_id: action.id,
          place: ++place,
          sheet_id,
          state: 'waiting',
          marked_blocks: 0,
          change: null,
        })),
      )
      .execute()
}

/** One sheet is done by the call itself: the job is there for where its server ends in the middle. */
function enqueueAgain(db: Db, who: JobStarter, { id }: Action, { kind, sheets }: JobPlan) {
  const { services, session, examId } = who
  const isAtOnce = sheets.kind === 'sheet'
  return enqueue(
    db,
    services,
    scanAgain,
    { action_id: id },
    {
      id,
      title: TITLES[kind],
      by: isAtOnce ? null : session,
      schoolId: isAtOnce ? null : session.schoolId,
      examId,
      ...(isAtOnce ? { runAt: minutesFrom(services.clock, 1) } : {}),
    },
  )
}

async function selectSheets(db: Db, who: Decider, which: JobPlan['sheets']): Promise<string[]> {
  if (which.kind === 'sheet') return [(await requireActionSheet(db, who, which.sheetId)).id]
  if (which.kind === 'batch') {
    const batch = await db
      .selectFrom('scan_batch')
      .select('id')
      .where('id', '=', which.batchId)
      .where('exam_id', '=', who.examId)
      .where('subject_id', '=', who.subjectId)
      .executeTakeFirst()
    if (!batch) throw new AppError('SCAN_BATCH_NOT_FOUND')
  }
  const rows = await db
    .selectFrom('scan_sheet')
    .select('id')
    .where('exam_id', '=', who.examId)
    .where('subject_id', '=', who.subjectId)
    .where('state', '=', 'active')
    .$if(which.kind === 'batch', (query) =>
      query.where('batch_id', '=', which.kind === 'batch' ? which.batchId : ''),
    )
    .orderBy('batch_id')
    .orderBy('seq')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
