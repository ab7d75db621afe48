import type { ReadTable } from '@hengjuan/domain'
import { decodeText, readCsv } from './csv-reader.ts'
import { TableRefusal } from './table-limits.ts'

/** What the process answers with: sheets without rows, then the rows in pieces, so that taking them takes no time. */
export type ReaderMessage =
  | { kind: 'sheets'; table: ReadTable }
  | { kind: 'rows'; sheet: number; rows: ReadTable['sheets'][number]['rows'] }
  | { kind: 'done' }
  | { kind: 'refused'; sentence: string }

const ROWS_AT_ONCE = 2000

// Whoever asked ends this process, with the last piece in hand: one that went by itself would take pieces along that
// are still on their way.
process.on('message', (bytes) => void answer(bytes as Uint8Array))

async function answer(bytes: Uint8Array): Promise<void> {
  try {
    send(await tableOf(Buffer.from(bytes)))
  } catch (error) {
    if (!(error instanceof TableRefusal)) throw error
    tell({ kind: 'refused', sentence: error.message })
  }
}

function send({ sheets, hiddenSheets }: ReadTable): void {
  tell({
    kind: 'sheets',
    table: { hiddenSheets, sheets: sheets.map((sheet) => ({ ...sheet, rows: [] })) },
  })
  for (const [sheet, { rows }] of sheets.entries())
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      tell({ kind: 'rows', sheet, rows: rows.slice(at, at + ROWS_AT_ONCE) })
  tell({ kind: 'done' })
}

const tell = (message: ReaderMessage): void => void process.send?.(message)

/** Loaded where there is a workbook: a text needs none of it. */
const workbooks = () => import('./workbook-sheets.ts')

/** How a .xls file begins, and a .xlsx file with a password. */
const COMPOUND_FILE = 'd0cf11e0'
const PROBE = 4096

async function tableOf(bytes: Buffer): Promise<ReadTable> {
  if (bytes.length === 0) throw new TableRefusal('文件是空的，请重新选择')
  if (bytes.subarray(0, 2).toString('latin1') === 'PK')
    return (await workbooks()).readWorkbook(bytes)
  if (bytes.subarray(0, 4).toString('hex') === COMPOUND_FILE)
    return (await workbooks()).readOldWorkbook(bytes)
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  if (!isUtf16 && bytes.subarray(0, PROBE).includes(0))
    throw new TableRefusal('这不是表格文件，请选择 .xlsx、.xls 或 .csv 文件')
  const start = decodeText(bytes.subarray(0, PROBE)).trimStart()
  // Many systems export a web page, or XML, under the name of a spreadsheet.
  if (/^<(\?xml|!doctype|html|table|meta|style|head|workbook)/i.test(start))
    return (await workbooks()).readOldWorkbook(decodeText(bytes))
  return readCsv(bytes)
}
