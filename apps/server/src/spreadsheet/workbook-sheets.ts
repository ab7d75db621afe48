import * as xlsx from '@e965/xlsx'
import type { CellObject, ParsingOptions, WorkBook, WorkSheet } from '@e965/xlsx'
import type { CellMark, ReadSheet, ReadTable, SheetRow } from '@hengjuan/domain'
import { unguardedText } from './guarded-text.ts'
import { TABLE_LIMITS, TableRefusal } from './table-limits.ts'
import { unpackWorkbook } from './unpack-workbook.ts'

/** The type declarations leave out how a workbook is parsed that is unpacked already. */
const { parse_zip: parseParts } = xlsx as unknown as {
  parse_zip: (parts: object, options: ParsingOptions) => WorkBook
}

const OPTIONS: ParsingOptions = {
  dense: true,
  // With styles come the rows and columns that are hidden.
  cellStyles: true,
  cellNF: true,
  cellHTML: false,
  cellFormula: false,
  bookVBA: false,
  // Built-in dates show as the reader's country writes them; here as 2008-09-01.
  dateNF: 'yyyy-mm-dd',
}

/** Reads an .xlsx file. @throws TableRefusal */
export function readWorkbook(bytes: Buffer): ReadTable {
  const parts = xlsx.CFB.utils.cfb_new()
  for (const [name, part] of unpackWorkbook(bytes)) xlsx.CFB.utils.cfb_add(parts, name, part)
  return visibleSheets(parsed(() => parseParts(parts, OPTIONS)))
}

/** Reads an .xls file, or a web page or XML that is named so, as many systems export them. @throws TableRefusal */
export const readOldWorkbook = (content: Buffer | string): ReadTable =>
  visibleSheets(
    parsed(() =>
      typeof content === 'string'
        ? // The words of a page as they stand: 001 is no number.
          xlsx.read(content, { ...OPTIONS, type: 'string', raw: true })
        : xlsx.read(content, { ...OPTIONS, type: 'buffer' }),
    ),
  )

function parsed(parse: () => WorkBook): WorkBook {
  try {
    return parse()
  } catch (error) {
    if (/password|encrypt/i.test(String(error)))
      throw new TableRefusal('文件有密码，请另存为不加密的表格')
    throw new TableRefusal('无法读取这个表格，请在 Excel 或 WPS 中打开并另存为 .xlsx 再选择', {
      cause: error,
    })
  }
}

function visibleSheets(book: WorkBook): ReadTable {
  const isHidden = (index: number) => (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0
  const budget = { rows: 0, letters: 0 }
  return {
    sheets: book.SheetNames.flatMap((name, index) => {
      if (isHidden(index)) return []
      const sheet = book.Sheets[name]
      // The parser leaves out a sheet that it fails at.
      if (!sheet) throw new TableRefusal(`工作表「${name}」已损坏，请打开后另存再选择`)
      return [visibleSheet(name, sheet, budget)]
    }),
    hiddenSheets: book.SheetNames.filter((_, index) => isHidden(index)),
  }
}

interface Budget {
  rows: number
  letters: number
}

function visibleSheet(name: string, sheet: WorkSheet, budget: Budget): ReadSheet {
  const lines = sheet['!data'] ?? []
  fillMerged(sheet, lines)
  const columns = sheet['!cols'] ?? []
  const hidden = new Set(
    columns.flatMap((column, index) => (column?.hidden || column?.wpx === 0 ? [index] : [])),
  )
  const rows: SheetRow[] = []
  let hiddenRows = 0
  const hiddenWithText = new Set<number>()
  // A stray cell at the end of a sheet makes the list long and keeps it nearly empty.
  for (const key of Object.keys(lines)) {
    const at = Number(key)
    const line = lines[at]
    if (!line || line.length === 0) continue
    assertWidth(line, at)
    const read = visibleRow(line, at, hidden, hiddenWithText, budget)
    if (!read) continue
    const state = sheet['!rows']?.[at]
    if (state?.hidden || state?.hpx === 0) {
      hiddenRows += 1
      continue
    }
    rows.push(read)
    if (++budget.rows > TABLE_LIMITS.rows + HEADING_ROOM)
      throw new TableRefusal(`表格超过 ${TABLE_LIMITS.rows} 行，请分几个文件导入`)
  }
  return { name, rows, hiddenRows, hiddenColumns: hiddenWithText.size }
}

/** Titles and headings do not count. */
const HEADING_ROOM = 10

const addressOf = (column: number, row: number): string =>
  xlsx.utils.encode_cell({ c: column, r: row })

function assertWidth(line: readonly (CellObject | undefined)[], at: number): void {
  if (line.length <= TABLE_LIMITS.columns) return
  const last = Number(Object.keys(line).at(-1))
  throw new TableRefusal(
    `${addressOf(last, at)} 单元格有内容，超过 ${TABLE_LIMITS.columns} 列，请删去多余的列后另存`,
  )
}

function visibleRow(
  line: readonly (CellObject | undefined)[],
  at: number,
  hidden: ReadonlySet<number>,
  hiddenWithText: Set<number>,
  budget: Budget,
): SheetRow | null {
  const cells: string[] = []
  const marks: Record<number, CellMark> = {}
  for (const [column, cell] of line.entries()) {
    const shown = cell ? shownCell(cell) : EMPTY
    if (shown.text.length > TABLE_LIMITS.cellLetters)
      throw new TableRefusal(
        `${addressOf(column, at)} 单元格的文字超过 ${TABLE_LIMITS.cellLetters} 个，请检查后重新选择`,
      )
    budget.letters += shown.text.length
    if (budget.letters > TABLE_LIMITS.letters)
      throw new TableRefusal('表格的文字太多，请只保留要导入的列，另存后再选择')
    if (hidden.has(column)) {
      if (shown.text !== '') hiddenWithText.add(column)
      cells.push('')
      continue
    }
    cells.push(shown.text)
    if (shown.mark) marks[column] = shown.mark
  }
  if (cells.every((text) => text === '')) return null
  return { row: at + 1, cells, ...(Object.keys(marks).length > 0 ? { marks } : {}) }
}

interface Shown {
  text: string
  mark?: CellMark
}
const EMPTY: Shown = { text: '' }

/** Integers from here on have digits that no spreadsheet keeps. */
const MOST_DIGITS = 1e15

/** A cell as it is seen, and what is not as it was typed. */
function shownCell(cell: CellObject): Shown {
  const { t: type, v: value } = cell
  if (value === undefined || value === null || type === 'z') return EMPTY
  if (type === 'e') return { text: cell.w ?? '#错误', mark: 'failed' }
  if (type === 'b') return { text: value === true ? 'TRUE' : 'FALSE' }
  if (type !== 'n' || typeof value !== 'number')
    return { text: unguardedText(String(value).trim()) }
  const format = String(cell.z ?? 'General')
  const shown = (cell.w ?? String(value)).trim()
  if (xlsx.SSF.is_date(format)) return { text: shown, mark: 'date' }
  if (Number.isInteger(value) && Math.abs(value) >= MOST_DIGITS)
    return { text: shown, mark: 'digits' }
  if (/E[+-]/i.test(shown) && format !== 'General') return { text: shown, mark: 'scientific' }
  // General shows long numbers with an exponent that are kept to the last digit.
  if (format === 'General' || format === '@') return { text: plainNumber(value) }
  if (shown.endsWith('%')) return { text: shown }
  const bare = shown.replaceAll(',', '')
  if (Number(bare) === value) return { text: bare }
  return { text: shown, ...(/^-?[\d.]+$/.test(bare) ? { mark: 'rounded' as const } : {}) }
}

/** Without the noise behind the fifteenth digit: 0.1 + 0.2 is 0.3. */
function plainNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)))
  return text.includes('e') ? value.toFixed(15).replace(/\.?0+$/, '') : text
}

/** A merged cell is seen in all of its rows: a class that is written once beside its students is everybody's. */
function fillMerged(sheet: WorkSheet, lines: (CellObject | undefined)[][]): void {
  for (const { s: from, e: to } of sheet['!merges'] ?? []) {
    const cell = lines[from.r]?.[from.c]
    if (!cell) continue
    for (let row = from.r + 1; row <= Math.min(to.r, lines.length - 1); row++) {
      const line = lines[row]
      if (line && line[from.c] === undefined) line[from.c] = cell
    }
  }
}
