import type { FieldReading, PageReading } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { type RosterEntry, viewSheet } from './sheet-findings.ts'

const field = (change: Partial<FieldReading>): FieldReading => ({
  id: 'choice:1',
  kind: 'choice',
  state: 'clear',
  values: ['A'],
  confidence: 0.99,
  doubtful: false,
  reason: '',
  bubbles: [],
  ...change,
})

const examNo = (digits: string, change: Partial<FieldReading> = {}) =>
  field({ id: 'examNo', kind: 'examNo', values: [...digits], ...change })

const page = (change: Partial<PageReading> = {}): PageReading => ({
  engine: 'test',
  templateId: 't',
  page: 1,
  widthPx: 1000,
  heightPx: 1400,
  status: 'ok',
  registration: null,
  pageCode: null,
  barcodes: [],
  fields: [examNo('20260101'), field({})],
  regions: [],
  quality: { sharpness: 1, contrast: 200, inkRatio: 0.1, blank: false },
  issues: [],
  ...change,
})

const roster = new Map<string, RosterEntry>([
  ['20260101', { exam_no: '20260101', name: '王芳', class_name: '高一（1）班' }],
])

const view = (reading: PageReading, missing: number[] = []) =>
  viewSheet({ pages: [{ seq: 1, reading }], missing, roster })

test('a clean sheet has no finding and knows its candidate', () => {
  expect(view(page())).toMatchObject({
    findings: [],
    examNo: '20260101',
    candidate: { name: '王芳' },
  })
})

test.for([
  ['20260102', '相近的考生：20260101 王芳', 'one digit off'],
  ['2026?101', '相近的考生：20260101 王芳', 'one digit unreadable'],
  ['99999999', '', 'like nobody’s'],
] as const)(
  'an exam number %s that is not on the list names who is near: %s (%s)',
  ([digits, near]) => {
    const [finding] = view(page({ fields: [examNo(digits)] })).findings
    expect(finding!.message.includes('相近的考生')).toBe(near !== '')
    expect(finding!.message).toContain(near)
  },
)

const blockingIssue = { code: 'ANCHORS_MISSING', message: '找不到定位点', blocking: true } as const
const absent = field({ id: 'absent', kind: 'absent', values: ['absent'] })

test.for<[string, PageReading, number[], string[]]>([
  ['a page without geometry', page({ issues: [blockingIssue], fields: [] }), [], ['positioning']],
  ['a note about the page', page({ issues: [{ ...blockingIssue, blocking: false }] }), [], []],
  ['a missing page', page(), [2], ['missing_page']],
  ['an unknown exam number', page({ fields: [examNo('99999999')] }), [], ['exam_no']],
  ['an unreadable digit', page({ fields: [examNo('2026?101')] }), [], ['exam_no']],
  ['no exam number', page({ fields: [examNo('', { state: 'blank' })] }), [], ['exam_no']],
  [
    'a doubtful exam number',
    page({ fields: [examNo('20260101', { doubtful: true, reason: '与条形码不一致' })] }),
    [],
    ['exam_no'],
  ],
  [
    'two marks on one question',
    page({ fields: [examNo('20260101'), field({ state: 'multi', doubtful: true })] }),
    [],
    ['choice'],
  ],
  [
    'a shifted grid',
    page({ fields: [examNo('20260101'), field({ state: 'box_error', doubtful: true })] }),
    [],
    ['objective_box'],
  ],
  [
    'absent and nothing answered',
    page({ fields: [examNo('20260101'), absent, field({ state: 'blank', values: [] })] }),
    [],
    [],
  ],
  [
    'absent but a choice filled',
    page({ fields: [examNo('20260101'), absent, field({})] }),
    [],
    ['absence'],
  ],
  [
    'absent but ink in an answer area',
    page({
      fields: [examNo('20260101'), absent],
      regions: [{ id: 'block:1:0', blockKey: '1', part: 0, inkRatio: 0.05, quadPx: [] }],
    }),
    [],
    ['absence'],
  ],
])('%s is found', ([, reading, missing, expected]) => {
  const { findings } = view(reading, missing)
  expect(findings.map((finding) => finding.category)).toEqual(expected)
  for (const finding of findings) expect(finding.message).not.toBe('')
})

test('a barcode names the candidate when the bubbles are empty', () => {
  const reading = page({
    fields: [],
    barcodes: [{ id: 'exam', purpose: 'examNo', text: '20260101' }],
  })
  expect(view(reading).candidate?.name).toBe('王芳')
})

test('without a list no number is called unknown', () => {
  const reading = page({ fields: [examNo('99999999')] })
  expect(viewSheet({ pages: [{ seq: 1, reading }], missing: [], roster: null }).findings).toEqual(
    [],
  )
})
