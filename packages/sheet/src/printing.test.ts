import { expect, test } from 'vitest'
import { layoutSheet } from './layout-sheet.ts'
import { personalPrint } from './printing.ts'
import { sampleDesigns } from './samples.ts'

const design = { ...Object.values(sampleDesigns)[0]!, examNoDigits: 8 }
const student = { name: '王小明', examNo: '26110056', className: '高一(1)班' }

const firstPage = (numberStyle: 'bubble' | 'barcode' | 'both') => {
  const [page] = layoutSheet({ ...design, numberStyle }).pages
  if (!page) throw new Error('a sheet has a page')
  return page
}
const filled = (page: ReturnType<typeof firstPage>, examNo: string) =>
  personalPrint(page, { ...student, examNo }).filter(
    // Bars of a code are thinner, anchors larger.
    (one) => one.kind === 'rect' && one.fillGrey === 0 && one.widthMm > 3 && one.widthMm < 5,
  )
const texts = (page: ReturnType<typeof firstPage>, more: object) =>
  personalPrint(page, { ...student, ...more }).flatMap((one) =>
    one.kind === 'text' ? [one.text] : [],
  )

test.for(['bubble', 'both'] as const)(
  'personal print, %s: the bubbles of the own number are filled, one a column',
  (style) => {
    const page = firstPage(style)
    const bubbles = page.fields.filter(({ kind }) => kind === 'examNo').flatMap((f) => f.bubbles)
    const meant = bubbles.filter(({ column, value }) => student.examNo[column] === value)
    expect(meant).toHaveLength(8)
    expect(
      filled(page, student.examNo).map((one) =>
        one.kind === 'rect' ? [one.xMm + one.widthMm / 2, one.yMm + one.heightMm / 2] : [],
      ),
    ).toEqual(meant.map(({ xMm, yMm }) => [expect.closeTo(xMm, 6), expect.closeTo(yMm, 6)]))
  },
)

test('personal print: a number that does not fit the columns fills none', () => {
  expect(filled(firstPage('bubble'), '2611005')).toEqual([])
})

test('personal print: room and seat are printed where they are known', () => {
  const page = firstPage('bubble')
  expect(texts(page, { room: '03', seat: '17' })).toEqual(expect.arrayContaining(['03', '17']))
  expect(texts(page, {})).not.toContain('03')
})
