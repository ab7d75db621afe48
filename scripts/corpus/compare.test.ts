import type { FieldReading, PageReading, TemplatePage } from '@hengjuan/domain'
import type { SheetTruth } from '@hengjuan/scan-simulator'
import { expect, test } from 'vitest'
import { comparePage } from './compare.ts'

const bubble = (value: string, column = 0) => ({
  value,
  label: value,
  column,
  xMm: 50 + 6 * column,
  yMm: 60,
  widthMm: 4,
  heightMm: 2.6,
})

const choice = {
  id: 'choice:1',
  kind: 'choice',
  direction: 'horizontal',
  multiple: true,
  shape: 'rect',
  outlined: true,
  group: 'g',
  bubbles: ['A', 'B', 'C', 'D'].map((value) => bubble(value)),
} as const

const template: TemplatePage = {
  page: 1,
  widthMm: 210,
  heightMm: 297,
  anchors: [],
  pageCode: null,
  barcodes: [],
  fields: [{ ...choice, bubbles: [...choice.bubbles] }],
  regions: [],
}

const toPx = (xMm: number, yMm: number): [number, number] => [xMm * 8, yMm * 8]

function reading(values: string[], doubtful: boolean, more: Partial<PageReading> = {}) {
  const field: FieldReading = {
    id: 'choice:1',
    kind: 'choice',
    state: 'clear',
    values,
    confidence: 0.97,
    doubtful,
    reason: '',
    bubbles: choice.bubbles.map(({ value, column, xMm, yMm }) => ({
      value,
      column,
      darkness: 0,
      coverage: 0,
      filled: values.includes(value) ? 0.98 : 0.01,
      xPx: xMm * 8 + 4,
      yPx: yMm * 8,
    })),
  }
  return {
    status: 'ok',
    page: 1,
    fields: [field],
    barcodes: [],
    issues: [],
    ...more,
  } as unknown as PageReading
}

function truth(meant: string[], sure: 'clear' | 'doubtful') {
  const marked = { questionNo: '1', fieldId: 'choice:1', page: 1, meant, marks: [], expect: sure }
  return {
    examNo: { barcode: '20260117', bubbled: null, expect: 'clear' },
    absent: { filled: false },
    choices: [{ ...marked, because: null }],
    optional: [],
  } as unknown as SheetTruth
}

const page = { page: 1, kind: 'sheet' } as SheetTruth['pages'][number]

test.for([
  [['B'], false, ['B'], 'clear', 'right'],
  [['C'], false, ['B'], 'clear', 'silent'],
  [[], false, ['B'], 'clear', 'silent'],
  [['B', 'C'], false, ['B'], 'clear', 'silent'],
  [['B'], true, ['B'], 'clear', 'flaggedNeedlessly'],
  [['C'], true, ['B'], 'clear', 'flaggedNeedlessly'],
  [['C'], true, ['B'], 'doubtful', 'flaggedRightly'],
  [['B'], false, ['B'], 'doubtful', 'right'],
  [['C'], false, ['B'], 'doubtful', 'silent'],
  [[], false, [], 'clear', 'right'],
] as const)(
  'read %j (doubtful: %s), meant %j (%s to a person): %s',
  ([read, flag, meant, sure, fate]) => {
    const outcome = comparePage(
      reading([...read], flag),
      truth([...meant], sure),
      page,
      template,
      toPx,
    )
    const counts = {
      right: outcome.right,
      silent: outcome.silent.length,
      flaggedNeedlessly: outcome.flaggedNeedlessly,
      flaggedRightly: outcome.flaggedRightly,
    }
    const none = { right: 0, silent: 0, flaggedNeedlessly: 0, flaggedRightly: 0 }
    expect(counts).toEqual({ ...none, [fate]: 1 })
  },
)

test('a page taken for another is a silent error, a rejected one is not', () => {
  const other = comparePage(
    reading(['B'], false, { page: 2 }),
    truth(['B'], 'clear'),
    page,
    template,
    toPx,
  )
  expect(other.silent).toMatchObject([{ fieldId: 'page', read: 'page 2' }])
  const rejected = comparePage(
    reading([], false, { status: 'rejected', fields: [] }),
    truth(['B'], 'clear'),
    page,
    template,
    toPx,
  )
  expect(rejected).toMatchObject({ rejected: true, lost: 1, silent: [] })
})

test('a barcode read as another number is a silent error, an unread one is not', () => {
  const code = (text: string | null) =>
    comparePage(
      reading(['B'], false, { barcodes: [{ id: 'code', purpose: 'examNo', text }] }),
      truth(['B'], 'clear'),
      page,
      template,
      toPx,
    )
  expect(code('20260117')).toMatchObject({ silent: [], barcodes: { read: 1, missing: 0 } })
  expect(code(null)).toMatchObject({ silent: [], barcodes: { read: 0, missing: 1 } })
  expect(code('20260118').silent).toMatchObject([{ read: '20260118', meant: '20260117' }])
})

test('an engine that throws is counted, and its fields are lost', () => {
  const outcome = comparePage(new Error('torn'), truth(['B'], 'clear'), page, template, toPx)
  expect(outcome).toMatchObject({ rejected: false, lost: 1, right: 0 })
  expect(outcome.crash).toContain('torn')
})

test('claims are kept for what a person is sure of, and the furthest bubble is measured', () => {
  const sure = comparePage(reading(['C'], false), truth(['B'], 'clear'), page, template, toPx)
  expect(sure.fieldClaims).toEqual([{ probability: 0.97, isTrue: false }])
  expect(sure.optionClaims.map(({ isTrue }) => isTrue)).toEqual([false, true, false, false])
  expect(sure.offMm).toBe(0.5)
  const unsure = comparePage(reading(['C'], true), truth(['B'], 'doubtful'), page, template, toPx)
  expect(unsure.fieldClaims).toEqual([])
})
