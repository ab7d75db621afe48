import { expect, test } from 'vitest'
import { commentsByPoint } from './script-comments.ts'

test.for([
  [['步骤完整'], 1, { byPoint: ['步骤完整'], rest: '' }],
  [['过程完整', '', '单位写错'], 3, { byPoint: ['过程完整', '', '单位写错'], rest: '' }],
  [['写在一起的理由'], 2, { byPoint: ['', ''], rest: '写在一起的理由' }],
  [[], 2, { byPoint: ['', ''], rest: '' }],
] as const)('%o of %i points', ([comments, count, expected]) => {
  expect(commentsByPoint(comments, Array(count).fill(null))).toEqual(expected)
})
