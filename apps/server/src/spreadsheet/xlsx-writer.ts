import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import { letOthers } from '@hengjuan/db'
import { percentOf } from '@hengjuan/domain'
import { guardedText } from './guarded-text.ts'

/** A percentage is a number that shows with its sign: it sorts, and can be averaged. */
export type Cell = string | number | null | { percent: number }

/** Cut to hundredths of a percent, as it is shown everywhere; empty without anything to take a share of. */
export function percentCell({ num, den }: { num: number; den: number }): Cell {
  const percent = percentOf(num, den)
  return percent === null ? null : { percent }
}

/** One sheet of a workbook. The rows above `frozenRows` and the columns left of `frozenColumns` stay in view. */
export interface XlsxSheet {
  name: string
  /** Widths in characters, by column. */
  widths: readonly number[]
  rows: readonly { cells: readonly Cell[]; style?: 'title' | 'head' | 'note' }[]
  frozenRows: number
  frozenColumns: number
}

/**
 * Writes a workbook. Numbers stay numbers; text that a spreadsheet could take for a formula gets a
 * leading quote. Others are heard between the pieces: tens of thousands of rows take a second.
 *
 * Ours, because the libraries that write 100,000 rows need ten times the time or the memory
 * (docs/decisions/0013-own-xlsx-writer.md).
 */
export async function writeXlsx(sheets: readonly XlsxSheet[]): Promise<Buffer> {
  const pathOf = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`
  const bodies: [string, Buffer][] = []
  for (const [index, sheet] of sheets.entries())
    bodies.push([pathOf(index), await worksheet(sheet)])
  return zip([
    ['[Content_Types].xml', contentTypes(sheets.map((_, index) => pathOf(index)))],
    ['_rels/.rels', relations([['rId1', 'officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', workbook(sheets)],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheets.map((_, index): [string, string, string] => [
          `rId${index + 1}`,
          'worksheet',
          `worksheets/sheet${index + 1}.xml`,
        ]),
        [`rId${sheets.length + 1}`, 'styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', STYLES],
    ...bodies,
  ])
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

const contentTypes = (sheets: readonly string[]): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${sheets.map((path) => `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`

const relations = (rows: readonly [string, string, string][]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${rows
    .map(
      ([id, kind, path]) => `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${path}"/>`,
    )
    .join('')}</Relationships>`

const workbook = (sheets: readonly XlsxSheet[]): string =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets
    .map(
      ({ name }, index) =>
        `<sheet name="${escapeXml(name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
    )
    .join('')}</sheets></workbook>`

/** 0 plain, 1 title, 2 head, 3 note, 4 percentage. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="4"><font><sz val="11"/><name val="宋体"/></font><font><b/><sz val="14"/><name val="宋体"/></font><font><b/><sz val="11"/><name val="宋体"/></font><font><sz val="9"/><color rgb="FF808080"/><name val="宋体"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8F1F1"/></patternFill></fill></fills><borders count="2"><border/><border><left style="thin"/><right style="thin"/><top style="thin"/><bottom style="thin"/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf fontId="0" fillId="0" borderId="1" applyBorder="1"/><xf fontId="1" fillId="0" borderId="0" applyFont="1"/><xf fontId="2" fillId="2" borderId="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="center" vertical="center" wrapText="1"/></xf><xf fontId="3" fillId="0" borderId="0" applyFont="1"/><xf numFmtId="10" fontId="0" fillId="0" borderId="1" applyNumberFormat="1" applyBorder="1"/></cellXfs></styleSheet>`
const PERCENT = 4
const STYLE_INDEX = { title: 1, head: 2, note: 3 } as const

/** Rows of one piece: some milliseconds. */
const ROWS_A_PIECE = 500

async function worksheet(sheet: XlsxSheet): Promise<Buffer> {
  const { frozenRows, frozenColumns, widths } = sheet
  const pane =
    frozenRows + frozenColumns === 0
      ? ''
      : `<pane${frozenColumns ? ` xSplit="${frozenColumns}"` : ''}${frozenRows ? ` ySplit="${frozenRows}"` : ''} topLeftCell="${columnName(frozenColumns)}${frozenRows + 1}" activePane="${frozenColumns ? (frozenRows ? 'bottomRight' : 'topRight') : 'bottomLeft'}" state="frozen"/>`
  const columns = widths
    .map(
      (width, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    .join('')
  const rowXml = ({ cells, style }: XlsxSheet['rows'][number], row: number): string => {
    const index = style ? STYLE_INDEX[style] : 0
    const xml = cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row + 1}`, index))
    return `<row r="${row + 1}">${xml.join('')}</row>`
  }
  const pieces = [
    Buffer.from(
      `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${columns ? `<cols>${columns}</cols>` : ''}<sheetData>`,
    ),
  ]
  for (let from = 0; from < sheet.rows.length; from += ROWS_A_PIECE) {
    if (from > 0) await letOthers()
    const rows = sheet.rows.slice(from, from + ROWS_A_PIECE)
    pieces.push(Buffer.from(rows.map((row, index) => rowXml(row, from + index)).join('')))
  }
  return Buffer.concat([...pieces, Buffer.from('</sheetData></worksheet>')])
}

function cellXml(cell: Cell, reference: string, style: number): string {
  if (cell === null || cell === '') return `<c r="${reference}" s="${style}"/>`
  if (typeof cell === 'number') return `<c r="${reference}" s="${style}"><v>${cell}</v></c>`
  // Divided as text is: 96.52 is 0.9652, and not the double beside it.
  if (typeof cell === 'object')
    return `<c r="${reference}" s="${PERCENT}"><v>${Number((cell.percent / 100).toFixed(8))}</v></c>`
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(guardedText(cell))}</t></is></c>`
}

/** 0 -> A, 26 -> AA. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

const escapeXml = (text: string): string =>
  text
    // Control characters that XML has no form for.
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')

const pack = promisify<Buffer, object, Buffer>(deflateRaw)

/** A zip archive of deflated text files. */
async function zip(files: readonly (readonly [string, string | Buffer])[]): Promise<Buffer> {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text] of files) {
    const content = typeof text === 'string' ? Buffer.from(text) : text
    const packed = await pack(content, { level: 1 })
    const name = Buffer.from(path)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(8, 4)
    // 1 January 1980, so that the same table gives the same file.
    common.writeUInt16LE(0, 6)
    common.writeUInt16LE(0x0021, 8)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    bodies.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, name, packed)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, tail, name)
    offset += 4 + common.length + name.length + packed.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, listing, end])
}
