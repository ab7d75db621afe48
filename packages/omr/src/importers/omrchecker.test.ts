import { describe, expect, test } from 'vitest'
import { loadTemplate } from '../template/load-template.ts'
import { markerShape } from './marker-shape.ts'
import { importOmrChecker } from './omrchecker.ts'

const sheet = {
  pageDimensions: [1000, 1400],
  bubbleDimensions: [30, 20],
  preProcessors: [{ name: 'CropPage', options: {} }],
  customLabels: { Roll: ['roll1..3'], total: ['t1', 't2'] },
  outputColumns: ['Roll'],
  fieldBlocks: {
    number: {
      fieldType: 'QTYPE_INT',
      fieldLabels: ['roll1..3'],
      bubblesGap: 25,
      labelsGap: 40,
      origin: [100, 100],
    },
    questions: {
      fieldType: 'QTYPE_MCQ4',
      fieldLabels: ['q1..2', 'q5'],
      bubblesGap: 50,
      labelsGap: 30,
      origin: [300, 500],
    },
    sums: {
      bubbleValues: ['1', '10'],
      direction: 'vertical',
      fieldLabels: ['t1', 't2'],
      bubblesGap: 30,
      labelsGap: 60,
      origin: [600, 100],
      emptyValue: '-',
    },
  },
}
const importSheet = (change: object = {}, options: object = {}) =>
  importOmrChecker({ ...sheet, ...change }, { name: 'sheet', ...options })

describe('an OMRChecker template', () => {
  const { template, warnings } = importSheet()
  const page = template.pages[0]!
  const field = (id: string) => page.fields.find((f) => f.id === id)!

  test('is a valid template, in millimetres', () => {
    expect(loadTemplate(JSON.stringify(template))).toEqual(template)
    expect([page.widthMm, page.heightMm]).toEqual([210, 294])
    expect(page.anchors.map((a) => [a.kind, a.xMm, a.yMm])).toEqual([
      ['page-corner', 0, 0],
      ['page-corner', 210, 0],
      ['page-corner', 210, 294],
      ['page-corner', 0, 294],
    ])
  })

  test('has its origins at the corners of bubbles; ours are at their centres', () => {
    expect(field('choice:1').bubbles[0]).toEqual({
      value: 'A',
      label: 'A',
      column: 0,
      xMm: 66.15, // (300 + 15) x 0.21
      yMm: 107.1,
      widthMm: 6.3,
      heightMm: 4.2,
    })
    const [, , c] = field('choice:5').bubbles
    expect(c!.xMm).toBeCloseTo((300 + 15 + 2 * 50) * 0.21, 3)
    expect(c!.yMm).toBeCloseTo((500 + 10 + 2 * 30) * 0.21, 3)
    const second = field('choice:t2').bubbles[1]!
    expect(second.xMm).toBeCloseTo((600 + 15 + 60) * 0.21, 3)
    expect(second.yMm).toBeCloseTo((100 + 10 + 30) * 0.21, 3)
  })

  test('joins the digits of the number, and says what it does not join', () => {
    expect(field('examNo').bubbles).toHaveLength(30)
    expect([...new Set(field('examNo').bubbles.map((b) => b.column))]).toEqual([0, 1, 2])
    expect(warnings.join('\n')).toMatch(/Roll（roll1、roll2、roll3）作为考号导入，共 3 位/)
    expect(warnings.join('\n')).toMatch(/total 由 t1、t2 拼成/)
  })

  test('is taken over in silence nowhere: what is left out is named', () => {
    const said = warnings.join('\n')
    expect(said).toContain('outputColumns')
    expect(said).toContain('假定纸宽为 210 毫米')
    const more = importSheet({
      emptyValue: 'X',
      sortFiles: {},
      preProcessors: [{ name: 'Levels' }, { name: 'FeatureBasedAlignment' }, { name: 'Shine' }],
    }).warnings.join('\n')
    for (const word of [
      '"X"',
      'sortFiles',
      'Levels',
      'FeatureBasedAlignment',
      'Shine',
      '不裁纸边',
    ]) {
      expect(more).toContain(word)
    }
  })

  test('with markers spans from centre to centre', () => {
    const steps = [
      { name: 'CropOnMarkers', options: { relativePath: 'm.jpg', sheetToMarkerWidthRatio: 20 } },
    ]
    const marker = { kind: 'disc' as const, share: 0.8 }
    const imported = importSheet({ preProcessors: steps }, { widthMm: 100, marker })
    const anchors = imported.template.pages[0]!.anchors
    expect(anchors.map((a) => [a.kind, a.widthMm])).toEqual(anchors.map(() => ['disc', 4]))
    expect(importSheet({ preProcessors: steps }).warnings.join()).toContain('假定是同心圆环')
  })

  test('of the newer form is read as well', () => {
    const { fieldBlocks, pageDimensions, ...rest } = sheet
    const newer = {
      ...rest,
      templateDimensions: pageDimensions,
      fieldBlockGroups: {
        DEFAULT: { ...fieldBlocks, questions: { ...fieldBlocks.questions, labelsGap: [30, 90] } },
      },
    }
    const page = importOmrChecker(newer, { name: 'sheet' }).template.pages[0]!
    const [a] = page.fields.find((f) => f.id === 'choice:5')!.bubbles
    expect(a!.yMm).toBeCloseTo((500 + 10 + 120) * 0.21, 3)
  })
})

test.for<[object, string]>([
  [{ pageDimensions: undefined }, '缺少 pageDimensions'],
  [{ qBlocks: {} }, '早期'],
  [{ fieldBlocks: {} }, '没有任何 fieldBlocks'],
  [
    { fieldBlocks: { a: { ...sheet.fieldBlocks.questions, fieldType: 'QTYPE_X' } } },
    '“QTYPE_X”不认识',
  ],
  [
    { fieldBlocks: { a: { ...sheet.fieldBlocks.questions, fieldLabels: ['q3..1'] } } },
    '不是合法的范围',
  ],
  [
    { fieldBlocks: { a: { ...sheet.fieldBlocks.questions, origin: [1] } } },
    '题块 a的 origin应为两个数字',
  ],
])('%o cannot be imported: %s', ([change, message]) => {
  expect(() => importSheet(change)).toThrow(message)
})

test.for([
  ['square', () => true],
  ['disc', (x: number, y: number) => Math.hypot(x, y) < 1],
  ['ring', (x: number, y: number) => Math.abs(Math.hypot(x, y) - 0.8) < 0.2],
] as const)('the picture of a marker is told to be a %s', ([kind, isInk]) => {
  const [size, reach] = [100, 40]
  const data = new Uint8Array(size * size).fill(255)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [u, v] = [(x - 49.5) / reach, (y - 49.5) / reach]
      if (Math.abs(u) <= 1 && Math.abs(v) <= 1 && isInk(u, v)) data[y * size + x] = 0
    }
  }
  const shape = markerShape({ data, width: size, height: size })!
  expect(shape.kind).toBe(kind)
  expect(shape.share).toBeCloseTo(0.8, 1)
})
