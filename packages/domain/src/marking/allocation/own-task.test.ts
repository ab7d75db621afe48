import { expect, test } from 'vitest'
import { isOverTask, isUnfinishedTask, type OwnTask, whyNothing } from './own-task.ts'

const task = (more: Partial<OwnTask> = {}): OwnTask => ({
  status: 'open',
  target: 80,
  claimed_count: 0,
  rejected_count: 0,
  taken_back_count: 0,
  pool_count: 0,
  pool_reason: null,
  suspended: 0,
  unit_count: 160,
  final_count: 160,
  qualification: null,
  qualification_waits: null,
  leader_names: [],
  ...more,
})

test.for<[string, Partial<OwnTask>, boolean]>([
  ['every paper has its score', {}, false],
  ['one was sent back', { rejected_count: 1 }, true],
  ['one was taken back', { taken_back_count: 1 }, true],
  ['one is in hand', { claimed_count: 1 }, true],
  ['some may be taken', { pool_count: 3 }, true],
  ['others still mark theirs', { final_count: 10 }, true],
  ['the block is closed', { final_count: 10, status: 'closed' }, false],
  // Nothing of it comes to who was stopped.
  ['the marker was stopped', { final_count: 10, suspended: 1 }, false],
])('where %s a task is unfinished: %#', ([, more, isUnfinished]) => {
  expect(isUnfinishedTask(task(more))).toBe(isUnfinished)
})

test.for<[string, Partial<OwnTask>, boolean]>([
  ['every paper has its score', {}, true],
  ['one was sent back', { rejected_count: 1 }, false],
  ['others still mark theirs', { final_count: 10 }, false],
  ['no paper has come yet', { unit_count: 0, final_count: 0 }, false],
  ['the block is closed', { final_count: 10, status: 'closed' }, true],
  ['the block is closed with one in hand', { status: 'closed', claimed_count: 1 }, false],
  // Its marker looks for it among those that go on.
  ['the marker was stopped', { final_count: 10, suspended: 1 }, false],
])('where %s a task is over: %#', ([, more, isOver]) => {
  expect(isOverTask(task(more))).toBe(isOver)
})

test.for<[Partial<OwnTask>, string | null]>([
  [{}, null],
  [{ pool_reason: 'daily_cap' }, '已达到本题块每人每天的评阅上限，明天可以继续'],
  [
    { pool_reason: 'at_quota', target: 0 },
    '您在本题块的任务量是 0 份，需要评阅时请联系题组长调整分配',
  ],
  [
    { pool_reason: 'unqualified', qualification_waits: 'failed', leader_names: ['李老师'] },
    '定标没有通过，等待题组长（李老师）决定',
  ],
])('%o says why nothing can be taken: %s', ([more, line]) => {
  expect(whyNothing(task(more))).toBe(line)
})
