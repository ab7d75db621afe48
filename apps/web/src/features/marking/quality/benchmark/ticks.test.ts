import { expect, test } from 'vitest'
import { standingTicks, ticksOf, toggled } from './ticks.ts'

type Listed = Parameters<typeof ticksOf>[0][number]

const paper = (unit_id: number, refusal: string | null, withdraw_refusal?: string | null) =>
  ({
    unit_id,
    read_again: { refusal, sent: withdraw_refusal === undefined ? null : { withdraw_refusal } },
  }) as Listed
/** 1 and 2 may go to a second reader, 3 was sent, with 4 somebody has begun. */
const LIST = [
  paper(1, null),
  paper(2, null),
  paper(3, '已送第二人评阅', null),
  paper(4, '已送第二人评阅', '已有教师领取'),
]

test.for([
  [[], { waiting: [], isAll: false, isToWithdraw: false }],
  [[1], { waiting: [], isAll: false, isToWithdraw: false }],
  [[1, 2], { waiting: [], isAll: true, isToWithdraw: false }],
  [[3], { waiting: [3], isAll: false, isToWithdraw: true }],
  [[3, 4], { waiting: [3], isAll: false, isToWithdraw: false }],
  [[1, 2, 3], { waiting: [3], isAll: true, isToWithdraw: false }],
] as const)('%o ticked: %o', ([ids, can]) => {
  expect(ticksOf(LIST, new Set(ids))).toEqual({ sendable: [1, 2], ...can })
})

test('ticking twice is not ticking', () => {
  const once = toggled(new Set([1]), 2)
  expect([...once]).toEqual([1, 2])
  expect([...toggled(once, 1)]).toEqual([2])
})

test('a paper that left the list is ticked no more: what was sent beside it can be called off', () => {
  const ticked = new Set([3, 9])
  expect(ticksOf(LIST, ticked).isToWithdraw).toBe(false)
  expect([...standingTicks(ticked, LIST)]).toEqual([3])
  expect(ticksOf(LIST, standingTicks(ticked, LIST)).isToWithdraw).toBe(true)
})
