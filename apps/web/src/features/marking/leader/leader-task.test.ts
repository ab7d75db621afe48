import { expect, test } from 'vitest'
import { totalGapText } from './leader-task.ts'

test.for([
  [null, '分差 1.5 > 阈值 1 分'],
  [2, '各次评阅合计最高的 2 题，分差 1.5 > 阈值 1 分'],
] as const)('where the best %s count: %s', ([best_of, text]) => {
  expect(totalGapText({ gap_milli: 1500, tolerance_milli: 1000, best_of })).toBe(text)
})
