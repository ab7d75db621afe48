import type { ReadTable, SheetRow } from '@hengjuan/domain'
import { unguardedText } from './guarded-text.ts'
import { TABLE_LIMITS, TableRefusal } from './table-limits.ts'

/**
 * The cells of a CSV or TSV file, and of cells that were pasted, as text: commas, semicolons or tabs, quotes doubled
 * inside quotes. UTF-8, or GB 18030 as spreadsheet programs in China save it. Whatever exceeds a limit ends the reading
 * there.
 *
 * @throws TableRefusal
 */
export function readCsv(bytes: Buffer): ReadTable {
  const text = decodeText(bytes)
  const separator = separatorOf(text)
  const rows: SheetRow[] = []
  let cells: string[] = []
  let number = 1
  let count = 0
  let cell = ''
  let quoted = false

  const endCell = () => {
    const shown = unguardedText(cell.trim())
    cell = ''
    cells.push(shown)
    if (shown.length > TABLE_LIMITS.cellLetters)
      throw new TableRefusal(
        `第 ${number} 行有单元格的文字超过 ${TABLE_LIMITS.cellLetters} 个，可能缺少引号，请检查`,
      )
    if (cells.length > TABLE_LIMITS.columns)
      throw new TableRefusal(`第 ${number} 行超过 ${TABLE_LIMITS.columns} 列，请删去多余的列`)
  }
  const endRow = () => {
    endCell()
    if (cells.some((shown) => shown !== '')) {
      rows.push({ row: number, cells })
      count += cells.length
      if (rows.length > TABLE_LIMITS.rows + HEADING_ROOM)
        throw new TableRefusal(`表格超过 ${TABLE_LIMITS.rows} 行，请分几个文件导入`)
      if (count > TABLE_LIMITS.cells) throw new TableRefusal('表格的单元格太多，请只保留要导入的列')
    }
    cells = []
    number += 1
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (letter === '"' && cell === '') quoted = true
    else if (letter === separator) endCell()
    else if (letter === '\n') endRow()
    else if (letter !== '\r') cell += letter
    else if (text[at + 1] !== '\n') endRow()
  }
  endRow()
  return { sheets: [{ name: '', rows, hiddenRows: 0, hiddenColumns: 0 }], hiddenSheets: [] }
}

/** Titles and headings do not count. */
const HEADING_ROOM = 10

/** The text of a file: what its first bytes say, else UTF-8 where all of it is, else GB 18030. */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

const COUNTED_LINES = 10

/** The separator that the first ten lines have most of. */
function separatorOf(text: string): string {
  const lines = text.slice(0, 200_000).split('\n', COUNTED_LINES).join('\n')
  const count = (letter: string) => lines.split(letter).length
  return [',', '\t', ';', '，'].reduce((best, one) => (count(one) > count(best) ? one : best))
}
