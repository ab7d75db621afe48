import { expect, test } from 'vitest'
import { listOf, type Row } from './task-state.ts'

const row = (more: Partial<Row>): Row => ({
  block_id: 1,
  block_name: '17题',
  exam_id: 1,
  exam_name: '期中',
  subject_id: 2,
  subject_name: '数学',
  status: 'open',
  marking_progress: 0,
  marking_count: 5,
  target: null,
  claimed_count: 0,
  rejected_count: 0,
  taken_back_count: 0,
  pool_count: 0,
  pool_reason: null,
  suspended: 0,
  point_name: '(1)',
  score: 12_000,
  question_count: 1,
  overrule_count: 0,
  marking_teacher_count: 2,
  double_mode: 0,
  alloc_method: 1,
  unit_count: 20,
  final_count: 12,
  deadline: null,
  due_in_ms: null,
  qualification: null,
  qualification_waits: null,
  leader_names: [],
  ...more,
})

test.for<[string, Partial<Row>, ReturnType<typeof listOf>]>([
  ['papers are left', { pool_count: 8 }, 'unfinished'],
  ['others mark the rest', {}, 'unfinished'],
  ['marking has not begun', { status: 'setup', unit_count: 0, final_count: 0 }, 'unfinished'],
  ['the block is paused', { status: 'paused' }, 'unfinished'],
  // Its marker looks for it there.
  ['its marker was stopped', { suspended: 1 }, 'unfinished'],
  ['every paper has its score', { final_count: 20 }, 'over'],
  ['one came back to be marked again', { final_count: 20, rejected_count: 1 }, 'unfinished'],
  ['the block is closed', { status: 'closed' }, 'over'],
  ['one came back after it was closed', { status: 'closed', rejected_count: 1 }, 'unfinished'],
])('a task of which %s is among those that are %s', ([, more, list]) => {
  expect(listOf(row(more))).toBe(list)
})
