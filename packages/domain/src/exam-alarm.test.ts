import { describe, expect, test } from 'vitest'
import { type ExamAlarmFacts, examAlarms, type SubjectAlarmFacts } from './exam-alarm.ts'

const subject = (more: Partial<SubjectAlarmFacts> = {}): SubjectAlarmFacts => ({
  subjectId: 2,
  name: '数学',
  mode: 1,
  status: 3,
  endsAt: null,
  rooms: [{ room_no: '01', expected: 40, scanned: 40 }],
  noRecord: 0,
  oldExceptions: 0,
  oldestException: null,
  unitsOpen: 12,
  deadline: null,
  eta: null,
  stuck: 0,
  arbitration: 0,
  suspended: [],
  importFinished: false,
  ...more,
})
/** Seen at nine in the evening of the day of the exam. */
const facts = (
  one: Partial<SubjectAlarmFacts>,
  more: Partial<ExamAlarmFacts> = {},
): ExamAlarmFacts => ({
  nowMs: Date.parse('2026-11-20T21:00:00+08:00'),
  startDate: '2026-11-20',
  published: false,
  subjects: [subject(one)],
  rosters: [],
  scoreAlarms: null,
  releases: [],
  appeals: [],
  ...more,
})
const half = [
  { room_no: '01', expected: 40, scanned: 40 },
  { room_no: '02', expected: 40, scanned: 10 },
]
const codes = (given: ExamAlarmFacts): string =>
  examAlarms(given)
    .map(({ code, level }) => `${level} ${code}`)
    .join(', ')

describe('alarms of a subject', () => {
  test.for([
    ['nothing', {}, ''],
    ['half the sheets', { rooms: half }, 'red scan_behind'],
    [
      'half the sheets within two hours of its own session',
      { rooms: half, endsAt: '2026-11-20T11:30:00.000Z' },
      '',
    ],
    [
      'nearly all sheets',
      { rooms: [{ room_no: '01', expected: 40, scanned: 38 }], noRecord: 2 },
      'amber no_sheet',
    ],
    [
      'exceptions of this afternoon',
      { oldExceptions: 3, oldestException: '2026-11-20T06:00:00.000Z' },
      'amber exception_old',
    ],
    [
      'exceptions of yesterday',
      { oldExceptions: 3, oldestException: '2026-11-19T06:00:00.000Z' },
      'red exception_old',
    ],
    ['a deadline that is past', { deadline: '2026-11-20T12:00:00.000Z' }, 'red marking_late'],
    [
      'a forecast after the deadline',
      { deadline: '2026-11-21T12:00:00.000Z', eta: '2026-11-22T12:00:00.000Z' },
      'amber marking_late',
    ],
    [
      'a forecast before it',
      { deadline: '2026-11-23T12:00:00.000Z', eta: '2026-11-22T12:00:00.000Z' },
      '',
    ],
    [
      'what may not be marked comes before what only waits',
      { arbitration: 4, stuck: 2 },
      'red nobody_can_mark, amber arbitration_waiting',
    ],
    ['somebody stopped by seeds', { suspended: ['陈思远'] }, 'amber seed_suspended'],
    ['an import', { mode: 4, rooms: half, stuck: 1 }, 'amber import_unfinished'],
    ['a finished import', { mode: 4, importFinished: true }, ''],
    ['on screen nothing is scanned', { mode: 3, rooms: half }, ''],
    ['not yet at marking', { status: 2, rooms: half, stuck: 1 }, ''],
  ] as const)('%s', ([, one, expected]) => {
    expect(codes(facts(one))).toBe(expected)
  })

  test('sheets are expected two hours after the day of the exam', () => {
    const at = (clock: string) =>
      codes(facts({ rooms: half }, { nowMs: Date.parse(`2026-11-20T${clock}:00+08:00`) }))
    expect([at('19:59'), at('20:00')]).toEqual(['', 'red scan_behind'])
  })

  test('a sentence names the rooms', () => {
    const [first] = examAlarms(facts({ rooms: half }))
    expect([first?.text, first?.count]).toEqual(['数学：已扫 50 / 80 人：02考场 10/40', 30])
  })
})

describe('alarms of an exam', () => {
  const DUE = { dueAt: '2026-11-21T06:00:00.000Z' }
  const PAST = { dueAt: '2026-11-20T06:00:00.000Z' }
  test.for([
    ['a roster on the day', { rosters: ['二中'] }, 'red roster_unconfirmed'],
    [
      'a roster before',
      { rosters: ['二中'], nowMs: Date.parse('2026-11-10T08:00:00Z') },
      'amber roster_unconfirmed',
    ],
    ['odd scores', { scoreAlarms: 3 }, 'amber score_alarm'],
    [
      'a missed release',
      { releases: [{ state: 'missed', at: '2026-11-19T00:00:00Z', audience: '教师' }] },
      'red release_due',
    ],
    [
      'a release tomorrow',
      { releases: [{ state: 'scheduled', at: '2026-11-21T00:00:00Z', audience: '教师' }] },
      'amber release_due',
    ],
    [
      'a release next week',
      { releases: [{ state: 'scheduled', at: '2026-11-29T00:00:00Z', audience: '教师' }] },
      '',
    ],
    ['an appeal due tomorrow', { published: true, appeals: [DUE] }, 'amber appeal_due'],
    ['an appeal overdue', { published: true, appeals: [DUE, PAST] }, 'red appeal_due'],
    ['scores are released: nothing of marking', { published: true, scoreAlarms: 3 }, ''],
  ] as const)('%s', ([, more, expected]) => {
    expect(codes(facts({}, more))).toBe(expected)
  })
})
