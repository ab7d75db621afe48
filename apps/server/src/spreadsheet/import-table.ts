import type { MultipartFile } from '@fastify/multipart'
import {
  AppError,
  cellAddress,
  cellProblem,
  cellText,
  type FieldError,
  findColumns,
  findHeading,
  type ImportField,
} from '@hengjuan/domain'
import { readTable } from './read-table.ts'

/** A row of an imported table, with cells by the name of their column. */
export interface TableRow<Column extends string> {
  /** Row number in the spreadsheet, 1 for the first. */
  row: number
  cells: Record<Column, string>
}

export interface ImportTable<Column extends string> {
  rows: TableRow<Column>[]
  /** Address of a cell, for instance `B3`. */
  address(row: number, column: Column): string
  /** Name of the sheet that was read, and rows of it that are hidden and left out. */
  sheetName: string
  hiddenRows: number
  /** Has the file this optional column? */
  has(column: Column): boolean
  /** Tells of each cell of a row whose text is not what was typed: nothing may be written while there are any. */
  tellProblems(row: number, report: (column: Column, message: string) => void): void
}

interface TableColumns<Column extends string> {
  columns: readonly ImportField<Column>[]
  maxRows: number
}

/**
 * The rows of a table under the columns of an import that is checked and written in one go: the heading may stand on
 * any visible sheet, columns in any order and under any of their titles. Hidden rows and columns are left out.
 *
 * @throws AppError IMPORT_FILE_INVALID
 */
export async function readImportTable<Column extends string>(
  file: MultipartFile,
  { columns, maxRows }: TableColumns<Column>,
): Promise<ImportTable<Column>> {
  const { sheets } = await readTable(await file.toBuffer())
  const heading = findHeading(sheets, columns)
  const sheet = heading && sheets[heading.sheet]
  const found = sheet ? findColumns(sheet, heading.at, columns) : []
  const missing = columns.filter(
    ({ field, required }) =>
      required && (found.find((one) => one.field === field)?.column ?? null) === null,
  )
  if (!sheet || missing.length > 0)
    throw new AppError('IMPORT_FILE_INVALID').withDetails([
      {
        path: sheet ? `A${sheet.rows[heading.at]?.row ?? 1}` : 'A1',
        message: `没有找到表头，需要这些列：${columns
          .filter(({ required }) => required)
          .map(({ label }) => label)
          .join('、')}`,
      },
    ])
  const indexOf = new Map(found.map(({ field, column }) => [field, column]))
  const problems = new Map<number, { column: Column; message: string }[]>()
  const rows = sheet.rows.slice(heading.at + 1).flatMap((line): TableRow<Column>[] => {
    const cells = {} as Record<Column, string>
    for (const column of columns) {
      const index = indexOf.get(column.field) ?? null
      const text = index === null ? '' : cellText(line.cells[index] ?? '')
      cells[column.field] = text
      const problem =
        index === null || text === '' ? null : cellProblem(column, text, line.marks?.[index])
      if (problem) {
        const known = problems.get(line.row) ?? []
        problems.set(line.row, [...known, { column: column.field, message: problem.message }])
      }
    }
    return Object.values(cells).some((text) => text !== '') ? [{ row: line.row, cells }] : []
  })
  if (rows.length === 0 || rows.length > maxRows)
    throw new AppError('IMPORT_FILE_INVALID').withDetails([
      {
        path: `A${(sheet.rows[heading.at]?.row ?? 1) + 1}`,
        message:
          rows.length === 0
            ? '表头下面没有数据'
            : `一次最多导入 ${maxRows} 行，现在有 ${rows.length} 行，请分几次导入`,
      },
    ])
  return {
    rows,
    sheetName: sheet.name,
    hiddenRows: sheet.hiddenRows,
    address: (row, column) => cellAddress(indexOf.get(column) ?? 0, row),
    has: (column) => (indexOf.get(column) ?? null) !== null,
    tellProblems: (row, report) => {
      for (const { column, message } of problems.get(row) ?? []) report(column, message)
    },
  }
}

/** Throws what is wrong with an import, in the order of the sheet; nothing may be written before it. */
export function assertNoImportErrors(errors: readonly FieldError[]): void {
  if (errors.length === 0) return
  throw new AppError('IMPORT_HAS_ERRORS', { count: errors.length }).withDetails(
    errors.slice(0, SHOWN_ERRORS),
  )
}

const SHOWN_ERRORS = 500
