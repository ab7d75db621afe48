import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect, test } from 'vitest'
import { renderDocument } from './render-document.ts'
import type { ReportDocument } from './report-document.ts'

const columns = [
  { title: '姓名', isNumeric: false, isFrozen: true },
  { title: '分数', group: '语文', isNumeric: true },
  { title: '校名次', group: '语文', isNumeric: true },
]
const rows = Array.from({ length: 120 }, (_, index) => [
  `学生${index}`,
  `${100 - index / 2}`,
  `${index + 1}`,
])

const document: ReportDocument = {
  title: '测试报表',
  footer: '成绩版本 v1',
  parts: [
    { kind: 'heading', text: '测试报表', level: 1 },
    { kind: 'figures', figures: [{ label: '均分', text: '86.2' }] },
    { kind: 'table', columns, rows },
    {
      kind: 'chart',
      chart: {
        kind: 'dots',
        title: '各班均分',
        xTitle: '班级',
        yTitle: '均分',
        figure: 'milli',
        labels: ['1班', '2班'],
        series: [
          { name: '均分', values: [86_200, 79_900], lo: [82_000, 76_000], hi: [90_000, 83_000] },
        ],
        references: [{ value: 83_000, label: '全年级' }],
      },
    },
    { kind: 'text', text: '有一个字体里没有的字符：\u{10FFFD}', isNote: true },
  ],
}

async function textsOf(bytes: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  const pdf = await library.loadDocument(bytes)
  const texts = [...pdf.pages()].map((page) => page.getText())
  pdf.destroy()
  library.destroy()
  return texts
}

test('document: titles of a table stand on each of its pages, with page numbers and the last row', async () => {
  const pages = await textsOf(await renderDocument(document))
  expect(pages.length).toBeGreaterThan(1)
  for (const [index, text] of pages.entries()) {
    expect(text).toContain(`第 ${index + 1} / ${pages.length} 页`)
    if (/学生\d/.test(text)) expect(text).toContain('校名次')
  }
  expect(pages.join('')).toContain('学生119')
})

test('document: a chart prints its labels and reference, a missing glyph is listed at the end', async () => {
  const text = (await textsOf(await renderDocument(document))).join('')
  expect(text).toContain('各班均分')
  expect(text).toContain('全年级 83')
  expect(text).toContain('U+10FFFD')
})

test('document: the same document gives the same bytes', async () => {
  expect(await renderDocument(document)).toEqual(await renderDocument(document))
})

test('document: a table too wide for the page goes on below with its first column again', async () => {
  const wide = Array.from({ length: 60 }, (_, index) => ({
    title: `第${index}列`,
    isNumeric: true,
  }))
  const text = (
    await textsOf(
      await renderDocument({
        title: '宽',
        footer: '',
        parts: [
          {
            kind: 'table',
            columns: [{ title: '姓名', isNumeric: false, isFrozen: true }, ...wide],
            rows: [['王小明', ...wide.map((_, index) => `${1000 + index}`)]],
          },
        ],
      }),
    )
  ).join('')
  for (const index of wide.keys()) expect(text).toContain(`${1000 + index}`)
  expect(text.split('王小明').length).toBeGreaterThan(2)
})
