import { describe, expect, test } from 'vitest'
import {
  attendanceLabel,
  decideAbsence,
  isAttendance,
  isCounted,
  isRegistered,
} from './attendance.ts'
import {
  firstException,
  SCAN_EXCEPTION_ORDER,
  SCAN_EXCEPTION_TABS,
  tabOfException,
} from './scan-exception.ts'

test.for([
  [0, '正常', true, true],
  [1, '缺考', false, true],
  [-1, '无记录', false, true],
  [3, '未选考', false, false],
] as const)(
  'attendance %i is %s, counted %s, registered %s',
  ([code, label, counted, registered]) => {
    expect([attendanceLabel(code), isCounted(code), isRegistered(code)]).toEqual([
      label,
      counted,
      registered,
    ])
  },
)

test.for([2, 4, '0', null])('%o is no attendance code', (value) => {
  expect(isAttendance(value)).toBe(false)
})

test.for([
  [true, true, false, 'absent'],
  [true, true, true, 'conflict'],
  [true, false, true, 'present'],
  [true, false, false, 'present'],
  [false, false, false, 'noRecord'],
] as const)(
  'scanned %s, box %s, answers %s: %s',
  ([scanned, absentBoxFilled, hasAnswers, decision]) => {
    expect(decideAbsence({ scanned, absentBoxFilled, hasAnswers })).toBe(decision)
  },
)

describe('scan exceptions', () => {
  test('are worked off upload, positioning, box, identity, duplicate, absence, choice, score, verify', () => {
    expect(SCAN_EXCEPTION_ORDER.filter((category) => category !== 'missing_page')).toEqual([
      'to_upload',
      'positioning',
      'objective_box',
      'exam_no',
      'duplicate',
      'absence',
      'choice',
      'score',
      'to_verify',
    ])
    expect(firstException(['choice', 'exam_no', 'to_verify'])).toBe('exam_no')
    expect(firstException([])).toBeNull()
  })

  test('have the eleven tabs of the specification, missing pages under positioning', () => {
    expect(SCAN_EXCEPTION_TABS).toHaveLength(11)
    expect(tabOfException('missing_page')).toBe('positioning')
  })
})
