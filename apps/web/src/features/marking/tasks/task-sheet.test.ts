import { expect, test } from 'vitest'
import { taskSheet } from './task-sheet.ts'

type Row = Parameters<typeof taskSheet>[0][number]

const row = (more: Partial<Row> = {}): Row => ({
  block_id: 1,
  block_name: '第17题',
  exam_id: 1,
  exam_name: '期中考试',
  subject_id: 2,
  subject_name: '数学',
  status: 'open',
  marking_progress: 12.5,
  marking_count: 20,
  target: 80,
  claimed_count: 0,
  rejected_count: 1,
  taken_back_count: 0,
  suspended: 0,
  pool_count: 60,
  pool_reason: null,
  point_name: '(1)、(2)',
  score: 12_500,
  question_count: 1,
  overrule_count: 2,
  marking_teacher_count: 4,
  double_mode: 0,
  alloc_method: 2,
  unit_count: 160,
  final_count: 20,
  qualification: null,
  qualification_waits: null,
  leader_names: [],
  ...more,
})
const linesOf = (rows: readonly Row[]) => taskSheet(rows).text.slice(1).trimEnd().split('\r\n')

test('a task is one line with the columns of the marking task table', () => {
  const [head, line] = linesOf([row()])
  expect(head).toBe(
    '考试,科目,题块,题块进度,我已评,任务量,可评,给分点,满分,题数,被打回,待重评,阅卷人数,评卷方式,分配方式,不能领取的原因',
  )
  expect(line).toBe('期中考试,数学,第17题,12.5%,20,80,60,(1)、(2),12.5,1,2,1,4,单评,平均分配,')
})

test('where nothing can be taken the line says why', () => {
  const [, line] = linesOf([row({ pool_count: 0, pool_reason: 'daily_cap' })])
  expect(line).toContain(',0,(1)、(2),')
  expect(line).toMatch(/,已达到本题块每人每天的评阅上限，明天可以继续$/)
})

test('what is finished is left out, and what was sent back or taken back is not finished', () => {
  const done = { pool_count: 0, rejected_count: 0, final_count: 160 }
  expect(taskSheet([row(done)]).count).toBe(0)
  expect(taskSheet([row({ ...done, rejected_count: 1 })]).count).toBe(1)
  expect(taskSheet([row({ ...done, taken_back_count: 1 })]).count).toBe(1)
  expect(taskSheet([row({ ...done, final_count: 10, status: 'closed' })]).count).toBe(0)
  // Nothing of it comes to who was stopped.
  expect(taskSheet([row({ ...done, final_count: 10, suspended: 1 })]).count).toBe(0)
})

test.for([
  ['第1题,甲', '"第1题,甲"', 'a comma'],
  ['他说"好"', '"他说""好"""', 'quotes'],
  ['=1+1', "'=1+1", 'what would be a formula'],
  ['1-2', '"=""1-2"""', 'what would be a date'],
  ['(1)', '"=""(1)"""', 'what would be below nothing'],
  ['1.10', '"=""1.10"""', 'what would lose its last digit'],
] as const)('%s is written %s (%s)', ([name, cell]) => {
  expect(linesOf([row({ block_name: name, exam_name: '甲' })])[1]).toContain(
    `甲,数学,${cell},12.5%`,
  )
})
