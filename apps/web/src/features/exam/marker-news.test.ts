import { expect, test } from 'vitest'
import { newsOf } from './marker-news.ts'

const person = (user_id: number, name: string, duty = 'marker') => ({
  user_id,
  name,
  duty,
  account: name,
  readings: 0,
})
const block = (block_id: number, people: ReturnType<typeof person>[]) => ({
  block_id,
  name: `第${block_id}题`,
  full_milli: 5000,
  mark_mode: 0,
  mark_mode_name: '',
  status: 'setup',
  people,
})

test('whom others added or took away is said by block, for the duty that is being set', () => {
  const known = [block(1, [person(1, '王芳'), person(9, '陈静', 'leader')]), block(2, [])]
  const now = [block(1, [person(2, '李强')]), block(2, [person(3, '周敏')])]
  expect(newsOf(known, now, 'marker')).toEqual(['第1题：增加 李强，移除 王芳', '第2题：增加 周敏'])
  expect(newsOf(known, now, 'leader')).toEqual(['第1题：移除 陈静'])
  expect(newsOf(known, known, 'marker')).toEqual([])
})
