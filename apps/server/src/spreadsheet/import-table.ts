import type { MultipartFile } from '@fastify/multipart'
import {
  AppError,
  cellAddress,
  type FieldError,
  findColumns,
  findHeading,
  type ImportField,
  mapRows,
  type MappedRow,
} from '@hengjuan/domain'
import { readTable } from './read-table.ts'

export interface ImportTable<Column extends string> {
  rows: MappedRow<Column>[]
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
  const rows = mapRows(sheet, heading.at, columns, { found })
  const faults = new Map(rows.map(({ row, faults: own }) => [row, own]))
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
      for (const { column, message } of faults.get(row) ?? []) report(column, message)
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
