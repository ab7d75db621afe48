import { expect, test } from 'vitest'
import { totalGapText, waitedSince, wayAfter } from './leader-task.ts'

test.for([
  [null, '分差 1.5 > 阈值 1 分'],
  [2, '各次评阅合计最高的 2 题，分差 1.5 > 阈值 1 分'],
] as const)('where the best %s count: %s', ([best_of, text]) => {
  expect(totalGapText({ gap_milli: 1500, tolerance_milli: 1000, best_of })).toBe(text)
})

test.for([
  [null, { block_id: 1, is_deductive: true }, null],
  [{ block_id: 1, is_deductive: false }, { block_id: 1, is_deductive: false }, null],
  [{ block_id: 2, is_deductive: false }, { block_id: 1, is_deductive: true }, null],
  [
    { block_id: 1, is_deductive: false },
    { block_id: 1, is_deductive: true },
    '从这份起改为扣减给分：输入的是扣去的分数',
  ],
  [{ block_id: 1, is_deductive: false }, null, null],
] as const)('after %o, over %o is told %s', ([before, now, told]) => {
  expect(wayAfter(before, now)).toBe(told)
})

test('who waits longer has more to sort by', () => {
  const [early = 0, late = 0] = ['2026-11-20T01:00:00.000Z', '2026-11-20T02:00:00.000Z'].map(
    (waiting_since) => waitedSince({ waiting_since }),
  )
  expect(early).toBeGreaterThan(late)
})
