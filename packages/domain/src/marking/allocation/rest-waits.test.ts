import { expect, test } from 'vitest'
import { errorBook } from '../../error-book.ts'
import {
  EXAM_MANAGER,
  managerOf,
  OVERRIDING_ADMIN,
  type RestOfBlock,
  waitsOfRest,
  waitsText,
} from './rest-waits.ts'

const NONE = {
  total: 20,
  done: 0,
  ready: 0,
  claimed: 0,
  third: 0,
  arbitration: 0,
  problem: 0,
  blank: 0,
  rejected: 0,
  waiting: 0,
}
const rest = (
  numbers: Partial<typeof NONE>,
  more: Partial<Omit<RestOfBlock, 'numbers'>> = {},
): RestOfBlock => {
  const parts = { ...NONE, ...numbers }
  const open = Object.entries(parts).reduce(
    (sum, [key, count]) => (key === 'total' || key === 'done' ? sum : sum + count),
    0,
  )
  return {
    status: 'open',
    numbers: { ...parts, done: parts.total - open },
    markers: 3,
    stuck: { unqualified: 0, barred: 0, gone: 0 },
    ...more,
  }
}
const barred = (count: number) => ({ stuck: { unqualified: 0, barred: count, gone: 0 } })

test.for([
  [rest({}), null, 'all is done'],
  [rest({ ready: 3, arbitration: 2 }), null, 'some can be marked'],
  [rest({ claimed: 1, problem: 2 }), null, 'one is in hand'],
  [rest({ arbitration: 2 }), [['arbitration', 2]], 'arbitration alone'],
  [
    rest({ third: 1, problem: 2, blank: 3, rejected: 4, waiting: 5 }),
    [
      ['third', 1],
      ['problem', 2],
      ['blank', 3],
      ['rejected', 4],
      ['waiting', 5],
    ],
    'everything apart',
  ],
  [rest({ ready: 3 }, barred(3)), [['barred', 3]], 'nobody may read what is left'],
  [rest({ ready: 3 }, barred(2)), null, 'somebody may read one of them'],
  [
    rest({ ready: 3, problem: 1 }, { stuck: { unqualified: 3, barred: 0, gone: 0 } }),
    [
      ['unqualified', 3],
      ['problem', 1],
    ],
    'nobody has qualified',
  ],
  [rest({ ready: 2, third: 2 }, barred(2)), null, 'the thirds may be those that are stuck'],
  [
    rest({ third: 2 }, barred(1)),
    [
      ['barred', 1],
      ['third', 1],
    ],
    'somebody may read one of the thirds',
  ],
  [rest({ ready: 2, third: 2 }, barred(4)), [['barred', 4]], 'all of the pool is stuck'],
  [
    rest({ rejected: 3 }, { stuck: { unqualified: 0, barred: 0, gone: 1 } }),
    [
      ['rejected', 2],
      ['gone', 1],
    ],
    'one of their markers is gone',
  ],
  [rest({ ready: 3 }, { markers: 0 }), [['no_marker', 3]], 'nobody marks'],
  [rest({ arbitration: 3 }, { markers: 0 }), [['arbitration', 3]], 'nobody has to'],
  [
    rest({ ready: 3, claimed: 1, arbitration: 1 }, { status: 'paused' }),
    [
      ['paused', 4],
      ['arbitration', 1],
    ],
    'paused',
  ],
  [
    rest({ problem: 1 }, { status: 'closed' }),
    [
      ['closed', 0],
      ['problem', 1],
    ],
    'closed with a paper left',
  ],
  [rest({ ready: 20 }, { status: 'setup' }), [['setup', 20]], 'not opened'],
  [rest({}, { status: 'paused' }), null, 'paused with nothing left'],
] as const)('%#: %o waits for %o (%s)', ([given, waits]) => {
  expect(waitsOfRest(given)?.map(({ kind, count }) => [kind, count]) ?? null).toEqual(waits)
})

test('what is waited for is told with whom', () => {
  const manager = managerOf(false)
  const waits = [
    { kind: 'paused', count: 4 },
    { kind: 'arbitration', count: 2 },
    { kind: 'problem', count: 3 },
    { kind: 'rejected', count: 1 },
  ] as const
  expect(waitsText(waits, { leaders: ['李明'], manager })).toBe(
    '已暂停（剩 4 份），等题组长李明恢复；待仲裁 2 份、问题卷 3 份，等题组长李明；待重评 1 份，等原阅卷教师',
  )
  expect(waitsText([{ kind: 'problem', count: 1 }], { leaders: [], manager })).toBe(
    '问题卷 1 份，等题组长（尚未指定）',
  )
  const leaders = ['李明', '王芳', '张伟']
  expect(waitsText([{ kind: 'blank', count: 5 }], { leaders, manager })).toBe(
    '空白确认 5 份，等题组长李明、王芳 等 3 人',
  )
})

test.for([
  [false, '无人可阅 2 份，等教务主任添加阅卷教师或放开回避'],
  // Schools of a joint exam have no say in who reads what.
  [true, '无人可阅 2 份，等阅卷管理员添加阅卷教师或放开回避'],
] as const)(
  'papers that nobody may read wait for who manages the exam, joint %o',
  ([isJoint, text]) => {
    const people = { leaders: ['李明'], manager: managerOf(isJoint) }
    expect(waitsText([{ kind: 'barred', count: 2 }], people)).toBe(text)
  },
)

test('whoever manages is named for both kinds of exams where nothing is known of the exam', () => {
  expect(EXAM_MANAGER).toBe('教务主任（联考为阅卷管理员）')
  for (const code of [
    'MARKING_LEADER_NEEDED',
    'MARKING_LEADS_NOTHING',
    'MARKING_OWN_CLEARANCE',
  ] as const)
    expect(errorBook[code]).toContain(EXAM_MANAGER)
  expect(errorBook.MARKING_OVERRIDE_ADMIN).toContain(OVERRIDING_ADMIN)
})
