import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { yieldToEventLoop } from '@hengjuan/db'
import { percentOf } from '@hengjuan/domain'
import { guardedText } from './guarded-text.ts'
import { drawingXml, pictureBytes, type XlsxPicture } from './xlsx-drawing.ts'
import { cellStyle, type Heat, ROW_STYLES, stylesXml } from './xlsx-styles.ts'
import { type ZipEntry, zipPieces } from './zip-stream.ts'

/**
 * A percentage is a number that shows with its sign: it sorts, and can be averaged. `fixed` numbers show two decimals.
 * A ground or bold face is given beside the value.
 */
export type Cell = string | number | null | { percent: number } | StyledCell

export interface StyledCell {
  value: string | number | null
  format?: 'fixed' | 'percent'
  heat?: Heat
  isStrong?: boolean
}

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
  /** Taken once, a piece at a time: they can be made while they are written. */
  rows: Iterable<XlsxRow>
  frozenRows: number
  frozenColumns: number
  /** Cells drawn as one, both corners within; rows and columns from 0. */
  merges?: readonly { row: number; column: number; toRow: number; toColumn: number }[]
  /** Row of titles that filters are offered at, and how many rows below it they hold for. */
  filter?: { row: number; rows: number }
  /** Printed above each page, the last row not included. Pages are one sheet wide. */
  printTitles?: { from: number; to: number }
  isLandscape?: boolean
  pictures?: readonly XlsxPicture[]
}

export interface XlsxRow {
  cells: readonly Cell[]
  style?: keyof typeof ROW_STYLES
  /** In points, where it is not that of its words. */
  height?: number
}

/**
 * Writes a workbook. Numbers stay numbers; text that a spreadsheet could take for a formula gets a
 * leading quote. Others are heard between the pieces: tens of thousands of rows take a second.
 *
 * Ours, because the libraries that write 100,000 rows need ten times the time or the memory
 * (docs/decisions/0013-own-xlsx-writer.md).
 */
export async function writeXlsx(sheets: readonly XlsxSheet[]): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of xlsxPieces(sheets)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The same into a file: whatever its length, a few hundred rows of it are in memory. */
export const writeXlsxFile = (path: string, sheets: readonly XlsxSheet[]): Promise<void> =>
  pipeline(Readable.from(xlsxPieces(sheets)), createWriteStream(path))

/** The same piece by piece. */
export const xlsxPieces = (sheets: readonly XlsxSheet[]): AsyncGenerator<Buffer> =>
  zipPieces(entriesOf(sheets))

function* entriesOf(given: readonly XlsxSheet[]): Generator<ZipEntry> {
  const sheets = namedApart(given)
  const text = (path: string, xml: string): ZipEntry => ({ path, pieces: [Buffer.from(xml)] })
  const paths = sheets.map((_, index) => `xl/worksheets/sheet${index + 1}.xml`)
  yield text('[Content_Types].xml', contentTypes(paths, sheets))
  yield text('_rels/.rels', relations([['rId1', 'officeDocument', 'xl/workbook.xml']]))
  yield text('xl/workbook.xml', workbook(sheets))
  yield text(
    'xl/_rels/workbook.xml.rels',
    relations([
      ...sheets.map((_, index): [string, string, string] => [
        `rId${index + 1}`,
        'worksheet',
        `worksheets/sheet${index + 1}.xml`,
      ]),
      [`rId${sheets.length + 1}`, 'styles', 'styles.xml'],
    ]),
  )
  yield text('xl/styles.xml', `${XML}${stylesXml()}`)
  for (const [index, sheet] of sheets.entries())
    yield { path: paths[index] ?? '', pieces: worksheet(sheet) }
  for (const [index, { pictures = [] }] of sheets.entries()) {
    if (pictures.length === 0) continue
    const no = index + 1
    const drawing = `drawings/drawing${no}.xml`
    const media = (at: number) => `media/picture${no}-${at + 1}.jpeg`
    yield text(
      `xl/worksheets/_rels/sheet${no}.xml.rels`,
      relations([['rId1', 'drawing', `../${drawing}`]]),
    )
    yield text(`xl/${drawing}`, `${XML}${drawingXml(pictures, OFFICE, escapeXml)}`)
    yield text(
      `xl/drawings/_rels/drawing${no}.xml.rels`,
      relations(pictures.map((_, at) => [`rId${at + 1}`, 'image', `../${media(at)}`])),
    )
    for (const [at, picture] of pictures.entries())
      yield { path: `xl/${media(at)}`, pieces: pictureBytes(picture) }
  }
}

const hasPictures = ({ pictures = [] }: XlsxSheet): boolean => pictures.length > 0

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

const contentTypes = (paths: readonly string[], sheets: readonly XlsxSheet[]): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${sheets.some(hasPictures) ? '<Default Extension="jpeg" ContentType="image/jpeg"/>' : ''}${sheets.map((sheet, at) => (hasPictures(sheet) ? `<Override PartName="/xl/drawings/drawing${at + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>` : '')).join('')}<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${paths.map((path) => `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`

const relations = (rows: readonly [string, string, string][]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${rows
    .map(
      ([id, kind, path]) => `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${path}"/>`,
    )
    .join('')}</Relationships>`

const LONGEST_NAME = 31
const sheetName = (name: string): string => name.replace(/[\\/?*[\]:]/g, ' ').slice(0, LONGEST_NAME)

/** Two sheets of one name make a file that spreadsheets refuse; they take 一班 and 一班 2. */
function namedApart(sheets: readonly XlsxSheet[]): XlsxSheet[] {
  const taken = new Set<string>()
  return sheets.map((sheet) => {
    const own = sheetName(sheet.name)
    let name = own
    for (let nth = 2; taken.has(name.toLowerCase()); nth += 1)
      name = `${own.slice(0, LONGEST_NAME - 1 - String(nth).length)} ${nth}`
    taken.add(name.toLowerCase())
    return { ...sheet, name }
  })
}

function workbook(sheets: readonly XlsxSheet[]): string {
  const names = sheets.flatMap((sheet, index) => {
    const quoted = `'${sheetName(sheet.name).replaceAll("'", "''")}'!`
    const defined = (name: string, range: string, rest = '') =>
      `<definedName name="_xlnm.${name}" localSheetId="${index}"${rest}>${escapeXml(quoted + range)}</definedName>`
    const { printTitles: titles } = sheet
    const filter = filterRange(sheet, true)
    return [
      ...(filter ? [defined('_FilterDatabase', filter, ' hidden="1"')] : []),
      ...(titles ? [defined('Print_Titles', `$${titles.from + 1}:$${titles.to}`)] : []),
    ]
  })
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets
    .map(
      ({ name }, index) =>
        `<sheet name="${escapeXml(sheetName(name))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
    )
    .join(
      '',
    )}</sheets>${names.length ? `<definedNames>${names.join('')}</definedNames>` : ''}</workbook>`
}

function filterRange({ filter, widths }: XlsxSheet, isFixed: boolean): string | null {
  if (!filter || filter.rows === 0 || widths.length === 0) return null
  const fixed = isFixed ? '$' : ''
  const end = (column: number, row: number) => `${fixed}${columnName(column)}${fixed}${row}`
  return `${end(0, filter.row + 1)}:${end(widths.length - 1, filter.row + 1 + filter.rows)}`
}

/** Characters of one piece: a millisecond, and short-lived enough to leave no trace in memory. */
const PIECE = 1 << 15
/** Pieces after which others are heard. */
const PIECES_IN_A_ROW = 8

async function* worksheet(sheet: XlsxSheet): AsyncGenerator<Buffer> {
  yield Buffer.from(
    `${XML}<worksheet xmlns="${MAIN}"${hasPictures(sheet) ? ` xmlns:r="${OFFICE}"` : ''}>${beforeRows(sheet)}<sheetData>`,
  )
  let waiting = ''
  let row = 0
  let pieces = 0
  for (const one of sheet.rows) {
    waiting += rowXml(one, row)
    row += 1
    if (waiting.length < PIECE) continue
    yield Buffer.from(waiting)
    waiting = ''
    pieces += 1
    if (pieces % PIECES_IN_A_ROW === 0) await yieldToEventLoop()
  }
  yield Buffer.from(`${waiting}</sheetData>${behindRows(sheet)}</worksheet>`)
}

function beforeRows({ frozenRows, frozenColumns, widths }: XlsxSheet): string {
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
  return `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${columns ? `<cols>${columns}</cols>` : ''}`
}

/** In the order that the format wants. */
function behindRows(sheet: XlsxSheet): string {
  const { merges = [], isLandscape } = sheet
  const filter = filterRange(sheet, false)
  const merged = merges.map(
    ({ row, column, toRow, toColumn }) =>
      `<mergeCell ref="${columnName(column)}${row + 1}:${columnName(toColumn)}${toRow + 1}"/>`,
  )
  return [
    filter ? `<autoFilter ref="${filter}"/>` : '',
    merged.length ? `<mergeCells count="${merged.length}">${merged.join('')}</mergeCells>` : '',
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>',
    `<pageSetup paperSize="9" orientation="${isLandscape ? 'landscape' : 'portrait'}" fitToWidth="1" fitToHeight="0"/>`,
    '<headerFooter><oddFooter>&amp;C第 &amp;P 页，共 &amp;N 页</oddFooter></headerFooter>',
    hasPictures(sheet) ? '<drawing r:id="rId1"/>' : '',
  ].join('')
}

function rowXml({ cells, style, height }: XlsxRow, row: number): string {
  const index = style ? ROW_STYLES[style] : null
  let xml = `<row r="${row + 1}"${height === undefined ? '' : ` ht="${height}" customHeight="1"`}>`
  for (const [column, cell] of cells.entries())
    xml += cellXml(cell, `${columnName(column)}${row + 1}`, index)
  return `${xml}</row>`
}

const PLAIN = cellStyle('plain')
const PERCENT = cellStyle('percent')

function cellXml(cell: Cell, reference: string, rowStyle: number | null): string {
  if (typeof cell === 'object' && cell !== null) {
    if ('percent' in cell)
      return numberXml(reference, rowStyle ?? PERCENT, percentValue(cell.percent))
    const { value, format = 'plain', heat, isStrong } = cell
    const style =
      rowStyle ?? cellStyle(typeof value === 'number' ? format : 'plain', heat, isStrong)
    return valueXml(
      format === 'percent' && typeof value === 'number' ? percentValue(value) : value,
      reference,
      style,
    )
  }
  return valueXml(cell, reference, rowStyle ?? PLAIN)
}

/** Divided as text is: 96.52 is 0.9652, and not the double beside it. */
const percentValue = (percent: number): number => Number((percent / 100).toFixed(8))

const numberXml = (reference: string, style: number, value: number): string =>
  `<c r="${reference}" s="${style}"><v>${value}</v></c>`

function valueXml(value: string | number | null, reference: string, style: number): string {
  if (value === null || value === '') return `<c r="${reference}" s="${style}"/>`
  if (typeof value === 'number') return numberXml(reference, style, value)
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(guardedText(value))}</t></is></c>`
}

const names: string[] = []

/** 0 -> A, 26 -> AA. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return (names[index] ??= index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter)
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
