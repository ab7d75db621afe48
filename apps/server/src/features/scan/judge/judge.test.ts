import type { PageReading } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import { back, front, refused, template, withField, withIssue } from '../testing/readings.ts'
import { judgeCandidate, judgeOrphan, placeSheet, type PlacedSheet } from './candidate.ts'
import type { DecisionKind, DecisionValue, LiveDecision, RosterEntry } from './facts.ts'
import { identify } from './identity.ts'
import { planOf } from './page-plan.ts'

const plan = planOf(template)
const roster = new Map<string, RosterEntry>([
  ['10010001', { candidateId: 1, selected: true }],
  ['10010002', { candidateId: 2, selected: true }],
  ['10010003', { candidateId: 3, selected: false }],
])

let nextId = 1
const decided = (
  kind: DecisionKind,
  value: DecisionValue,
  target = '',
  actorId = 7,
): LiveDecision => ({ id: nextId++, kind, target, value, actorId })

const sheet = (
  id: string,
  readings: readonly PageReading[],
  decisions: LiveDecision[] = [],
): PlacedSheet =>
  placeSheet(
    {
      id,
      state: 'active',
      receivedAt: `2026-11-20T0${id.length}:00:00.000Z`,
      pages: readings.map((reading, at) => ({ seq: at + 1, imageHash: `${id}${at}`, reading })),
      decisions,
    },
    plan,
    (facts, roles) => identify(facts, roles, roster),
  )

/** Open exceptions of one sheet, `category target`, whoever owns it. */
function openOf(placed: PlacedSheet): string[] {
  const raised =
    placed.identity.candidateId === null
      ? judgeOrphan(placed, plan)
      : (judgeCandidate([placed], [], plan).raised.get(placed.sheet.id) ?? [])
  return raised.filter(({ by }) => by === null).map((one) => `${one.category} ${one.target}`)
}

const faint = (page: PageReading, no: number) =>
  withField(page, `choice:${no}`, { state: 'faint', doubtful: true, confidence: 0.6 })

test.for([
  [{ examNo: null }, '没有填涂考号，也没有读到条形码'],
  [{ examNo: null, reason: '条形码看不清' }, '没有填涂考号；条形码看不清'],
] as const)('a sheet without a number says why: %o', ([{ examNo, ...failed }, reason]) => {
  const read = front({ examNo })
  const barcodes = [{ id: 'code', purpose: 'examNo' as const, text: null, ...failed }]
  const { identity } = sheet('a', [{ ...read, barcodes }, back()])
  expect(identity.raised.map((one) => one.reason)).toEqual([reason])
})

test('a number of which no digit is filled is none', () => {
  const read = withField(front(), 'examNo', {
    state: 'blank',
    doubtful: true,
    values: Array.from({ length: 8 }, () => '?'),
  })
  const { identity } = sheet('a', [read, back()])
  expect(identity.machineExamNo).toBe(null)
  expect(identity.raised.map((one) => one.reason)).toEqual(['没有填涂考号，也没有读到条形码'])
})

test('a number with empty digits keeps the filled ones, and says which are empty', () => {
  const read = withField(front({ examNo: '26110056' }), 'examNo', {
    state: 'blank',
    doubtful: true,
    values: ['?', ...'6110056'],
  })
  const { identity } = sheet('a', [read, back()])
  expect(identity.machineExamNo).toBe('?6110056')
  expect(identity.raised.map((one) => one.reason)).toEqual(['第 1 位没有填涂：?6110056'])
})

test('marks in an unreadable column that contradict the barcode are a disagreement', () => {
  const read = withField(front({ examNo: '1001?001', barcode: '10010001' }), 'examNo', {
    bubbles: ['3', '5'].map((value) => ({
      value,
      column: 4,
      darkness: 0.8,
      coverage: 1,
      filled: 0.99,
      xPx: 0,
      yPx: 0,
    })),
  })
  const { identity } = sheet('a', [read, back()])
  expect(identity.candidateId).toBeNull()
  expect(identity.raised.map((one) => one.reason)).toEqual(['两处考号不一致：10010001 与 1001?001'])
})

describe('one sheet', () => {
  test.for<[string, PageReading[], string[]]>([
    ['is in no queue when all is clear', [front(), back()], []],
    ['may lie in any order', [back(), front()], []],
    ['is known by its barcode alone', [front({ examNo: null, barcode: '10010001' }), back()], []],
    [
      'lets the barcode stand for a digit that is not readable',
      [front({ examNo: '1001?001', barcode: '10010001' }), back()],
      [],
    ],
    ['with an unreadable digit', [front({ examNo: '1001?001' }), back()], ['exam_no exam_no']],
    ['without a number', [front({ examNo: null }), back()], ['exam_no exam_no']],
    ['with a number off the roster', [front({ examNo: '99999999' }), back()], ['exam_no exam_no']],
    [
      'of somebody who did not select the subject',
      [front({ examNo: '10010003' }), back()],
      ['exam_no exam_no'],
    ],
    [
      'whose barcode and bubbles differ',
      [front({ examNo: '10010002', barcode: '10010001' }), back()],
      ['exam_no exam_no'],
    ],
    ['without its back', [front()], ['missing_page pages']],
    [
      'whose front is not placed waits for that only',
      [refused('ANCHORS_MISSING'), back()],
      ['positioning page:1'],
    ],
    [
      'with a page of another sheet',
      [front(), refused('PAGE_OF_OTHER_SHEET')],
      ['positioning page:2'],
    ],
    [
      'with a blank page in place of its back',
      [front(), refused('BLANK_PAGE')],
      ['positioning page:2'],
    ],
    ['may have a blank page too many', [front(), back(), refused('BLANK_PAGE')], []],
    ['with its front twice', [front(), front(), back()], ['positioning page:2']],
    [
      'of which nothing is placed',
      [refused('ANCHORS_MISSING')],
      ['positioning page:1', 'missing_page pages'],
    ],
    ['with a shifted grid', [withIssue(front(), 'GRID_SHIFTED'), back()], ['objective_box page:1']],
    ['with a folded corner', [withIssue(front(), 'FOLDED_CORNER'), back()], ['to_verify page:1']],
    ['that is a little blurred is in no queue', [withIssue(front(), 'BLURRED'), back()], []],
    ['with a faint mark', [faint(front(), 2), back()], ['choice choice:2']],
    [
      'with two marks for a single choice, however sure the machine is',
      [withField(front(), 'choice:1', { values: ['A', 'B'] }), back()],
      ['choice choice:1'],
    ],
    [
      'with an option that is not printed',
      [withField(front(), 'choice:1', { values: ['Z'] }), back()],
      ['choice choice:1'],
    ],
    ['with blank questions is in no queue', [front({ choices: { 1: '', 2: '' } }), back()], []],
    ['with the absence box and answers', [front({ absent: true }), back()], ['absence absent']],
    [
      'with the absence box and writing on the back',
      [front({ absent: true, choices: { 1: '', 2: '', 3: '' }, ink: 0 }), back(0.05)],
      ['absence absent'],
    ],
    [
      'with the absence box and nothing else is in no queue',
      [front({ absent: true, choices: { 1: '', 2: '', 3: '' }, ink: 0 }), back(0)],
      [],
    ],
    [
      'with a smudged absence box',
      [withField(front(), 'absent', { state: 'faint', doubtful: true }), back()],
      ['absence absent'],
    ],
    [
      'with the misconduct box',
      [withField(front(), 'misconduct', { state: 'clear', values: ['misconduct'] }), back()],
      ['to_verify misconduct'],
    ],
  ])('%s', ([, readings, expected]) => {
    expect(openOf(sheet('a', readings))).toEqual(expected)
  })
})

describe('a decision', () => {
  test.for<[string, PageReading[], LiveDecision[]]>([
    [
      'identity closes a number problem',
      [front({ examNo: null }), back()],
      [decided('identity', { candidate_id: 1 })],
    ],
    [
      'an answer closes its question',
      [faint(front(), 2), back()],
      [decided('answer', { values: ['B'] }, 'choice:2')],
    ],
    ['missing closes a missing page', [front()], [decided('missing', { pages: [2] })]],
    [
      'a void of a stray page closes its positioning',
      [front(), back(), refused('ANCHORS_MISSING')],
      [decided('page', { action: 'ignore' }, 'page:3')],
    ],
    [
      'acceptance closes an objective box',
      [withIssue(front(), 'GRID_SHIFTED'), back()],
      [decided('page', { action: 'accept' }, 'page:1')],
    ],
    [
      'a look closes to-verify',
      [withIssue(front(), 'CLIPPED'), back()],
      [decided('verify', {}, 'page:1')],
    ],
    [
      'presence closes an absence conflict',
      [front({ absent: true }), back()],
      [decided('absence', { attendance: 0 }, 'absent')],
    ],
  ])('%s', ([, readings, decisions]) => {
    expect(openOf(sheet('a', readings, decisions))).toEqual([])
    expect(openOf(sheet('a', readings))).not.toEqual([])
  })

  test.for([
    [['CLIPPED', 'FOLDED_CORNER'], [], 'all that there is'],
    [['CLIPPED'], ['to_verify page:1'], 'one of two warnings'],
    [[], ['to_verify page:1'], 'none of them: they came when the page was read again'],
    [undefined, [], 'whatever there is'],
  ] as const)('accepted %o: open %o (%s)', ([codes, open]) => {
    const warned = {
      ...front(),
      issues: (['CLIPPED', 'FOLDED_CORNER'] as const).flatMap(
        (code) => withIssue(front(), code).issues,
      ),
    }
    const verified = decided('verify', codes ? { codes: [...codes] } : {}, 'page:1')
    expect(openOf(sheet('a', [warned, back()], [verified]))).toEqual(open)
  })

  test('by two persons about a warning each covers both', () => {
    const warned = {
      ...front(),
      issues: (['CLIPPED', 'FOLDED_CORNER'] as const).flatMap(
        (code) => withIssue(front(), code).issues,
      ),
    }
    const both = ['CLIPPED', 'FOLDED_CORNER'].map((code, at) =>
      decided('verify', { codes: [code] }, 'page:1', at),
    )
    expect(openOf(sheet('a', [warned, back()], both))).toEqual([])
  })

  test.for([
    [['choice:1'], [], 'the boxes that are off were seen'],
    [['choice:2'], ['objective_box page:1', 'choice choice:1'], 'others went astray since'],
  ] as const)('that boxes %o may be off: open %o (%s)', ([fields, open]) => {
    const stray = withField(front(), 'choice:1', { state: 'box_error', doubtful: true })
    const accepted = decided('page', { action: 'accept', fields: [...fields] }, 'page:1')
    const answer = decided('answer', { values: ['A'], resolved_as: 'answer' }, 'choice:1')
    const decisions = open.length === 0 ? [accepted, answer] : [accepted]
    expect(openOf(sheet('a', [stray, back()], decisions))).toEqual(open)
  })

  test('on another question leaves this one open', () => {
    const decision = decided('answer', { values: ['B'] }, 'choice:1')
    expect(openOf(sheet('a', [faint(front(), 2), back()], [decision]))).toEqual(['choice choice:2'])
  })

  test('to ignore the only front makes it missing', () => {
    const decision = decided('page', { action: 'ignore' }, 'page:1')
    expect(openOf(sheet('a', [refused('ANCHORS_MISSING'), back()], [decision]))).toEqual([
      'missing_page pages',
      'exam_no exam_no',
    ])
  })

  test('about identity stands whatever the machine reads', () => {
    const placed = sheet(
      'a',
      [front({ examNo: '10010001' }), back()],
      [decided('identity', { candidate_id: 2 })],
    )
    expect(placed.identity).toMatchObject({
      candidateId: 2,
      source: 'person',
      machineExamNo: '10010001',
    })
  })

  test('of a person wins over the machine, and the last one wins', () => {
    const placed = sheet(
      'a',
      [front(), back()],
      [
        decided('answer', { values: ['D'], resolved_as: 'answer' }, 'choice:1'),
        decided('answer', { values: [], resolved_as: 'multi_invalid' }, 'choice:2'),
        decided('answer', { values: ['C'], resolved_as: 'answer' }, 'choice:1'),
      ],
    )
    const { answers } = judgeCandidate([placed], [], plan)
    expect(Object.fromEntries(answers ?? [])).toEqual({
      'choice:1': { answer: ['C'], source: 'person', resolved_as: 'answer' },
      'choice:2': { answer: [], source: 'person', resolved_as: 'multi_invalid' },
      'choice:3': { answer: ['A', 'C'], source: 'machine' },
    })
  })
})

describe('a candidate', () => {
  test('whose question is in the queue has no answer to it', () => {
    const { answers } = judgeCandidate([sheet('a', [faint(front(), 2), back()])], [], plan)
    expect(answers?.get('choice:2')).toEqual({ answer: null, source: 'machine' })
  })

  test('with two different fronts is a duplicate, and the first received is used', () => {
    const first = sheet('a', [front({ choices: { 1: 'A' } }), back()])
    const second = sheet('bb', [front({ choices: { 1: 'D' } }), back()])
    const state = judgeCandidate([second, first], [], plan)
    expect(state.raised.get('a')).toEqual([])
    expect(state.raised.get('bb')).toMatchObject([
      { category: 'duplicate', detail: { others: ['a'], pages: [1, 2] } },
    ])
    expect(state.answers?.get('choice:1')?.answer).toEqual(['A'])
  })

  test('whose back was scanned later is complete', () => {
    const state = judgeCandidate(
      [sheet('a', [front()]), sheet('bb', [back()], [decided('identity', { candidate_id: 1 })])],
      [],
      plan,
    )
    const open = [...state.raised.values()].flat().filter(({ by }) => by === null)
    expect(open).toEqual([])
    expect(state.attendance).toBe(0)
  })

  test.for<[string, PlacedSheet[], LiveDecision[], number, string]>([
    ['without a sheet has no record', [], [], -1, 'machine'],
    [
      'without a sheet is absent once confirmed',
      [],
      [decided('absence', { attendance: 1 })],
      1,
      'person',
    ],
    ['with a sheet is present', [sheet('a', [front(), back()])], [], 0, 'machine'],
    [
      'with a box and no ink is absent',
      [sheet('a', [front({ absent: true, choices: { 1: '', 2: '', 3: '' }, ink: 0 }), back(0)])],
      [],
      1,
      'machine',
    ],
    [
      'with a conflict is present until decided',
      [sheet('a', [front({ absent: true }), back()])],
      [],
      0,
      'machine',
    ],
    [
      'is absent when a person says so',
      [
        sheet(
          'a',
          [front({ absent: true }), back()],
          [decided('absence', { attendance: 1 }, 'absent')],
        ),
      ],
      [],
      1,
      'person',
    ],
  ])('%s', ([, sheets, decisions, attendance, source]) => {
    const state = judgeCandidate(sheets, decisions, plan)
    expect([state.attendance, state.attendanceSource]).toEqual([attendance, source])
    expect(state.answers === null).toBe(attendance !== 0)
  })

  test('confirmed absent who then turns up in the scanner is a conflict', () => {
    const absent = decided('absence', { attendance: 1 })
    const state = judgeCandidate([sheet('a', [front(), back()])], [absent], plan)
    expect(state.raised.get('a')).toMatchObject([{ category: 'absence', by: null }])
    expect(state.attendance).toBe(1)
  })

  test('who is absent has no choices to confirm', () => {
    const placed = sheet(
      'a',
      [faint(front({ absent: true }), 1), back()],
      [decided('absence', { attendance: 1 }, 'absent')],
    )
    expect(openOf(placed)).toEqual([])
  })

  test('whose page is accepted as lost left its questions blank', () => {
    const lost = sheet(
      'a',
      [back()],
      [decided('missing', { pages: [1] }), decided('identity', { candidate_id: 1 })],
    )
    expect(judgeCandidate([lost], [], plan).answers?.get('choice:1')).toEqual({
      answer: [],
      source: 'person',
      resolved_as: 'blank',
    })
  })
})

describe('a further sheet', () => {
  const first = sheet('aa', [front(), back()])
  const secondBy = (decisions: LiveDecision[]) => sheet('a', [front(), back()], decisions)
  const judged = (second: PlacedSheet) => judgeCandidate([first, second], [], plan)

  test('waits as a repeated number until somebody says so, and then both are in use', () => {
    const open = (second: PlacedSheet) =>
      [...judged(second).raised.values()].flat().filter(({ by }) => by === null)
    expect(open(secondBy([])).map(({ category }) => category)).toEqual(['duplicate'])
    const further = decided('further', { candidate_id: 1, keep: 'aa' }, 'candidate')
    expect(open(secondBy([further]))).toEqual([])
    // Said of the sheet while it was another candidate's, it means nothing.
    const ofOther = decided('further', { candidate_id: 2, keep: 'aa' }, 'candidate')
    expect(open(secondBy([ofOther])).map(({ category }) => category)).toEqual(['duplicate'])
  })

  test('gives no answers, whenever it was scanned', () => {
    const further = decided('further', { candidate_id: 1, keep: 'aa' }, 'candidate')
    const second = sheet(
      'a',
      [withField(front(), 'choice:1', { values: ['D'] }), back()],
      [further],
    )
    const { answers } = judged(second)
    expect(answers?.get('choice:1')?.answer).toEqual(
      judgeCandidate([first], [], plan).answers?.get('choice:1')?.answer,
    )
  })
})

test('a numbered sheet without a stroke is asked about once, until somebody says who was there', () => {
  const bare = (page: PageReading): PageReading => ({
    ...page,
    fields: page.fields.map((field) =>
      field.kind === 'choice' ? { ...field, values: [], state: 'blank', doubtful: false } : field,
    ),
    regions: page.regions.map((region) => ({ ...region, inkRatio: 0, strokeMm: 0 })),
  })
  const unused = [bare(front()), bare(back())]
  expect(openOf(sheet('a', unused))).toEqual(['absence absent'])
  const there = decided('absence', { attendance: 0 }, 'absent')
  expect(openOf(sheet('a', unused, [there]))).toEqual([])
  expect(openOf(sheet('a', [front(), back()]))).not.toContain('absence absent')
  // Whose number nobody knows is not asked about.
  const unknown = sheet('a', [bare(front({ examNo: '99999999' })), bare(back())])
  expect(openOf(unknown).filter((one) => one.startsWith('absence'))).toEqual([])
})
