import { expect, test } from 'vitest'
import { isTaskIn, type Row, TASK_STATES } from './task-state.ts'

const row = (over: Partial<Row>): Row =>
  ({
    status: 'open',
    claimed_count: 0,
    rejected_count: 0,
    taken_back_count: 0,
    pool_count: 0,
    suspended: 0,
    final_count: 10,
    unit_count: 20,
    ...over,
  }) as Row

test.for([
  ['papers to take', { pool_count: 3 }, ['all', 'todo', 'open']],
  ['nothing to take now', {}, ['all', 'open']],
  ['every paper has its score', { final_count: 20 }, ['all', 'done']],
  ['closed', { status: 'closed' }, ['all', 'done']],
  ['stopped', { suspended: 1 as const }, ['all', 'done']],
  ['sent back after the end', { status: 'closed', rejected_count: 1 }, ['all', 'todo', 'open']],
] as const)('%s: in the lists %j', ([, over, lists]) => {
  const states = Object.keys(TASK_STATES) as (keyof typeof TASK_STATES)[]
  expect(states.filter((state) => isTaskIn(row(over), state))).toEqual(lists)
})
