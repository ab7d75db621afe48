import { strFromU8, unzipSync } from 'fflate'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readXlsx } from '../testing/read-xlsx.ts'
import { writeXlsx, writeXlsxFile, type XlsxSheet } from './xlsx-writer.ts'

const sheet: XlsxSheet = {
  name: "一班's 成绩/表",
  widths: [10, 10, 10],
  frozenRows: 3,
  frozenColumns: 1,
  merges: [{ row: 1, column: 1, toRow: 1, toColumn: 2 }],
  filter: { row: 2, rows: 2 },
  printTitles: { from: 1, to: 3 },
  isLandscape: true,
  rows: [
    { cells: ['标题'], style: 'title' },
    { cells: ['', '语文', ''], style: 'head' },
    { cells: ['姓名', '分数', '比例'], style: 'head' },
    { cells: ['=甲', { value: 86.2, format: 'fixed', heat: 3 }, { percent: 66.66 }] },
    { cells: ['乙', { value: '缺考' }, { value: 50, format: 'percent', isStrong: true }] },
  ],
}

const partsOf = (bytes: Uint8Array) =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([path, body]) => [path, strFromU8(body)]),
  )

test('workbook: merged titles, filter, print titles and orientation stand where spreadsheets look for them', async () => {
  const parts = partsOf(await writeXlsx([sheet]))
  const xml = parts['xl/worksheets/sheet1.xml'] ?? ''
  expect(xml).toContain('<mergeCell ref="B2:C2"/>')
  expect(xml).toContain('<autoFilter ref="A3:C5"/>')
  expect(xml).toContain('orientation="landscape" fitToWidth="1" fitToHeight="0"')
  expect(xml).toContain('<pane xSplit="1" ySplit="3" topLeftCell="B4" activePane="bottomRight"')
  // The format fixes the order of what follows the rows.
  expect(xml.indexOf('</sheetData>')).toBeLessThan(xml.indexOf('<autoFilter'))
  expect(xml.indexOf('<autoFilter')).toBeLessThan(xml.indexOf('<mergeCells'))
  expect(xml.indexOf('<mergeCells')).toBeLessThan(xml.indexOf('<pageSetup'))
  expect(parts['xl/workbook.xml']).toContain(
    '<definedName name="_xlnm.Print_Titles" localSheetId="0">\'一班\'\'s 成绩 表\'!$2:$3</definedName>',
  )
})

test('workbook: no two sheets have one name, whatever the case of its letters', async () => {
  const long = '很长的名字'.repeat(7)
  const names = ['A班', 'a班', 'A班', long, long]
  const parts = partsOf(await writeXlsx(names.map((name) => ({ ...sheet, name }))))
  const book = parts['xl/workbook.xml'] ?? ''
  expect([...book.matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
    'A班',
    'a班 2',
    'A班 3',
    long.slice(0, 31),
    `${long.slice(0, 29)} 2`,
  ])
})

test('workbook: pictures lie over the cells that they belong to', async () => {
  const picture = { row: 3, column: 3, topPx: 0, widthPx: 100, heightPx: 40, text: '甲 第 1 题' }
  const parts = partsOf(
    await writeXlsx([
      {
        ...sheet,
        rows: [...sheet.rows].map((row, at) => (at === 3 ? { ...row, height: 36 } : row)),
        pictures: [
          { ...picture, bytes: async () => Buffer.from('first') },
          { ...picture, row: 4, text: '乙 <b>', bytes: async () => Buffer.from('second') },
        ],
      },
      { ...sheet, name: '没有图' },
    ]),
  )
  expect(parts['xl/worksheets/sheet1.xml']).toMatch(/<drawing r:id="rId1"\/><\/worksheet>$/)
  expect(parts['xl/worksheets/sheet1.xml']).toContain('<row r="4" ht="36" customHeight="1">')
  expect(parts['xl/worksheets/sheet2.xml']).not.toContain('drawing')
  expect(parts['xl/worksheets/_rels/sheet1.xml.rels']).toContain('../drawings/drawing1.xml')
  const drawing = parts['xl/drawings/drawing1.xml'] ?? ''
  expect(drawing).toContain('<xdr:row>3</xdr:row>')
  expect(drawing).toContain('<xdr:ext cx="952500" cy="381000"/>')
  expect(drawing).toContain('乙 &lt;b&gt;')
  expect(parts['xl/drawings/_rels/drawing1.xml.rels']).toContain(
    'Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="../media/picture1-2.jpeg"',
  )
  expect(parts['xl/media/picture1-2.jpeg']).toBe('second')
  expect(parts['[Content_Types].xml']).toContain('Extension="jpeg"')
  expect(parts['[Content_Types].xml']).toContain('/xl/drawings/drawing1.xml')
})

test('workbook: every style that a cell names is there, and formats are those asked for', async () => {
  const parts = partsOf(await writeXlsx([sheet]))
  const styles = [...(parts['xl/styles.xml'] ?? '').matchAll(/<xf [^>]*>/g)].map(([xf]) => xf)
  const used = [...(parts['xl/worksheets/sheet1.xml'] ?? '').matchAll(/<c r="(\w+)" s="(\d+)"/g)]
  const styleOf = (cell: string) => styles[Number(used.find(([, at]) => at === cell)?.[2])]
  expect(used.every(([, , style]) => Number(style) < styles.length)).toBe(true)
  expect(styleOf('B4')).toMatch(/numFmtId="2" fontId="0" fillId="9"/)
  expect(styleOf('C5')).toMatch(/numFmtId="10" fontId="2" fillId="0"/)
})

test('workbook: what is read back is what was written, formulas disarmed', async () => {
  const bytes = await writeXlsx([sheet])
  expect(partsOf(bytes)['xl/worksheets/sheet1.xml']).toContain(">'=甲<")
  // Our reader takes the guard off again.
  expect((await readXlsx(bytes)).slice(3)).toEqual([
    ['=甲', '86.2', '0.6666'],
    ['乙', '缺考', '0.5'],
  ])
})

test('workbook: written to disk it is the same file, and the same every time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'xlsx-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'a.xlsx')
  await writeXlsxFile(path, [sheet])
  expect(await readFile(path)).toEqual(await writeXlsx([sheet]))
})
