import { createHash } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { ImportCounts } from '@hengjuan/contracts'
import { transact } from '@hengjuan/db'
import { AppError, type ReadTable } from '@hengjuan/domain'
import { minutesFrom } from '../../clock.ts'
import type { audit } from '../../http/audit.ts'
import type { Session } from '../../http/session.ts'
import type { ImportDefinition, ImportPlace } from '../../import/define-import.ts'
import { enqueue } from '../../jobs/index.ts'
import type { Services } from '../../services.ts'
import { readTable } from '../../spreadsheet/index.ts'
import { applyBatch, assertAppliable, type Wish } from './apply-batch.ts'
import { type Batch, EMPTY_HEAD, NO_COUNTS } from './batch-report.ts'
import { checkBatch } from './check-batch.ts'
import { importJobs } from './import-jobs.ts'
import { keepTable } from './kept-table.ts'
import { importOf } from './kinds.ts'
import type { Choices } from './understood-table.ts'

/** More rows than this are checked and written by a job. @source platform 0.1 rule 10 */
const JOB_ROWS = 20_000
/** Above the rows that count. */
const HEADING_ROWS = 10
/** What is checked can be written so long. */
const KEPT_MINUTES = 24 * 60

const NOTHING_CHOSEN: Choices = { columns: {}, values: {} }

/** Takes a file in and says what it comes to, or has that said by a job. */
export async function newBatch(
  services: Services,
  session: Session,
  { kind, place, file }: { kind: string; place: ImportPlace; file: MultipartFile },
): Promise<Batch> {
  await importOf(kind).assertOpen(place, services.db)
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
      options: JSON.stringify(place.options),
      head: JSON.stringify(EMPTY_HEAD),
      counts: JSON.stringify(NO_COUNTS),
      by_id: session.userId,
      created_at: place.now,
      expires_at: minutesFrom(services.clock, KEPT_MINUTES),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return checked(services, session, { batch, place, table, choices: NOTHING_CHOSEN })
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

const ownerOf = (session: Session, batch: Batch) => ({
  by: session,
  schoolId: batch.school_id,
  examId: batch.exam_id,
})

/** Checks a file, or has it checked by a job where it is long. */
export async function checked(
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

interface Call {
  services: Services
  session: Session
  request: Parameters<typeof audit>[1]['request']
}

/** Writes a checked batch, or has it written by a job where it is long. */
export async function applyOrQueue(
  call: Call,
  { batch, place, wish }: { batch: Batch; place: ImportPlace; wish: Wish },
) {
  const { services, session } = call
  await importOf(batch.kind).assertOpen(place, services.db)
  assertAppliable(batch, wish)
  const { rows } = JSON.parse(batch.counts) as ImportCounts
  if (rows <= JOB_ROWS) return applyBatch(services, batch, place, wish, call)
  const job_id = await transact(services.db, async (db) => {
    const asked = await enqueue(
      db,
      services,
      importJobs.apply,
      { batch_id: batch.id, view: place.on?.view ?? null, wish },
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
}
