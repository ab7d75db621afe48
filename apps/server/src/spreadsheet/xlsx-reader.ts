import { Worker } from 'node:worker_threads'
import { AppError, type FieldError } from '@hengjuan/domain'
import type { MultipartFile } from '@fastify/multipart'
import { readCsv } from './csv-reader.ts'
import { assertHarmlessZip } from './zip-guard.ts'

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
  /** Has the file this optional column? */
  has(column: Column): boolean
}

const PARSE_TIMEOUT_MS = 30_000
const PARSE_HEAP_MB = 768
/** The heading may stand below a title or a hint. */
const HEADING_ROWS = 5

/**
 * Reads the first sheet of an xlsx file as a table with the given columns.
 *
 * The heading is the first of the first five rows that names all required columns; columns may stand
 * in any order, others are ignored, empty rows are skipped, cells are trimmed text.
 *
 * @throws AppError IMPORT_FILE_INVALID (not an xlsx file, a bomb, too many rows, columns missing)
 */
export async function readXlsxTable<Column extends string>(
  file: MultipartFile,
  columns: TableColumns<Column>,
): Promise<ImportTable<Column>> {
  return tableOf(await readXlsx(await file.toBuffer()), columns)
}

/** The same for a file that may be CSV as well. @throws AppError IMPORT_FILE_INVALID */
export async function readAnyTable<Column extends string>(
  file: MultipartFile,
  columns: TableColumns<Column>,
): Promise<ImportTable<Column>> {
  const bytes = await file.toBuffer()
  const isText = !bytes.subarray(0, TEXT_PROBE).includes(0)
  return tableOf(!isZip(bytes) && isText ? readCsv(bytes) : await readXlsx(bytes), columns)
}
const TEXT_PROBE = 4096

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK'

/** How a .xls file begins, and a .xlsx file with a password. */
const COMPOUND_FILE = 'd0cf11e0'

/** What to do with a file of another kind. @throws AppError IMPORT_FILE_INVALID */
function assertXlsx(bytes: Buffer): void {
  if (isZip(bytes)) return
  const isOld = bytes.subarray(0, 4).toString('hex') === COMPOUND_FILE
  const message =
    bytes.length === 0
      ? '文件是空的，请重新选择'
      : isOld
        ? '这是旧格式（.xls）或加了密码的表格，请在 Excel 或 WPS 中另存为不加密的 .xlsx 再选择'
        : '这不是 .xlsx 表格；.csv 等文件请在 Excel 或 WPS 中打开，另存为 .xlsx 再选择'
  throw new AppError('IMPORT_FILE_INVALID').withDetails([{ path: '文件', message }])
}

interface TableColumns<Column extends string> {
  required: readonly Column[]
  optional?: readonly Column[]
  maxRows: number
}

function tableOf<Column extends string>(
  sheet: string[][],
  columns: TableColumns<Column>,
): ImportTable<Column> {
  const clean = (text: string) => text.replace(/[\s*＊]/g, '')
  const headingAt = sheet
    .slice(0, HEADING_ROWS)
    .findIndex((row) => columns.required.every((column) => row.map(clean).includes(column)))
  if (headingAt < 0)
    throw new AppError('IMPORT_FILE_INVALID').withDetails([
      { path: 'A1', message: `没有找到表头，需要这些列：${columns.required.join('、')}` },
    ])
  const heading = (sheet[headingAt] ?? []).map(clean)
  const names = [...columns.required, ...(columns.optional ?? [])]
  const indexOf = new Map(names.map((name) => [name, heading.indexOf(name)]))
  const rows = sheet
    .map((row, index) => ({
      row: index + 1,
      cells: Object.fromEntries(
        names.map((name) => [name, row[indexOf.get(name) ?? -1] ?? '']),
      ) as Record<Column, string>,
    }))
    .slice(headingAt + 1)
    .filter(({ cells }) => Object.values(cells).some((text) => text !== ''))
  if (rows.length === 0 || rows.length > columns.maxRows)
    throw new AppError('IMPORT_FILE_INVALID').withDetails([
      {
        path: `A${headingAt + 2}`,
        message:
          rows.length === 0
            ? '表头下面没有数据'
            : `一次最多导入 ${columns.maxRows} 行，现在有 ${rows.length} 行，请分几次导入`,
      },
    ])
  return {
    rows,
    address: (row, column) => `${columnLetters(indexOf.get(column) ?? 0)}${row}`,
    has: (column) => (indexOf.get(column) ?? -1) >= 0,
  }
}

/** The cells of the first sheet as text, row by row. @throws AppError IMPORT_FILE_INVALID */
export async function readXlsx(bytes: Buffer): Promise<string[][]> {
  assertXlsx(bytes)
  assertHarmlessZip(bytes)
  const worker = new Worker(new URL('./xlsx-reader.worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: PARSE_HEAP_MB },
  })
  const timer = setTimeout(() => void worker.terminate(), PARSE_TIMEOUT_MS)
  try {
    return await new Promise<string[][]>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the parser ended without a result')))
    })
  } catch (cause) {
    throw new AppError('IMPORT_FILE_INVALID').withCause(cause)
  } finally {
    clearTimeout(timer)
    await worker.terminate()
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

function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}
