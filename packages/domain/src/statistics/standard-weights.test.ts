import { expect, test } from 'vitest'
import { FormulaProblem } from './composite-index.ts'
import { standardText, standardWeights } from './standard-weights.ts'

const NAMES = ['均分', '优秀率', '低分率']

test('R14 index: figures and weights are read, and written again the same', () => {
  const text = '标准化(均分 50, 优秀率 30, 低分率 20)'
  const parts = standardWeights(text, NAMES)
  expect(parts).toEqual([
    { name: '均分', weight: 50 },
    { name: '优秀率', weight: 30 },
    { name: '低分率', weight: 20 },
  ])
  expect(standardText(parts ?? [])).toBe(text)
  expect(standardWeights('标准化（均分62.5%，优秀率 37.5）', NAMES)).toEqual([
    { name: '均分', weight: 62.5 },
    { name: '优秀率', weight: 37.5 },
  ])
  expect(standardWeights('0.4*均分', NAMES)).toBeNull()
})

test.for([
  ['标准化(均分 50, 优秀率 40)', '权重合计 90，应为 100'],
  ['标准化(均分 50, 均分 50)', '「均分」写了两次'],
  ['标准化(均分, 优秀率 40)', '「均分」没有权重'],
  ['标准化(最高 100)', '「最高」不能标准化'],
  ['标准化()', '「」不能标准化'],
] as const)('R14 index: %s is refused: %s', ([text, problem]) => {
  expect(() => standardWeights(text, NAMES)).toThrow(new FormulaProblem(problem))
})
