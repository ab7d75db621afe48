import { expect, test } from 'vitest'
import { nothingNew } from './nothing-new.ts'

test.for([
  ['at_quota', 6, '您的任务已完成'],
  ['at_quota', 0, '本题块没有分配给您试卷'],
  ['at_quota', null, '您的任务已完成'],
  ['paused', 0, '阅卷已暂停'],
] as const)('%s with a target of %s is said as %s', ([reason, target, title]) => {
  expect(nothingNew(reason, target).title).toBe(title)
})

test('of papers that somebody may not read it is not said that they will get them', () => {
  const { text, line } = nothingNew('empty', 5)
  expect([text, line].map((words) => words.includes('按回避规则由其他教师评阅'))).toEqual([
    true,
    true,
  ])
})
