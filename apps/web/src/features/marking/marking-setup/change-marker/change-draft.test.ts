import type { Sharing } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import { type Changes, judgeChanges, withChange } from './change-draft.ts'

type Saved = Parameters<typeof judgeChanges>[0]

const row = (marker_id: number, name: string, is: Partial<Saved['list'][number]> = {}) => ({
  marker_id,
  name,
  duty: 'marker',
  suspended: 0,
  may_mark: 1,
  done: 0,
  claimed: 0,
  claimed_base: 0,
  target: null,
  ...is,
})
/** 100 papers, each read once; 王芳 has read 40 and holds 4, 李强 is stopped after 10, 赵敏 leads. */
const SAVED = {
  alloc_mode: 3,
  units: 100,
  readings: 90,
  markers_needed: 1,
  mark_scope: 'all',
  parts: null,
  list: [
    row(1, '王芳', { done: 40, claimed: 4, claimed_base: 4, target: 50 }),
    row(2, '陈静', { target: 40, may_mark: 0 }),
    row(3, '李强', { done: 10, suspended: 1, target: 10 }),
    row(9, '赵敏', { duty: 'leader' }),
  ],
} as unknown as Saved
const person = (id: number, name: string, mayMark = true, schoolId = 7) => ({
  id,
  name,
  school: schoolId === 7 ? '一中' : '二中',
  schoolId,
  mayMark,
})
const STAFF = [person(1, '王芳'), person(4, '钱进'), person(5, '孙丽', false), person(9, '赵敏')]

const STOP_1: Changes = new Map([[1, { kind: 'stop' }]])
const BY_4: Changes = new Map([[1, { kind: 'replace', byId: 4, byName: '钱进' }]])
const NONE: Changes = new Map()
const judge = (is: {
  changes?: Changes
  sharing?: Sharing
  mayChange?: boolean
  saved?: Partial<Saved>
  staff?: typeof STAFF
}) =>
  judgeChanges(
    { ...SAVED, ...is.saved },
    is.staff ?? STAFF,
    is.changes ?? NONE,
    is.sharing ?? 'keep',
    is.mayChange ?? true,
  )

describe('whether changes can be saved', () => {
  test.for([
    [{}, '还没有更换或调整', 'nothing was changed'],
    [{ changes: STOP_1 }, null, 'one stops'],
    [{ changes: STOP_1, mayChange: false }, '当前身份只能查看', 'who only looks'],
    [{ sharing: 'even' }, null, 'the rest is shared otherwise'],
    [{ sharing: 'even', saved: { alloc_mode: 1 } }, '还没有更换或调整', 'nobody has a target'],
    [
      { changes: STOP_1, saved: { markers_needed: 2 } },
      '每份需要 2 人评阅，目前只有 1 名阅卷教师，请继续添加',
      'too few are left',
    ],
    // Others stopped 李强 already: the change is past.
    [{ changes: new Map([[3, { kind: 'stop' }]]) }, '还没有更换或调整', 'it was made elsewhere'],
  ] as [Parameters<typeof judge>[0], string | null, string][])('%o: %s (%s)', ([is, refusal]) => {
    expect(judge(is).refusal).toBe(refusal)
  })
})

test('who takes over is new in the block, who may mark no more is told', () => {
  const { people } = judge({ changes: BY_4 })
  expect(
    people.map(({ name, isStopped, isNew, isUnable }) => [name, isStopped, isNew, isUnable]),
  ).toEqual([
    ['王芳', true, false, false],
    ['陈静', false, false, true],
    ['李强', true, false, false],
    ['钱进', false, true, false],
  ])
})

test('whoever is in the block, leads it, is about to take over, or may not mark, can not take over', () => {
  expect(judge({}).others.map(({ name }) => name)).toEqual(['钱进'])
  expect(judge({ changes: BY_4 }).others).toEqual([])
})

test('schools are named where there are several', () => {
  const schools = (staff: typeof STAFF) => judge({ staff }).people.map(({ school }) => school)
  expect(schools(STAFF)).toEqual(['', '', ''])
  expect(schools([...STAFF, person(2, '陈静', true, 8)])).toEqual(['一中', '二中', ''])
})

test('saving says who stops with what they hold, and whose target changes', () => {
  expect(judge({}).effect).toBe('')
  expect(judge({ changes: STOP_1 }).effect).toBe(
    '1 名教师停止分配，收回 4 份手中的试卷；1 名教师的任务量有变化',
  )
})

test('what there is to read counts what those have done who are stopped, and a surplus is told', () => {
  const need = '共 100 份试卷，需要 100 份评阅（停止分配的教师已评 10 份，其余 90 份）'
  expect(judge({}).note).toBe(need)
  expect(judge({ saved: { readings: 80 } }).note).toBe(
    '共 100 份试卷，需要 90 份评阅（停止分配的教师已评 10 份，其余 80 份），任务量合计多出 10 份',
  )
})

test.for([
  ['stop', { kind: 'stop' }],
  ['4', { kind: 'replace', byId: 4, byName: '钱进' }],
  ['', undefined],
  // Gone from the staff since the page was read.
  ['77', { kind: 'replace', byId: 8, byName: '周红' }],
] as const)('chosen %j, the change is %o', ([text, change]) => {
  const before: Changes = new Map([[1, { kind: 'replace', byId: 8, byName: '周红' }]])
  expect(withChange(before, 1, text, STAFF).get(1)).toEqual(change)
})
