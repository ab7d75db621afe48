import { expect, test } from 'vitest'
import { savedText } from './nothing-new.ts'

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
