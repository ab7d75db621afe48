import { expect, test } from 'vitest'
import { nothingNew, savedText } from './nothing-new.ts'

test.for([
  ['at_quota', 6, '您的任务已完成'],
  ['at_quota', 0, '本题块没有分配给您试卷'],
  ['at_quota', null, '您的任务已完成'],
  ['paused', 0, '阅卷已暂停'],
] as const)('%s with a target of %s is said as %s', ([reason, target, title]) => {
  expect(nothingNew(reason, target).title).toBe(title)
})

test.for([
  [0, 0, '给分已全部保存。'],
  [2, 0, '还有 2 份给分没有上传，请保持页面打开。'],
  [1, 3, '还有 1 份给分没有上传，请保持页面打开。'],
  [0, 3, '有 3 份给分没有采纳，请看左下角。'],
] as const)(
  'with %i on their way and %i refused, a marker reads: %s',
  ([pending, refused, text]) => {
    expect(savedText({ pending, refused })).toBe(text)
  },
)
