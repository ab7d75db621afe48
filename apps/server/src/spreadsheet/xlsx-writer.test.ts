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
