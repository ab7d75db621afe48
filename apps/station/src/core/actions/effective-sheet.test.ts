import type { FieldReading, PageIssue, PageReading } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import type { Finding } from '../store/sheet-notes.ts'
import { effectiveSheet, type ScannedSheet } from './effective-sheet.ts'
import type { LiveAction, StoredDecision } from './stored-action.ts'

const SHEET = 'sheet-a'

const field = (id: string, change: Partial<FieldReading> = {}): FieldReading => ({
  id,
  kind: 'choice',
  state: 'clear',
  values: ['A'],
  confidence: 1,
  doubtful: false,
  reason: '',
  bubbles: [],
  ...change,
})

const reading = (page: number | null, change: Partial<PageReading> = {}): PageReading => ({
  engine: 'test',
  templateId: 't',
  page,
  widthPx: 100,
  heightPx: 100,
  status: page === null ? 'rejected' : 'ok',
  registration: null,
  pageCode: null,
  barcodes: [],
  fields: [],
  regions: [],
  quality: { sharpness: 1, contrast: 200, inkRatio: 0.1, blank: false },
  issues: [],
  ...change,
})

const number = (text: string, change: Partial<FieldReading> = {}) =>
  field('exam_no', { kind: 'examNo', values: [...text], ...change })

const lost: PageIssue = { code: 'ANCHORS_MISSING', message: '没有找到定位块', blocking: true }
const finding = (category: Finding['category'], change: Partial<Finding> = {}): Finding => ({
  category,
  message: category,
  page_seq: 1,
  field_id: null,
  ...change,
})

const sheet = (
  pages: PageReading[],
  findings: Finding[],
  examNo: string | null = '20261001',
): ScannedSheet => ({
  id: SHEET,
  pages: pages.map((each, at) => ({ seq: at + 1, imageId: `image-${at + 1}`, reading: each })),
  pageCount: pages.length,
  machine: { examNo, candidateName: null, findings },
})

const people = [
  { exam_no: '20261001', name: '陈思远', class_name: '1 班' },
  { exam_no: '20261002', name: '李慧敏', class_name: '1 班' },
]
const roster = {
  byExamNo: new Map(people.map((one) => [one.exam_no, one])),
  byId: new Map(people.map((one, at) => [at + 1, one])),
}

const live = (...decisions: StoredDecision[]): LiveAction[] =>
  decisions.map((decision, at) => ({
    id: `action-${at + 1}`,
    sheet_id: SHEET,
    decision,
    readings: [],
  }))

const answer = (target: string): StoredDecision => ({
  kind: 'answer',
  options: [{ target, values: ['B'], resolved_as: 'answer', confirms: false }],
})

/** What one decision settles, and what it leaves open. */
test.for<[string, StoredDecision, Finding['category'][]]>([
  ['whose sheet it is', { kind: 'identity', candidate_id: 2 }, ['exam_no']],
  ['an answer', answer('choice:1'), ['choice']],
  ['an answer to another question', answer('choice:2'), []],
  ['presence', { kind: 'absence', attendance: 0 }, ['absence']],
  ['that the boxes are right', { kind: 'accept_page', page_seq: 1 }, ['objective_box']],
  ['that a page is missing', { kind: 'accept_missing' }, ['missing_page']],
  ['that a page is none', { kind: 'ignore_page', page_seq: 2 }, ['positioning']],
  ['that a mark was checked', { kind: 'verify', target: 'misconduct' }, ['to_verify']],
  ['that the sheet is cut again', { kind: 'recrop' }, []],
])('deciding %s settles only that', ([, decision, expected]) => {
  const open = [
    finding('exam_no', { field_id: 'exam_no' }),
    finding('choice', { field_id: 'choice:1' }),
    finding('absence', { field_id: 'absent' }),
    finding('objective_box', { field_id: 'choice:5' }),
    finding('missing_page', { page_seq: null }),
    finding('positioning', { page_seq: 2 }),
    finding('to_verify', { field_id: 'misconduct' }),
  ]
  const { findings } = effectiveSheet(
    sheet([reading(1), reading(null)], open),
    live(decision),
    roster,
  )
  expect(findings.filter(({ by }) => by !== null).map(({ category }) => category)).toEqual(expected)
})

test('voiding a sheet settles everything and says why it is out of use', () => {
  const scanned = sheet(
    [reading(1)],
    [finding('exam_no'), finding('choice', { field_id: 'choice:1' })],
  )
  const result = effectiveSheet(scanned, live({ kind: 'void', reason: 'rescan' }), roster)
  expect(result.voided).toBe('rescan')
  expect(result.findings.every(({ by }) => by === 'action-1')).toBe(true)
})

test('of two sheets with one number the one that is not kept is out of use', () => {
  const decision = (keep: string | null): StoredDecision => ({
    kind: 'duplicate',
    sheet_ids: [SHEET, 'sheet-b'],
    keep,
  })
  const scanned = sheet([reading(1)], [finding('duplicate', { page_seq: null })])
  const voidedIf = (keep: string | null) =>
    effectiveSheet(scanned, live(decision(keep)), roster).voided
  expect([voidedIf(SHEET), voidedIf('sheet-b'), voidedIf(null)]).toEqual([
    null,
    'duplicate',
    'duplicate',
  ])
})

test('a further sheet stays in use beside the other one, and only the repeat is settled', () => {
  const scanned = sheet(
    [reading(1)],
    [finding('duplicate', { page_seq: null }), finding('choice', { field_id: 'choice:1' })],
  )
  const joined = (keep: string, further: string) =>
    effectiveSheet(
      scanned,
      live({ kind: 'duplicate', sheet_ids: [SHEET, 'sheet-b', 'sheet-c'], keep, further }),
      roster,
    )
  for (const result of [joined('sheet-b', SHEET), joined(SHEET, 'sheet-b')]) {
    expect(result.voided).toBeNull()
    expect(result.findings.map(({ category, by }) => [category, by !== null])).toEqual([
      ['choice', false],
      ['duplicate', true],
    ])
  }
  // Of three sheets the one that nobody spoke of is as it was.
  const third = joined('sheet-b', 'sheet-c')
  expect(third.voided).toBeNull()
  expect(third.findings.every(({ by }) => by === null)).toBe(true)
})

describe('a page that is read again', () => {
  const before = sheet(
    [reading(1, { fields: [number('20261001')] }), reading(null, { issues: [lost] })],
    [finding('positioning', { page_seq: 2 }), finding('duplicate', { page_seq: null })],
  )
  const relocated = (again: PageReading): LiveAction[] => [
    {
      id: 'action-1',
      sheet_id: SHEET,
      decision: { kind: 'locate', page_seq: 2, page: 2, anchors: [] },
      readings: [{ page_seq: 2, reading: again }],
    },
  ]

  test('is no positioning error any more, and shows what is now unclear', () => {
    const again = reading(2, {
      fields: [field('choice:30', { doubtful: true, values: [], state: 'faint', reason: '太淡' })],
    })
    const { findings, pages } = effectiveSheet(before, relocated(again), roster)
    expect(findings.map(({ category, target, by }) => [category, target, by])).toEqual([
      ['choice', 'choice:30', null],
    ])
    expect(pages[1]?.reading).toBe(again)
  })

  test('keeps the answers that a person gave before', () => {
    const doubtful = field('choice:30', { doubtful: true, values: ['C'], state: 'multi' })
    const again = reading(2, { fields: [doubtful] })
    const [first] = relocated(again)
    const result = effectiveSheet(before, [...live(answer('choice:30')), first!], roster)
    expect(result.answers.get('choice:30')?.values).toEqual(['B'])
    expect(result.findings.map(({ by }) => by)).toEqual(['action-1'])
  })

  test('goes back to the first reading when the person chooses that', () => {
    const again = reading(2)
    const result = effectiveSheet(
      before,
      [
        ...relocated(again),
        {
          id: 'action-2',
          sheet_id: SHEET,
          decision: { kind: 'first_reading', page_seq: 2 },
          readings: [],
        },
      ],
      roster,
    )
    expect(result.findings.map(({ category, by }) => [category, by])).toEqual([
      ['positioning', null],
    ])
  })
})

test('a candidate that a person chose gives the sheet another number and answers to no other', () => {
  const scanned = sheet([reading(1)], [finding('exam_no', { field_id: 'exam_no' })], '2026100?')
  const asked: (string | null)[] = []
  const result = effectiveSheet(
    scanned,
    live({ kind: 'identity', candidate_id: 2 }),
    roster,
    (examNo) => {
      asked.push(examNo)
      return finding('duplicate', { page_seq: null })
    },
  )
  expect(result).toMatchObject({ examNo: '20261002', candidateName: '李慧敏', candidateId: 2 })
  expect(asked).toEqual(['20261002'])
  expect(result.findings.map(({ category, by }) => [category, by])).toEqual([
    ['exam_no', 'action-1'],
    ['duplicate', null],
  ])
})

test('warnings are accepted as they were seen, and a later one is not covered', () => {
  const warning = (code: PageIssue['code']): PageIssue => ({ code, message: code, blocking: false })
  const accept: StoredDecision = {
    kind: 'force_sure',
    note: '',
    warnings: [{ page_seq: 1, codes: ['GRID_SHIFTED'] }],
  }
  const settled = (issues: PageIssue[]) =>
    effectiveSheet(
      sheet([reading(1, { issues })], [finding('objective_box')]),
      live(accept),
      roster,
    ).findings.every(({ by }) => by !== null)
  expect(settled([warning('GRID_SHIFTED')])).toBe(true)
  expect(settled([warning('GRID_SHIFTED'), warning('CLIPPED')])).toBe(false)
})
