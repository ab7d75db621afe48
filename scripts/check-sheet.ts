/**
 * Writes the page that the scanner check is done with: a sheet of A4, printed on both sides, whose marks
 * tell size, skew and which side is up; and two scans of it for tests. `node scripts/check-sheet.ts`; the
 * result is committed.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { milli, type SheetDesign } from '@hengjuan/domain'
import { makeAnswers, renderBlankPages, simulateSheet } from '@hengjuan/scan-simulator'
import { layoutSheet, renderPdf, templateOf } from '@hengjuan/sheet'

const SCANS = path.resolve(import.meta.dirname, '../apps/station/src/testing/check-sheet')
const FOLDER = path.resolve(import.meta.dirname, '../scanner-profiles/check-sheet')

const checkSheetDesign: SheetDesign = {
  id: 'scanner-check-v1',
  sheetCode: 65_521,
  schoolName: '衡卷扫描站',
  title: '扫描仪检查页（A4，双面打印，不要缩放）',
  subjectName: '检查',
  paper: 'A4',
  numberStyle: 'bubble',
  examNoDigits: 8,
  notices: [
    '打印两份：选「实际大小」或 100%，双面打印、沿长边翻转。',
    '不需要填写，直接放进扫描仪。',
  ],
  sections: [
    {
      title: '一、填涂框',
      questions: Array.from({ length: 20 }, (_, at) => ({
        no: String(at + 1),
        type: 1 as const,
        fullMilli: milli(1),
        optionCount: 4,
      })),
    },
    {
      title: '二、书写区',
      questions: [
        { no: '21', type: 4 as const, fullMilli: milli(1), blockKey: '21', heightMm: 60 },
        { no: '22', type: 4 as const, fullMilli: milli(1), blockKey: '22', heightMm: 220 },
      ],
    },
  ],
}

await mkdir(FOLDER, { recursive: true })
const geometry = layoutSheet(checkSheetDesign)
await writeFile(path.join(FOLDER, 'check-sheet.pdf'), await renderPdf(geometry))
await writeFile(
  path.join(FOLDER, 'template.json'),
  `${JSON.stringify(templateOf(geometry), null, 2)}\n`,
)
const { pages } = await simulateSheet({
  sheet: { geometry, blanks: await renderBlankPages(geometry, 200) },
  student: makeAnswers(geometry, { name: '检查', className: '', examNo: '00000000' }, {}, 'check'),
  seed: 'check',
  conditions: { skewDeg: 0.4, paper: 255, noise: 0.35, jpegQuality: 45 },
})
await mkdir(SCANS, { recursive: true })
for (const [at, { jpeg }] of pages.entries())
  await writeFile(path.join(SCANS, `page-${at + 1}.jpg`), jpeg)
console.log(`${geometry.pages.length} pages in ${FOLDER}`)
