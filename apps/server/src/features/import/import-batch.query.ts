import type { Db, Tables } from '@hengjuan/db'
import type { Insertable, Selectable } from 'kysely'

type Row = Selectable<Tables['import_row']>
export type NewRow = Insertable<Tables['import_row']>

export type RowFilter = 'all' | 'errors' | 'warnings' | 'changed' | 'missing' | 'kept'

/** Rows of a batch in the order of the file, what is in no file behind them. */
export async function selectRows(
  db: Db,
  batchId: number,
  filter: RowFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: Row[]; total: number }> {
  const wanted = db
    .selectFrom('import_row')
    .where('batch_id', '=', batchId)
    .$if(filter === 'errors', (query) => query.where('has_errors', '=', 1))
    .$if(filter === 'warnings', (query) => query.where('has_warnings', '=', 1))
    .$if(filter === 'changed', (query) =>
      query.where('action', 'in', ['add', 'change', 'back', 'missing']),
    )
    .$if(filter === 'missing', (query) => query.where('action', '=', 'missing'))
    .$if(filter === 'kept', (query) => query.where('state', '=', 'kept'))
  const { total } = await wanted
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await wanted
    .selectAll()
    .orderBy((eb) => eb.case().when('row', '<', 0).then(1).else(0).end())
    // Missing ones count down: the first of them is -1.
    .orderBy((eb) => eb.fn<number>('abs', ['row']))
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total: Number(total) }
}

export const selectAllRows = (db: Db, batchId: number): Promise<Row[]> =>
  db.selectFrom('import_row').where('batch_id', '=', batchId).selectAll().execute()

/** Values of a statement of SQLite: 32,766. */
const CHUNK = 1000

/** Puts these rows in the place of all that the batch had. */
export async function replaceRows(db: Db, batchId: number, rows: readonly NewRow[]): Promise<void> {
  await db.deleteFrom('import_row').where('batch_id', '=', batchId).execute()
  for (let at = 0; at < rows.length; at += CHUNK)
    await db
      .insertInto('import_row')
      .values(rows.slice(at, at + CHUNK))
      .execute()
}

/** Imports of a school, the latest first. */
export async function selectBatches(
  db: Db,
  filter: { schoolId: number; kinds: readonly string[]; examId?: number | undefined },
  { page, limit }: { page: number; limit: number },
) {
  const { schoolId, kinds, examId } = filter
  const wanted = db
    .selectFrom('import_batch')
    .innerJoin('user', 'user.id', 'import_batch.by_id')
    .leftJoin('exam', 'exam.id', 'import_batch.exam_id')
    .where('import_batch.school_id', '=', schoolId)
    .where('import_batch.kind', 'in', kinds.length > 0 ? [...kinds] : [''])
    .$if(examId !== undefined, (query) => query.where('import_batch.exam_id', '=', examId ?? 0))
  const { total } = await wanted
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await wanted
    .selectAll('import_batch')
    .select(['user.name as by_name', 'exam.name as exam_name'])
    .orderBy('import_batch.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total: Number(total) }
}

/** Who wrote rows by a later import that stands, by the id of what they wrote. */
export async function selectLaterImports(
  db: Db,
  batch: Pick<Selectable<Tables['import_batch']>, 'id' | 'kind' | 'exam_id'>,
) {
  const rows = await db
    .selectFrom('import_row')
    .innerJoin('import_batch', 'import_batch.id', 'import_row.batch_id')
    .innerJoin('user', 'user.id', 'import_batch.applied_by_id')
    .where('import_batch.id', '>', batch.id)
    .where('import_batch.kind', '=', batch.kind)
    .where('import_batch.state', '=', 'applied')
    .where('import_row.state', '=', 'applied')
    .where('import_row.object_id', 'in', (inner) =>
      inner
        .selectFrom('import_row as own')
        .where('own.batch_id', '=', batch.id)
        .where('own.object_id', 'is not', null)
        .select('own.object_id'),
    )
    .select(['import_row.object_id', 'import_batch.applied_at', 'user.name'])
    .orderBy('import_batch.id')
    .execute()
  return new Map(
    rows.map(({ object_id, applied_at, name }) => [
      Number(object_id),
      { name, at: applied_at ?? '' },
    ]),
  )
}
