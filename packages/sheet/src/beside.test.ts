import { milli, type SheetDesign, type SheetQuestion } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { validateDesign } from './design-problems.ts'
import { layoutSheet } from './layout-sheet.ts'
import { sampleDesigns } from './samples.ts'

const essay = (no: string, more: Partial<SheetQuestion> = {}): SheetQuestion => ({
  no,
  type: 4,
  fullMilli: milli(10),
  blockKey: no,
  heightMm: 60,
  exactHeight: true,
  ...more,
})
const beside = { besidePrevious: true }
const sheet = (questions: SheetQuestion[], more: Partial<SheetDesign> = {}): SheetDesign => ({
  ...sampleDesigns.mathematics,
  paper: 'A4',
  columns: 1,
  sections: [{ title: '解答题', questions }],
  ...more,
})
const areasOf = (design: SheetDesign) =>
  layoutSheet(design).pages.flatMap(({ areas }) => areas.filter(({ kind }) => kind === 'essay'))

test('two areas stand side by side, as tall as the taller, and are cut apart', () => {
  const design = sheet([essay('1'), essay('2', { ...beside, heightMm: 90 }), essay('3')])
  const [first, second, third] = areasOf(design)
  expect(first).toMatchObject({ questionNos: ['1'], heightMm: 90, yMm: second!.yMm })
  expect(second).toMatchObject({ questionNos: ['2'], heightMm: 90, widthMm: first!.widthMm })
  expect(second!.xMm - (first!.xMm + first!.widthMm)).toBeGreaterThan(1.5)
  expect(third).toMatchObject({ xMm: first!.xMm, heightMm: 60 })
  expect(third!.yMm).toBeGreaterThan(first!.yMm + 90)
  const { regions } = layoutSheet(design).pages[0]!
  const blocks = regions.filter(({ purpose }) => purpose === 'block')
  expect(blocks.map(({ blockKey }) => blockKey)).toEqual(['1', '2', '3'])
})

test('rows that share the space that is left stay level', () => {
  const free = { exactHeight: false }
  const [first, second] = areasOf(sheet([essay('1', free), essay('2', { ...beside, ...free })]))
  expect(first!.heightMm).toBeGreaterThan(60)
  expect(second!.heightMm).toBe(first!.heightMm)
})

test.for([
  ['the first question', sheet([essay('1', beside)]), '只能与前一道解答题并排'],
  [
    'a question beside a choice',
    sheet([{ no: '1', type: 1, fullMilli: milli(3) }, essay('2', beside)]),
    '只能与前一道解答题并排',
  ],
  [
    'a question that was split',
    sheet([essay('1'), essay('2', { ...beside, partsMm: [30, 30] })]),
    '没有拆分',
  ],
  [
    'a question that begins a column',
    sheet([essay('1'), essay('2', { ...beside, breakBefore: 'column' })]),
    '另起一栏',
  ],
  [
    'four in a row',
    sheet([essay('1'), essay('2', beside), essay('3', beside), essay('4', beside)]),
    '最多三个',
  ],
  [
    'a sheet that is marked before it is scanned',
    sheet([essay('1'), essay('2', beside)], { scoreEntry: 'bars' }),
    '打分框',
  ],
] as const)('%s is refused', ([, design, message]) => {
  expect(validateDesign(design)[0]?.message).toContain(message)
})

test('a row that is wider than a column is refused', () => {
  const row = [essay('1'), essay('2', beside)]
  expect(() => layoutSheet(sheet(row, { columns: 2 }))).toThrow('取消并排')
})
