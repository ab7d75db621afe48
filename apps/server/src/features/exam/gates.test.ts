import { describe, expect, test } from 'vitest'
import { stepAfter, stepBefore } from '@hengjuan/domain'
import { gatesOf, type SubjectFacts } from './gates.ts'

const facts = (change: Partial<SubjectFacts>): SubjectFacts => ({
  mode: 1,
  status: 1,
  hasSheet: true,
  fullMilli: 100_000,
  importFinished: false,
  registered: 40,
  noRecord: 0,
  openExceptions: 0,
  keysMissing: 0,
  unitsOpen: 0,
  blocks: [],
  ...change,
})
const block = (markMode: number, markers: number, leaders: number) => ({
  name: '第17题',
  markMode,
  markers,
  leaders,
})

const online = (more: object = {}) => ({
  isReleased: false,
  isCompleted: false,
  open: 0,
  toEnter: 0,
  ...more,
})

describe('gates of a subject', () => {
  test.for([
    ['no sheet', { hasSheet: false }, ['sheet']],
    ['a sheet without keys only warns', { keysMissing: 3 }, ['(keys)']],
    ['everything there', {}, []],
    [
      'marked on paper, no place for scores',
      { mode: 2, status: 2, blocks: [block(0, 0, 0)], unmarkable: [block(0, 0, 0)] },
      ['scorePlaces'],
    ],
    ['the same before the settings', { mode: 2, unmarkable: [block(0, 0, 0)] }, ['scorePlaces']],
    ['an original that nobody attached', { mode: 6, paper: { pages: 0, unbound: 3 } }, ['paper']],
    ['an original without regions', { mode: 6, paper: { pages: 2, unbound: 3 } }, []],
    [
      'the same before the reports',
      { mode: 6, status: 3, paper: { pages: 2, unbound: 3 } },
      ['(paperRegions)'],
    ],
    [
      'marked on paper needs no marker',
      { mode: 2, status: 2, blocks: [block(0, 0, 0)], unmarkable: [] },
      [],
    ],
    ['nobody enrolled', { status: 2, registered: 0 }, ['roster']],
    ['single marking needs one marker', { status: 2, blocks: [block(0, 0, 0)] }, ['markers']],
    ['single marking with one marker', { status: 2, blocks: [block(0, 1, 0)] }, []],
    ['double marking needs two', { status: 2, blocks: [block(2, 1, 0)] }, ['markers']],
    ['arbitration needs a leader', { status: 2, blocks: [block(1, 2, 0)] }, ['arbitrators']],
    ['triple without arbitration needs none', { status: 2, blocks: [block(4, 2, 0)] }, []],
    [
      'everything open before the reports',
      { status: 3, noRecord: 1, openExceptions: 2, unitsOpen: 3, keysMissing: 4 },
      ['exceptions', 'units', 'keys', '(noRecord)'],
    ],
    ['a test page that nobody graded', { status: 2, isUntested: true }, ['(testPage)']],
    [
      'qualifying without scripts',
      { status: 2, blocks: [{ ...block(0, 1, 0), lacksScripts: true }] },
      ['(calibration)'],
    ],
    [
      'sheets that are still to come',
      { status: 2, rooms: [{ room_no: '03', expected: 40, scanned: 35 }] },
      ['(scanned)'],
    ],
    ['no sheet yet', { status: 2, rooms: [{ room_no: '03', expected: 40, scanned: 0 }] }, []],
    [
      'marking that nobody opened',
      { status: 3, blocks: [{ ...block(0, 1, 0), isClosed: true }] },
      ['(unopened)'],
    ],
    ['nobody is scanned', { status: 3, noRecord: 40 }, ['noRecord']],
    ['an import needs no sheet', { mode: 4, hasSheet: false }, []],
    ['an import needs a full mark', { mode: 4, fullMilli: 0 }, ['full']],
    ['an import that is not finished', { mode: 4, status: 3, unitsOpen: 3 }, ['import']],
    ['an online exam needs a table of questions', { mode: 3, hasSheet: false }, ['sheet']],
    ['an online exam waits for its release', { mode: 3, status: 2, online: online() }, ['release']],
    [
      'an online exam waits for its end',
      { mode: 3, status: 3, online: online({ isReleased: true, open: 2, toEnter: 3 }) },
      ['complete'],
    ],
    [
      'an online exam waits for makeups and for answers on their way',
      { mode: 3, status: 3, online: online({ isCompleted: true, open: 1, toEnter: 3 }) },
      ['attempts', 'entering'],
    ],
    ['an online exam tells its questions', { mode: 3, untold: 2 }, ['(stems)']],
    ['an online exam has no sheets to miss', { mode: 3, status: 3, noRecord: 4 }, ['(noRecord)']],
    ['the last step has no next', { status: 6, noRecord: 3 }, []],
  ] as const)('%s', ([, change, expected]) => {
    const codes = gatesOf(facts(change)).map(({ code, blocking }) =>
      blocking ? code : `(${code})`,
    )
    expect(codes).toEqual(expected)
  })

  test('say how many and what to do', () => {
    expect(gatesOf(facts({ status: 3, openExceptions: 12 }))).toEqual([
      { code: 'exceptions', count: 12, blocking: true, text: '12 条扫描异常没有处理' },
    ])
  })

  test('do not speak of sheets to an online exam', () => {
    const online = { mode: 3, hasSheet: false, noRecord: 4 }
    const texts = [1, 3].flatMap((status) => gatesOf(facts({ ...online, status })))
    expect(texts.map(({ text }) => text)).toEqual([
      '还没有设置题目表，请先录入并保存题目',
      '4 名考生没有作答，也没有登记缺考',
    ])
  })
})

test('steps follow 1, 2, 3, 6', () => {
  expect([1, 2, 3, 6].map(stepAfter)).toEqual([2, 3, 6, null])
  expect([1, 2, 3, 6].map(stepBefore)).toEqual([null, 1, 2, 3])
})

test('sheets are counted by room', () => {
  const rooms = [
    { room_no: '01', expected: 40, scanned: 40 },
    { room_no: '03', expected: 40, scanned: 35 },
    { room_no: null, expected: 5, scanned: 4 },
  ]
  const [gate] = gatesOf(facts({ status: 2, rooms }))
  expect([gate?.count, gate?.text]).toEqual([6, '已扫 79 / 85 人：03 考场缺 5'])
})
