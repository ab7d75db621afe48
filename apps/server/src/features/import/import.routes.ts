import { createHash } from 'node:crypto'
import {
  type ImportCounts,
  importApply,
  importCheck,
  importDetail,
  importList,
  importMapping,
  importProblems,
  importUndo,
} from '@hengjuan/contracts'
import { transact } from '@hengjuan/db'
import { AppError, IMPORT_KINDS, mayDo, type ReadTable } from '@hengjuan/domain'
import { minutesFrom } from '../../clock.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import type { Session } from '../../http/session.ts'
import type { ImportDefinition, ImportPlace } from '../../import/define-import.ts'
import { enqueue } from '../../jobs/index.ts'
import type { Services } from '../../services.ts'
import { readTable } from '../../spreadsheet/index.ts'
import { schoolOf } from '../school/index.ts'
import { applyBatch, assertAppliable } from './apply-batch.ts'
import { type Batch, EMPTY_HEAD, NO_COUNTS, reportOf, shownRow } from './batch-report.ts'
import { checkBatch } from './check-batch.ts'
import { selectBatches, selectRows } from './import-batch.query.ts'
import { importJobs } from './import-jobs.ts'
import { keepTable, keptTable } from './kept-table.ts'
import { importOf } from './kinds.ts'
import { problemsFile } from './problems-file.ts'
import { assertChecked, placeOf, seenBatch } from './seen-batch.ts'
import { type Choices, mergedMeanings } from './understood-table.ts'
import { undoBatch, undoUntil } from './undo-batch.ts'

/** More rows than this are checked and written by a job. @source platform 0.1 rule 10 */
const JOB_ROWS = 20_000
/** Above the rows that count. */
const HEADING_ROWS = 10
/** What is checked can be written so long. */
const KEPT_MINUTES = 24 * 60

/** Tables come in two phases: first what they come to, then they are written as it was shown. */
export function registerImport(target: ServeApp): void {
  serve(target, importCheck, async ({ file, query, services, session }) => {
    const { kind, exam_id: examId = null } = query
    const place = await placeOf(services, session, { kind, examId })
    importOf(kind).assertOpen(place)
    const bytes = await file.toBuffer()
    const table = await readTable(bytes)
    assertNotTooLong(table, importOf(kind))
    const batch = await services.db
      .insertInto('import_batch')
      .values({
        kind,
        school_id: place.schoolId,
        exam_id: place.on?.exam.id ?? null,
        state: 'checking',
        file_name: file.filename.slice(0, 200),
        file_hash: createHash('sha256').update(bytes).digest('hex'),
        table_hash: await keepTable(services, table),
        choices: JSON.stringify(NOTHING_CHOSEN),
        head: JSON.stringify(EMPTY_HEAD),
        counts: JSON.stringify(NO_COUNTS),
        by_id: session.userId,
        created_at: place.now,
        expires_at: minutesFrom(services.clock, KEPT_MINUTES),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return reportOf(
      services.db,
      await checked(services, session, { batch, place, table, choices: NOTHING_CHOSEN }),
    )
  })

  serve(target, importMapping, async ({ body, services, session }) => {
    const { batch, place } = await seenBatch(services, session, body.batch_id)
    assertChecked(services, batch)
    importOf(batch.kind).assertOpen(place)
    const known = JSON.parse(batch.choices) as Choices
    const isElsewhere = body.sheet !== undefined || body.heading_row !== undefined
    const choices = {
      sheet: body.sheet ?? known.sheet,
      headingRow: body.heading_row ?? (body.sheet === undefined ? known.headingRow : undefined),
      // Columns of another heading are other columns.
      columns: { ...(isElsewhere ? {} : known.columns), ...body.columns },
      values: mergedMeanings(known.values, body.values ?? {}),
    }
    const table = await keptTable(services, batch.table_hash ?? '')
    return reportOf(services.db, await checked(services, session, { batch, place, table, choices }))
  })

  serve(target, importApply, async (call) => {
    const { body, services, session } = call
    const { batch_id, ...wish } = body
    const { batch, place } = await seenBatch(services, session, batch_id)
    assertChecked(services, batch)
    importOf(batch.kind).assertOpen(place)
    assertAppliable(batch, wish)
    const { rows } = JSON.parse(batch.counts) as ImportCounts
    if (rows <= JOB_ROWS) return applyBatch(services, batch, place, wish, call)
    const job_id = await transact(services.db, async (db) => {
      const asked = await enqueue(
        db,
        services,
        importJobs.apply,
        { batch_id, view: place.on?.view ?? null, wish },
        { ...ownerOf(session, batch), dedupe: `import:${batch.id}` },
      )
      await db
        .updateTable('import_batch')
        .set({ state: 'applying', job_id: asked.job_id })
        .where('id', '=', batch.id)
        .where('state', '=', 'checked')
        .execute()
      return asked.job_id
    })
    const nothing = { added: 0, changed: 0, unchanged: 0, removed: 0, skipped: 0 }
    return { state: 'applying' as const, ...nothing, job_id, accounts: [] }
  })

  serve(target, importUndo, async (call) => {
    const { body, services, session } = call
    const { batch, place } = await seenBatch(services, session, body.batch_id)
    importOf(batch.kind).assertOpen(place)
    return undoBatch(services, batch, place, { isPreview: body.preview === 1, who: call })
  })

  serve(target, importList, async ({ query, services, session }) => {
    const { kind, exam_id: examId, page = 1, limit = 20 } = query
    const kinds = IMPORT_KINDS.filter(
      (one) =>
        (kind === undefined || one === kind) && mayDo(session.role, importOf(one).permission),
    )
    if (examId !== undefined && kinds.includes('candidate'))
      await placeOf(services, session, { kind: 'candidate', examId })
    const { rows, total } = await selectBatches(
      services.db,
      { schoolId: schoolOf(session), kinds, examId },
      { page, limit },
    )
    return {
      list: rows.map((row) => ({
        batch_id: row.id,
        kind: importOf(row.kind).kind,
        kind_label: importOf(row.kind).label,
        state: row.state,
        file_name: row.file_name,
        exam_id: row.exam_id,
        exam_name: row.exam_name,
        counts: JSON.parse(row.counts) as ImportCounts,
        by_name: row.by_name,
        created_at: row.created_at,
        applied_at: row.applied_at,
        undone_at: row.undone_at,
        undo_until: undoUntil(services, row),
        expires_at: row.expires_at,
      })),
      total,
      page,
      page_size: limit,
    }
  })

  serve(target, importDetail, async ({ query, services, session }) => {
    const { batch_id, filter = 'all', page = 1, limit = 20 } = query
    const { batch } = await seenBatch(services, session, batch_id)
    const { rows, total } = await selectRows(services.db, batch.id, filter, { page, limit })
    return {
      report: await reportOf(services.db, batch),
      list: rows.map(shownRow),
      total,
      page,
      page_size: limit,
    }
  })

  serve(target, importProblems, async ({ query, services, session }) => {
    const { batch } = await seenBatch(services, session, query.batch_id)
    return problemsFile(services, batch)
  })
}

/** @throws AppError IMPORT_FILE_INVALID */
function assertNotTooLong(table: ReadTable, { mostRows, label }: ImportDefinition): void {
  if (mostRows === undefined || longestOf(table) <= mostRows + HEADING_ROWS) return
  throw new AppError('IMPORT_FILE_INVALID').withDetails([
    {
      path: `A${mostRows + 2}`,
      message: `${label}一次最多导入 ${mostRows} 行，请分成几个文件`,
    },
  ])
}

const longestOf = ({ sheets }: ReadTable): number =>
  Math.max(...sheets.map(({ rows }) => rows.length))

const NOTHING_CHOSEN: Choices = { columns: {}, values: {} }

const ownerOf = (session: Session, batch: Batch) => ({
  by: session,
  schoolId: batch.school_id,
  examId: batch.exam_id,
})

/** Checks a file, or has it checked by a job where it is long. */
async function checked(
  services: Services,
  session: Session,
  on: { batch: Batch; place: ImportPlace; table: ReadTable; choices: Choices },
): Promise<Batch> {
  const { batch, place, table, choices } = on
  if (longestOf(table) <= JOB_ROWS + HEADING_ROWS)
    return checkBatch(services, batch, place, choices)
  return transact(services.db, async (db) => {
    const { job_id } = await enqueue(
      db,
      services,
      importJobs.check,
      { batch_id: batch.id, view: place.on?.view ?? null, choices },
      ownerOf(session, batch),
    )
    return db
      .updateTable('import_batch')
      .set({ state: 'checking', job_id })
      .where('id', '=', batch.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}
