import type { ImportCounts, InputOf, importApply } from '@hengjuan/contracts'
import { type Db, isUniqueViolation, transact } from '@hengjuan/db'
import { AppError, cellAddress, type ReadTable } from '@hengjuan/domain'
import type {
  ImportDefinition,
  ImportPlace,
  PlannedRow,
  RowState,
} from '../../import/define-import.ts'
import { audit } from '../../http/audit.ts'
import type { Services } from '../../services.ts'
import type { Batch, Head } from './batch-report.ts'
import { planTable, whatComes } from './check-batch.ts'
import { type NewRow, replaceRows, selectAllRows } from './import-batch.query.ts'
import { keptTable } from './kept-table.ts'
import { importAt, importOf } from './kinds.ts'
import { fileColumns } from './seen-batch.ts'
import { type Choices, learnedMapping, understand, type Understood } from './understood-table.ts'

export type Wish = Omit<InputOf<typeof importApply>['body'], 'batch_id'>
type Who = Parameters<typeof audit>[1]

const SHOWN = 500

/** Refuses what can be told from the check alone. @throws AppError IMPORT_HAS_ERRORS, IMPORT_NOT_ACCEPTED */
export function assertAppliable(batch: Batch, { rows, ack }: Wish): void {
  const head = JSON.parse(batch.head) as Head
  const counts = JSON.parse(batch.counts) as ImportCounts
  if (head.errors.length > 0 || (counts.errors > 0 && rows === 'all'))
    throw new AppError('IMPORT_HAS_ERRORS', { count: counts.errors }).withDetails(
      head.errors.map(({ cell, message }) => ({ path: cell || '表头', message })),
    )
  if (rows === 'good' && !importOf(batch.kind).takesGoodRows)
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'rows', message: '这类导入要全部没有问题才能写入' },
    ])
  const open = head.to_accept.filter((one) => !ack.includes(one.ack))
  if (open.length > 0)
    throw new AppError('IMPORT_NOT_ACCEPTED', { count: open.length }).withDetails(
      open.map(({ ack: path, message }) => ({ path, message })),
    )
}

/**
 * Writes a batch as it was shown: what it comes to is asked again in the same transaction, and where that is not what
 * was shown, nothing is written.
 *
 * @throws AppError IMPORT_STALE, IMPORT_BATCH_OVER
 */
export async function applyBatch(
  services: Services,
  batch: Batch,
  at: ImportPlace,
  wish: Wish,
  who: Who,
) {
  const place = { ...at, batch: { id: batch.id, columns: fileColumns(batch) } }
  const definition = await importAt(services.db, batch.kind, place)
  const table = await keptTable(services, batch.table_hash ?? '')
  const { added } = JSON.parse(batch.counts) as ImportCounts
  const prepared = await definition.prepare?.(added)
  try {
    const { touched, ...done } = await transact(services.db, async (db) => {
      await definition.lock(db, place)
      const taken = await db
        .updateTable('import_batch')
        .set({
          state: 'applied',
          applied_at: place.now,
          applied_by_id: who.session?.userId ?? batch.by_id,
        })
        .where('id', '=', batch.id)
        // One that a job writes was taken when the job was asked for.
        .where('state', '=', batch.state === 'applying' ? 'applying' : 'checked')
        .returning('id')
        .executeTakeFirst()
      if (!taken) throw new AppError('IMPORT_BATCH_OVER', { state: '已由他人处理，请刷新后查看' })
      return write(db, { definition, batch, place, table, wish, who, prepared })
    })
    await definition.follow?.(services, place, touched)
    return done
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // Somebody who does not import added the same at this moment.
    throw new AppError('VERSION_CONFLICT', { what: `${definition.label}名单` }).withCause(error)
  }
}

interface Writing {
  definition: ImportDefinition
  batch: Batch
  place: ImportPlace
  table: ReadTable
  wish: Wish
  who: Who
  prepared: unknown
}

async function write(db: Db, { definition, batch, place, table, wish, who, prepared }: Writing) {
  const head = JSON.parse(batch.head) as Head
  const choices = JSON.parse(batch.choices) as Choices
  const columns = Object.fromEntries(head.columns.map(({ field, column }) => [field, column]))
  const understood = await understand(db, definition, place, table, {
    ...choices,
    columns,
    sheet: head.sheet,
    headingRow: head.heading_row ?? undefined,
  })
  const shown = await selectAllRows(db, batch.id)
  const { rows } = await definition.plan(db, place, planTable(understood))
  assertAsShown(rows, shown)
  const good = await goodRows(db, definition, place, understood, rows)
  const changing = good.filter(({ action }) => action !== 'same')
  const removes = removable(shown, wish.removes ?? [])
  const touched = [...changing.flatMap(({ id }) => id ?? []), ...removes]
  const before = await definition.states(db, place, touched)
  const { ids, made, accounts } = await definition.write(db, place, changing, prepared)
  const removed = removes.length > 0 ? await definition.remove(db, place, removes) : undefined
  const after = await definition.states(db, place, [...ids.values(), ...removes])

  const goodNumbers = new Set(good.map(({ row }) => row))
  const result = (row: NewRow): NewRow => {
    const isRemoved = row.action === 'missing' && removes.includes(row.object_id ?? 0)
    const id = ids.get(row.row) ?? (isRemoved ? Number(row.object_id) : null)
    if (id !== null)
      return {
        ...row,
        object_id: id,
        state: 'applied',
        before: stateText(before.get(id)),
        after: stateText(after.get(id)),
      }
    return { ...row, state: goodNumbers.has(row.row) ? 'applied' : 'skipped' }
  }
  await replaceRows(db, batch.id, shown.map(result))
  const counts = {
    added: changing.filter(({ action }) => action === 'add').length,
    changed: changing.filter(({ action }) => action !== 'add').length,
    unchanged: good.length - changing.length,
    removed: removes.length,
    skipped: rows.length - good.length,
  }
  await db
    .updateTable('import_batch')
    .set({ job_id: null, made: madeText(made, removed) })
    .where('id', '=', batch.id)
    .execute()
  await remember(db, batch, head, choices, place.now)
  await audit(db, who, {
    action: 'import-apply',
    object: `import:${batch.id}`,
    after: { kind: batch.kind, exam_id: batch.exam_id, file: batch.file_name, ...counts },
    schoolId: batch.school_id,
  })
  return {
    state: 'applied' as const,
    ...counts,
    job_id: null,
    accounts: [...(accounts ?? [])],
    touched: [...ids.values(), ...removes],
  }
}

/** What an undo has to know beside the rows. */
const madeText = (made: unknown, removed: unknown): string | null =>
  made === undefined && removed === undefined
    ? null
    : JSON.stringify({ ...(made as object | undefined), ...(removed ? { removed } : {}) })

const stateText = (state: RowState | undefined): string | null =>
  state === undefined ? null : JSON.stringify(state)

/** @throws AppError IMPORT_STALE with the rows that come to something else than was shown */
function assertAsShown(
  rows: readonly PlannedRow<unknown>[],
  shown: Awaited<ReturnType<typeof selectAllRows>>,
): void {
  const known = new Map(shown.map((row) => [row.row, row]))
  const stale = rows.filter((planned) => {
    const now = whatComes(planned)
    const then = known.get(planned.row)
    return (
      !then ||
      then.action !== now.action ||
      then.object_id !== now.object_id ||
      then.changes !== now.changes
    )
  })
  if (stale.length === 0) return
  throw new AppError('IMPORT_STALE', { count: stale.length }).withDetails(
    stale.slice(0, SHOWN).map(({ row, name, key, errors, changes }) => ({
      path: cellAddress(0, row),
      message: `${name}（${key}）现在：${
        errors[0]?.message ??
        (changes.map(({ field, before, after }) => `${field} ${before} → ${after}`).join('，') ||
          '没有变化')
      }`,
    })),
  )
}

/** Rows that can go in without the others: a row that counted on a bad one is left out with it. */
async function goodRows(
  db: Db,
  definition: ImportDefinition,
  place: ImportPlace,
  understood: Understood,
  rows: readonly PlannedRow<unknown>[],
): Promise<PlannedRow<unknown>[]> {
  for (let planned = [...rows]; ;) {
    const good = planned.filter(({ errors }) => errors.length === 0)
    if (good.length === planned.length) return good
    const numbers = new Set(good.map(({ row }) => row))
    const left = { ...understood, rows: understood.rows.filter(({ row }) => numbers.has(row)) }
    planned = (await definition.plan(db, place, planTable(left))).rows
  }
}

/** @throws AppError NOT_FOUND for what was not shown as missing, or not as one that can go */
function removable(
  shown: Awaited<ReturnType<typeof selectAllRows>>,
  removes: readonly number[],
): number[] {
  const offered = new Set(
    shown.flatMap(({ action, object_id, why }) =>
      action === 'missing' && why === '' && object_id !== null ? [object_id] : [],
    ),
  )
  const ids = [...new Set(removes)]
  if (!ids.every((id) => offered.has(id))) throw new AppError('NOT_FOUND', { what: '要移出的行' })
  return ids
}

/** The next table with these titles is understood without asking. */
async function remember(
  db: Db,
  batch: Batch,
  head: Head,
  choices: Choices,
  now: string,
): Promise<void> {
  const learned = {
    mapping: JSON.stringify(learnedMapping(head)),
    meanings: JSON.stringify(choices.values),
    at: now,
  }
  await db
    .insertInto('import_mapping')
    .values({
      school_id: batch.school_id,
      kind: batch.kind,
      titles_hash: batch.titles_hash,
      ...learned,
    })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'kind', 'titles_hash']).doUpdateSet(learned),
    )
    .execute()
}
