import type { ImportCounts, ImportProblem } from '@hengjuan/contracts'
import { type Db, transact } from '@hengjuan/db'
import { cellAddress, cellText, columnLetters, type ReadTable } from '@hengjuan/domain'
import type {
  CellProblem,
  ImportDefinition,
  ImportPlace,
  ImportPlan,
  PlannedRow,
} from '../../import/define-import.ts'
import type { Services } from '../../services.ts'
import { timeText } from '../../wall-clock.ts'
import { type Batch, type Head, NO_COUNTS, type RowProblem } from './batch-report.ts'
import { type NewRow, replaceRows } from './import-batch.query.ts'
import { keptTable } from './kept-table.ts'
import { importAt } from './kinds.ts'
import {
  type Choices,
  columnOf,
  guessedColumns,
  understand,
  type Understood,
} from './understood-table.ts'

/**
 * Says what a file comes to and notes it; of what it is about nothing is written.
 *
 * @throws AppError IMPORT_FILE_INVALID
 */
export async function checkBatch(
  services: Services,
  batch: Batch,
  place: ImportPlace,
  choices: Choices,
): Promise<Batch> {
  const { db } = services
  const definition = await importAt(db, batch.kind, place)
  const table = await keptTable(services, batch.table_hash ?? '')
  const understood = await understand(db, definition, place, table, choices)
  const missing = missingColumns(definition, understood)
  const plan = missing.length > 0 ? null : await definition.plan(db, place, planTable(understood))
  const rows = plan ? storedRows(batch.id, understood, plan) : []
  const found = headOf(definition, table, understood)
  const head: Head = {
    ...found,
    to_accept: [...found.to_accept, ...(plan?.toAccept ?? [])],
    errors: missing,
    warnings: [
      ...(await warningsOf(db, batch, table, understood)),
      ...(plan?.warnings ?? []).map((one) => aboutFile(one)),
    ],
  }
  const counts = countsOf(understood, plan, rows, head)
  return transact(db, async (tx) => {
    // A file that was written meanwhile stays what it was.
    const checked = await tx
      .updateTable('import_batch')
      .set({
        state: 'checked',
        // What was learned holds for this file from now on, whatever others teach meanwhile.
        choices: JSON.stringify({ ...choices, values: understood.meanings }),
        titles_hash: understood.titlesHash,
        head: JSON.stringify(head),
        counts: JSON.stringify(counts),
        job_id: null,
      })
      .where('id', '=', batch.id)
      .where('state', 'in', ['checking', 'checked'])
      .returningAll()
      .executeTakeFirst()
    if (!checked) return batch
    await replaceRows(tx, batch.id, rows)
    return checked
  })
}

export const planTable = (understood: Understood) => ({
  rows: understood.rows,
  has: (field: string) => columnOf(understood, field) !== null,
})

function missingColumns({ fields }: ImportDefinition, understood: Understood): ImportProblem[] {
  return fields.flatMap(({ field, label, required }) =>
    required && columnOf(understood, field) === null
      ? [
          {
            ...aboutFile({
              code: 'COLUMN_MISSING',
              message: `没有找到「${label}」一列，请指定是哪一列`,
            }),
            field,
          },
        ]
      : [],
  )
}

const aboutFile = ({ code, message }: { code: string; message: string }): ImportProblem => ({
  cell: '',
  row: 0,
  field: '',
  value: '',
  code,
  message,
})

function headOf(
  definition: ImportDefinition,
  table: ReadTable,
  understood: Understood,
): Omit<Head, 'errors' | 'warnings'> {
  const { sheet, headingAt, titles, found, sheetAt } = understood
  const used = new Set(found.map(({ column }) => column))
  const below = sheet.rows.slice(headingAt + 1)
  return {
    sheet_names: table.sheets.map(({ name }) => name),
    sheet: sheetAt,
    heading_row: sheet.rows[headingAt]?.row ?? null,
    titles,
    columns: definition.fields.map(({ field, label, required = false }) => ({
      field,
      label,
      required,
      column: columnOf(understood, field),
      how: found.find((one) => one.field === field)?.how ?? null,
    })),
    unused: titles.flatMap((title, column) =>
      used.has(column)
        ? []
        : [
            {
              column,
              title: title || `${columnLetters(column)} 列`,
              sample: sampleOf(below, column),
            },
          ],
    ),
    to_accept: guessedColumns(understood, definition),
  }
}

function sampleOf(rows: Understood['sheet']['rows'], column: number): string[] {
  const sample: string[] = []
  for (const { cells } of rows) {
    const text = cellText(cells[column] ?? '')
    if (text !== '' && sample.push(text.slice(0, 100)) === 3) break
  }
  return sample
}

async function warningsOf(
  db: Db,
  batch: Batch,
  { hiddenSheets }: ReadTable,
  { sheet }: Understood,
): Promise<ImportProblem[]> {
  const before = await db
    .selectFrom('import_batch')
    .innerJoin('user', 'user.id', 'import_batch.applied_by_id')
    .where('import_batch.school_id', '=', batch.school_id)
    .where('import_batch.kind', '=', batch.kind)
    .where('import_batch.file_hash', '=', batch.file_hash)
    .where('import_batch.state', '=', 'applied')
    .$if(batch.exam_id !== null, (query) => query.where('import_batch.exam_id', '=', batch.exam_id))
    .select(['import_batch.applied_at', 'user.name'])
    .orderBy('import_batch.id', 'desc')
    .executeTakeFirst()
  const told: [boolean, string, string][] = [
    [
      before !== undefined,
      'SAME_FILE',
      `${before?.name} 已在 ${timeText(before?.applied_at ?? batch.created_at)} 导入过这个文件`,
    ],
    [sheet.hiddenRows > 0, 'HIDDEN_ROWS', `隐藏的 ${sheet.hiddenRows} 行不导入`],
    [sheet.hiddenColumns > 0, 'HIDDEN_COLUMNS', `隐藏的 ${sheet.hiddenColumns} 列不导入`],
    [hiddenSheets.length > 0, 'HIDDEN_SHEETS', `隐藏的工作表不导入：${hiddenSheets.join('、')}`],
  ]
  return told.flatMap(([isSo, code, message]) => (isSo ? [aboutFile({ code, message })] : []))
}

function storedRows(batchId: number, understood: Understood, plan: ImportPlan<unknown>): NewRow[] {
  const lines = new Map(understood.sheet.rows.map((line) => [line.row, line.cells]))
  const problemOf = (row: number, { field, code, message, fix }: CellProblem): ImportProblem => {
    const column = columnOf(understood, field)
    const value = column === null ? '' : cellText(lines.get(row)?.[column] ?? '').slice(0, 400)
    return {
      cell: cellAddress(column ?? 0, row),
      row,
      field,
      value,
      code,
      message,
      ...(fix === undefined || value === ''
        ? {}
        : { fix: { value: fix, text: `${value} → ${fix}` } }),
    }
  }
  return [
    ...plan.rows.map((planned): NewRow => {
      const { row, key, name, errors, warnings } = planned
      const problems: RowProblem[] = [
        ...errors.map((one) => ({ level: 'error' as const, ...problemOf(row, one) })),
        ...warnings.map((one) => ({ level: 'warning' as const, ...problemOf(row, one) })),
      ]
      return {
        batch_id: batchId,
        row,
        key: key.slice(0, 200),
        name: name.slice(0, 200),
        ...whatComes(planned),
        problems: JSON.stringify(problems),
        has_errors: errors.length > 0 ? 1 : 0,
        has_warnings: warnings.length > 0 ? 1 : 0,
        state: 'waiting',
        why: '',
      }
    }),
    ...plan.missing.map(({ id, key, name, fixed }, index): NewRow => ({
      batch_id: batchId,
      row: -1 - index,
      key,
      name,
      action: 'missing',
      object_id: id,
      changes: '[]',
      problems: '[]',
      has_errors: 0,
      has_warnings: 0,
      state: 'waiting',
      why: fixed ?? '',
    })),
  ]
}

/** What a row comes to: a row that comes to something else later was changed by somebody. */
export const whatComes = ({ action, id, changes, errors }: PlannedRow<unknown>) => ({
  action: errors.length > 0 ? ('error' as const) : action,
  object_id: id,
  changes: JSON.stringify(changes),
})

function countsOf(
  { rows }: Understood,
  plan: ImportPlan<unknown> | null,
  stored: readonly NewRow[],
  { errors, warnings }: Head,
): ImportCounts {
  const count = (...actions: string[]) =>
    stored.filter(({ action }) => actions.includes(action)).length
  const planned = plan?.rows ?? []
  return {
    ...NO_COUNTS,
    // Rows that are about the columns, and about nobody, are not planned.
    rows: plan?.rows.length ?? rows.length,
    added: count('add'),
    changed: count('change', 'back'),
    back: count('back'),
    unchanged: count('same'),
    missing: count('missing'),
    errors: errors.length + planned.reduce((sum, row) => sum + row.errors.length, 0),
    bad_rows: count('error'),
    warnings: warnings.length + planned.reduce((sum, row) => sum + row.warnings.length, 0),
  }
}
