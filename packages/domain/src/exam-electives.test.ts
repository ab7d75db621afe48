import { expect, test } from 'vitest'
import type { ComboScheme } from './combo.ts'
import {
  comboCounts,
  type Enrolled,
  type Registered,
  type RosterChange,
  rosterChanges,
  sessionProblem,
  sittingCounts,
} from './exam-electives.ts'

const [CHINESE, PHYSICS, CHEMISTRY, BIOLOGY, POLITICS, HISTORY, GEOGRAPHY] = [1, 4, 5, 6, 7, 8, 9]
const science = { combo: [PHYSICS, CHEMISTRY, BIOLOGY] }
const arts = { combo: [HISTORY, POLITICS, GEOGRAPHY] }
const none = { combo: [] }

test('electives: combinations are counted, the commonest first and none at last', () => {
  expect(comboCounts([none, arts, science, none, none, { combo: [6, 5, 4] }])).toEqual([
    { ids: [4, 5, 6], count: 2 },
    { ids: [7, 8, 9], count: 1 },
    { ids: [], count: 3 },
  ])
})

test('electives: who has no combination sits everything, others what they chose', () => {
  expect(sittingCounts([science, science, arts, none], [CHINESE, PHYSICS, HISTORY])).toEqual([
    { subject_id: CHINESE, sits: 4, left_out: 0 },
    { subject_id: PHYSICS, sits: 3, left_out: 1 },
    { subject_id: HISTORY, sits: 2, left_out: 2 },
  ])
})

const NAMES: Record<number, string> = { 2: '数学', 4: '物理', 8: '历史' }
const session = (subject_id: number, from: string, to: string) => ({
  subject_id,
  starts_at: `2026-11-20T${from}:00.000Z`,
  ends_at: `2026-11-20T${to}:00.000Z`,
})

test.for<[string, ComboScheme, [number, string, string][], string | null]>([
  [
    'one after the other',
    'none',
    [
      [2, '01:00', '03:00'],
      [4, '03:00', '04:15'],
    ],
    null,
  ],
  [
    'an overlap',
    'none',
    [
      [2, '01:00', '03:00'],
      [4, '02:30', '04:15'],
    ],
    '数学与物理时间重叠',
  ],
  [
    'one within the other',
    '3+1+2',
    [
      [4, '02:00', '02:30'],
      [2, '01:00', '03:00'],
    ],
    '物理与数学时间重叠',
  ],
  [
    'either of two of 3+1+2',
    '3+1+2',
    [
      [4, '01:00', '02:15'],
      [8, '01:00', '02:15'],
    ],
    null,
  ],
  [
    'the same of 3+3',
    '3+3',
    [
      [4, '01:00', '02:15'],
      [8, '01:00', '02:15'],
    ],
    '物理与历史时间重叠',
  ],
  ['an end before the start', 'none', [[2, '03:00', '01:00']], '数学的结束时间要晚于开始时间'],
  [
    'a day of thirteen hours',
    'none',
    [[2, '01:00', '14:00']],
    '数学的考试时间超过 12 小时，请核对',
  ],
  ['an end that is missing', 'none', [[2, '01:00', 'xx']], '数学的考试时间没有写完整'],
])('session times: %s in %s', ([, scheme, times, problem]) => {
  const sessions = times.map(([id, from, to]) => session(id, from, to))
  expect(sessionProblem(sessions, scheme, (id) => NAMES[id] ?? '')).toBe(problem)
})

const before: Enrolled = { class_id: 1, name: '李雷', combo: '4,5,6', left_out: [HISTORY] }
const now: Registered = { class_id: 1, name: '李雷', combo: science.combo, hasLeft: false }

test.for<[string, Partial<Enrolled>, Partial<Registered>, RosterChange[]]>([
  ['nothing', {}, {}, []],
  ['another class and name', {}, { class_id: 2, name: '李蕾' }, ['class', 'name']],
  ['who has left', {}, { class_id: 2, hasLeft: true }, ['left']],
  ['another combination', {}, { combo: arts.combo }, ['combo']],
  ['a combination that sits the same', {}, { combo: [PHYSICS, CHEMISTRY, GEOGRAPHY] }, []],
  ['what a person set', { left_out: [PHYSICS, HISTORY] }, {}, []],
  ['a combination noted since', { combo: '', left_out: [] }, {}, ['combo']],
  ['an enrolment of before', { combo: null, left_out: [] }, {}, ['combo']],
])('roster against the student list: %s', ([, enrolled, registered, changes]) => {
  expect(
    rosterChanges({ ...before, ...enrolled }, { ...now, ...registered }, [
      CHINESE,
      PHYSICS,
      HISTORY,
    ]),
  ).toEqual(changes)
})
