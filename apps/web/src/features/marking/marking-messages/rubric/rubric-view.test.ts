import { expect, test } from 'vitest'
import { noText } from './rubric-view.ts'

test.for([
  [true, null, '题组长还没有填写评分标准。'],
  [true, new Error('asked again in vain'), '题组长还没有填写评分标准。'],
  [false, null, '正在读取评分标准…'],
  [false, new Error('no network'), '评分标准没有读取到，请检查网络后刷新页面。'],
] as const)('read %o, error %o: %s', ([isRead, error, text]) => {
  expect(noText({ isRead, error })).toBe(text)
})
