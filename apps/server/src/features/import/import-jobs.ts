import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { isOneOf } from '@hengjuan/db'
import type { ExamView } from '../../http/exam-view.ts'
import type { ImportPlace } from '../../import/define-import.ts'
import { type Asker, defineJob } from '../../jobs/index.ts'
import type { Services } from '../../services.ts'
import { applyBatch, type Wish } from './apply-batch.ts'
import type { Batch } from './batch-report.ts'
import { checkBatch } from './check-batch.ts'
import { forgetTables } from './kept-table.ts'
import { findBatch, optionsOf } from './seen-batch.ts'
import type { Choices } from './understood-table.ts'
import { undoableSince } from './undo-batch.ts'

/** A job goes on for whoever asked, with what they saw of the exam then. */
interface Going {
  batch_id: number
  view: ExamView | null
}

/** Checks a long file beside its call. */
const check = defineJob<Going & { choices: Choices }>(
  'import.check',
  { title: '核对导入文件', queue: 'import' },
  async ({ services, progress, by }, { choices, ...going }) => {
    progress(0, 1, '核对每一行')
    const { batch, place } = await found(services, going, by)
    try {
      await checkBatch(services, batch, place, choices)
    } catch (error) {
      // Said by the job; the file can be mapped anew.
      if (error instanceof AppError) await setState(services, batch.id, 'checked')
      throw error
    }
    progress(1, 1, '核对完成')
    return { batch_id: batch.id }
  },
)

/** Writes a long one. */
const apply = defineJob<Going & { wish: Wish }>(
  'import.apply',
  { title: '写入导入数据', queue: 'import' },
  async ({ services, progress, by, jobId }, { wish, ...going }) => {
    progress(0, 1, '写入')
    const { batch, place } = await found(services, going, by)
    // It had been written when its node ended.
    if (batch.state === 'applied') return { batch_id: batch.id }
    const who = { services, session: by, request: { id: jobId } }
    try {
      // Results of jobs are kept, and first passwords are not.
      const { accounts: _, ...result } = await applyBatch(services, batch, place, wish, who)
      progress(1, 1, '写入完成')
      return { batch_id: batch.id, ...result }
    } catch (error) {
      if (error instanceof AppError) await setState(services, batch.id, 'checked')
      throw error
    }
  },
)

async function found(
  { db, clock }: Services,
  { batch_id, view }: Going,
  by: Asker | null,
): Promise<{ batch: Batch; place: ImportPlace }> {
  const batch = await findBatch(db, batch_id)
  if (!batch) throw new AppError('NOT_FOUND', { what: '导入记录' })
  const exam = await db
    .selectFrom('exam')
    .where('id', '=', batch.exam_id ?? 0)
    .selectAll()
    .executeTakeFirst()
  const on = exam && view ? { exam, view } : null
  if (!by) throw new Error('an import has somebody who asked for it')
  return {
    batch,
    place: {
      schoolId: batch.school_id,
      by: { userId: by.userId, role: by.role },
      options: optionsOf(batch),
      batch: null,
      now: isoNow(clock),
      on,
    },
  }
}

const setState = ({ db }: Services, batchId: number, state: Batch['state']) =>
  db
    .updateTable('import_batch')
    .set({ state, job_id: null })
    .where('id', '=', batchId)
    .where('state', 'in', ['checking', 'applying'])
    .execute()

const SWEEP_MS = 600_000
const AT_ONCE = 100

/** What was checked and never written is over after a day; rows and tables of all go with the time to undo them. */
const sweep = defineJob(
  'import.sweep',
  { title: '清理过期的导入', queue: 'sweep', everyMs: SWEEP_MS },
  async ({ services, signal }) => {
    const { db, clock } = services
    for (;;) {
      const old = await db
        .selectFrom('import_batch')
        .where('table_hash', 'is not', null)
        .where((eb) =>
          eb.or([
            eb('state', 'in', ['checking', 'checked', 'applying']).and(
              'expires_at',
              '<',
              isoNow(clock),
            ),
            eb('applied_at', '<', undoableSince(services)),
          ]),
        )
        .select(['id', 'state', 'table_hash'])
        .limit(AT_ONCE)
        .execute()
      if (old.length === 0) return
      await db.transaction().execute(async (tx) => {
        const ids = old.map(({ id }) => id)
        await tx
          .deleteFrom('import_row')
          .where(isOneOf(tx, 'batch_id', ids))
          .execute()
        await tx
          .updateTable('import_batch')
          .set({ table_hash: null })
          .where(isOneOf(tx, 'id', ids))
          .execute()
        await tx
          .updateTable('import_batch')
          .set({ state: 'expired', job_id: null })
          .where(isOneOf(tx, 'id', ids))
          .where('state', 'not in', ['applied', 'undone'])
          .execute()
      })
      await forgetTables(
        services,
        db,
        old.flatMap(({ table_hash }) => table_hash ?? []),
      )
      signal.throwIfAborted()
    }
  },
)

export const importJobs = { check, apply, sweep }
