import type { allocationGet, ReplyOf } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { allocationNews } from './allocation-news.ts'

type Allocation = ReplyOf<typeof allocationGet>

const person = (id: number, more: Partial<Allocation['list'][number]> = {}) => ({
  marker_id: id,
  name: `教师${id}`,
  duty: 'marker',
  quota: 10,
  weight: 1,
  allow_exceed: 0 as const,
  suspended: 0 as const,
  may_mark: 1 as const,
  seed_state: 'ok',
  target: 10,
  done: 0,
  base: 0,
  third_done: 0,
  claimed: 0,
  claimed_base: 0,
  rejected: 0,
  ...more,
})

const allocation = (list: Allocation['list'], more: Partial<Allocation> = {}): Allocation => ({
  stamp: '',
  exam_id: 1,
  subject_id: 2,
  block_id: 7,
  block_name: '第17题',
  exam_name: '期中考试',
  subject_name: '数学',
  alloc_mode: 3,
  quotas_are_weights: 0,
  units: 60,
  readings: 60,
  markers_needed: 1,
  list,
  problems: [],
  mark_scope: 'mixed',
  parts: null,
  school_gaps: [],
  ...more,
})

const leader = person(9, { duty: 'leader', quota: null })

test('people, stops, quotas and the way of sharing are told; what goes on while people mark is not', () => {
  const before = allocation([person(1), person(2), person(3), person(4, { suspended: 1 }), leader])
  expect(allocationNews(before, allocation([...before.list]))).toEqual([])
  expect(
    allocationNews(
      before,
      allocation([person(1, { done: 5, claimed: 2 }), ...before.list.slice(1)]),
    ),
  ).toEqual([])
  expect(
    allocationNews(
      before,
      allocation([person(1, { quota: 12 }), person(2, { suspended: 1 }), person(4), person(5)], {
        alloc_mode: 2,
      }),
    ),
  ).toEqual([
    '分配方式改为平均分配',
    '新增阅卷教师：教师5',
    '移除阅卷教师：教师3',
    '移除仲裁教师：教师9',
    '停止分配：教师2',
    '恢复分配：教师4',
    '修改任务量：教师1',
  ])
})
