import { deflateRawSync } from 'node:zlib'
import * as xlsx from '@e965/xlsx'
import { AppError, type ReadTable } from '@hengjuan/domain'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { xlsxFile, zipOf } from '../testing/xlsx-file.ts'
import { readTable } from './read-table.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const sheetOf = (rows: string) => ({
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}">${rows}</worksheet>`,
})
const cellsOf = ({ sheets }: ReadTable) => sheets[0]?.rows.map(({ cells }) => cells)
const refusalOf = async (bytes: Buffer, limits = {}): Promise<string> => {
  const error = await readTable(bytes, limits).catch((refusal: unknown) => refusal)
  expect(error).toBeInstanceOf(AppError)
  expect((error as AppError).code).toBe('IMPORT_FILE_INVALID')
  return (error as AppError).details[0]?.message ?? ''
}

/** A workbook whose cells have values, formats and states, as spreadsheet programs write it. */
function workbook(
  rows: unknown[][],
  change: (sheet: xlsx.WorkSheet, book: xlsx.WorkBook) => void = () => undefined,
  bookType: xlsx.BookType = 'xlsx',
): Buffer {
  const sheet = xlsx.utils.aoa_to_sheet(rows)
  const book = xlsx.utils.book_new(sheet, '名单')
  change(sheet, book)
  return xlsx.write(book, { type: 'buffer', bookType, cellStyles: true }) as Buffer
}
const formatted = (value: number, format: string) => ({ t: 'n', v: value, z: format })

test('readTable: takes cells as they are seen', async () => {
  const table = await readTable(
    workbook([
      [
        formatted(260101, '00000000'),
        202600000001,
        0.1,
        formatted(0.85, '0%'),
        formatted(1234, '#,##0'),
        formatted(46000, 'yyyy"年"m"月"d"日"'),
        formatted(7.25, '0'),
        formatted(202600000000, '0.00E+00'),
        440301200801012000,
        '文本 ',
      ],
    ]),
  )
  expect(table.sheets[0]?.rows).toEqual([
    {
      row: 1,
      cells: [
        '00260101',
        '202600000001',
        '0.1',
        '85%',
        '1234',
        '2025年12月9日',
        '7',
        '2.03E+11',
        '4.40301E+17',
        '文本',
      ],
      marks: { 5: 'date', 6: 'rounded', 7: 'scientific', 8: 'digits' },
    },
  ])
})

test('readTable: leaves out hidden rows, columns and sheets, and counts them', async () => {
  const table = await readTable(
    workbook(
      [
        ['学号', '备注', '姓名'],
        ['1', 'x', '甲'],
        ['2', '', '乙'],
      ],
      (sheet, book) => {
        sheet['!rows'] = [{}, { hidden: true }]
        sheet['!cols'] = [{}, { hidden: true }]
        xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['去年']]), '去年')
        book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 2 }] }
      },
    ),
  )
  expect(table).toEqual({
    sheets: [
      {
        name: '名单',
        rows: [
          { row: 1, cells: ['学号', '', '姓名'] },
          { row: 3, cells: ['2', '', '乙'] },
        ],
        hiddenRows: 1,
        hiddenColumns: 1,
      },
    ],
    hiddenSheets: ['去年'],
  })
})

test('readTable: a merged cell is in all of its rows', async () => {
  const bytes = workbook(
    [
      ['班级', '姓名'],
      ['1班', '甲'],
      [undefined, '乙'],
    ],
    (sheet) => {
      sheet['!merges'] = [{ s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }]
    },
  )
  expect(cellsOf(await readTable(bytes))?.[2]).toEqual(['1班', '乙'])
})

test.for([
  ['.xls', () => workbook([['学号'], ['001']], undefined, 'biff8')],
  [
    'a web page that is named .xls',
    () => Buffer.from('<html><table><tr><td>学号</td></tr><tr><td>001</td></tr></table></html>'),
  ],
  ['.csv', () => Buffer.from('学号\n001')],
  ['.xlsx', () => xlsxFile([['学号'], ['001']])],
] as const)('readTable: reads %s', async ([, make]) => {
  expect(cellsOf(await readTable(make()))).toEqual([['学号'], ['001']])
})

test.for([
  ['an empty file', () => Buffer.alloc(0), '文件是空的'],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d', 'hex'), '不是表格文件'],
  ['a zip without a workbook', () => zipOf({ 'xl/workbook.xml': '' }), '另存'],
  ['a workbook that is cut off', () => xlsxFile([['学号']]).subarray(0, 400), '已损坏'],
  ['a password', () => encrypted(), '文件有密码，请另存为不加密的表格'],
  ['an entry that unpacks a thousandfold', () => bomb(false), '解压后太大'],
  ['a directory that hides what an entry unpacks to', () => bomb(true), '解压后太大'],
  [
    'a cell at the far end',
    () =>
      zipOf(
        sheetOf('<sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'),
      ),
    'XFD1048576',
  ],
  ['a long text that a thousand cells share', () => sharedText(), 'A1 单元格的文字超过'],
  ['a text that all cells share within the limit', () => sharedText(30_000), '文字太多'],
  [
    'too many cells',
    () =>
      zipOf(sheetOf(`<sheetData><row r="1">${'<c r="A1"/>'.repeat(1_000_001)}</row></sheetData>`)),
    '单元格超过',
  ],
  ['too many rows', () => Buffer.from('1\n'.repeat(50_011)), '超过 50000 行'],
  ['too many columns', () => Buffer.from('1,'.repeat(201)), '超过 200 列'],
  ['more bytes than a file may have', () => Buffer.alloc(20 * 2 ** 20 + 1, 10), '超过 20 MB'],
] as const)(
  'readTable: %s is refused with what to do',
  { timeout: 60_000 },
  async ([, make, sentence]) => {
    expect(await refusalOf(make())).toContain(sentence)
  },
)

test('readTable: ends a reader that comes to no end', async () => {
  const endless = zipOf(
    sheetOf('<cols><col min="1" max="2000000000" hidden="1"/></cols><sheetData/>'),
  )
  // Its memory or its time runs out, whichever is first.
  expect(await refusalOf(endless, { milliseconds: 3000 })).toMatch(/太大或已损坏|用时过长/)
})

test('readTable: reading a hostile table costs this process next to nothing', async () => {
  const files = [Buffer.alloc(19 * 2 ** 20, 10), sharedText(), bomb(true)]
  const before = { cpu: process.cpuUsage(), rss: process.memoryUsage().rss }
  await Promise.all(files.map((bytes) => readTable(bytes).catch(() => null)))
  // Time of the processor, not of the clock: a busy machine makes everything take long.
  const { user, system } = process.cpuUsage(before.cpu)
  expect((user + system) / 1000).toBeLessThan(2000)
  expect(process.memoryUsage().rss - before.rss).toBeLessThan(300 * 2 ** 20)
}, 60_000)

function encrypted(): Buffer {
  const container = xlsx.CFB.utils.cfb_new()
  xlsx.CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.from([4, 0, 4, 0, 64, 0, 0, 0]))
  xlsx.CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(64))
  return xlsx.CFB.write(container, { type: 'buffer' }) as Buffer
}

const TYPES_WITH_STRINGS = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`

function sharedText(letters = 2 ** 20): Buffer {
  const cells = Array.from(
    { length: 1000 },
    (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>0</v></c></row>`,
  )
  return zipOf({
    ...sheetOf(`<sheetData>${cells.join('')}</sheetData>`),
    '[Content_Types].xml': TYPES_WITH_STRINGS,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}"><si><t>${'字'.repeat(letters)}</t></si></sst>`,
  })
}

/** 150 MB in 150 KB; the directory calls them stored where it is to hide that. */
function bomb(isHidden: boolean): Buffer {
  const sheet = deflateRawSync(Buffer.alloc(150 * 2 ** 20, 32))
  const name = 'xl/worksheets/sheet1.xml'
  const bytes = Buffer.from(zipSync({ [name]: [sheet, { level: 0 }] }))
  const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  // What is stored here is said to be deflated beside the data, and in the directory unless that hides it.
  bytes.writeUInt16LE(8, 8)
  if (!isHidden) bytes.writeUInt16LE(8, directory + 10)
  return bytes
}

test('readTable: a table of many pieces arrives whole', async () => {
  const rows = Array.from({ length: 12_000 }, (_, at) => `学生${at},${20260000 + at},高一,1班,男`)
  const { sheets } = await readTable(Buffer.from(rows.join('\n')))
  expect(sheets[0]?.rows).toHaveLength(12_000)
  expect(sheets[0]?.rows.at(-1)?.cells[0]).toBe('学生11999')
})
