import { expect, test } from 'vitest'
import { paperBehind, totalGapText, waitedSince, wayAfter } from './leader-task.ts'

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

const FREE = { blocked_reason: null, handed_over: null }
const HELD = { ...FREE, blocked_reason: '其他仲裁教师正在处理' }
const handedOver = (is_own: boolean) => ({
  ...FREE,
  handed_over: { to_name: '冯雅琴', by_name: '何岚', is_own },
})
type Waiting = Parameters<typeof paperBehind>[0][number]
const waiting = (...papers: readonly Waiting[]) => papers
const paper = (unit_id: number, state: Omit<Waiting, 'unit_id'> = FREE) => ({ unit_id, ...state })

test.for([
  [waiting(paper(1), paper(2), paper(3)), 1, 2, 'the next one'],
  [waiting(paper(1), paper(2), paper(3)), 3, 1, 'behind the last the first'],
  [waiting(paper(1), paper(2, HELD), paper(3)), 1, 3, 'others have it in hand'],
  [waiting(paper(1), paper(2, handedOver(false)), paper(3)), 1, 3, 'it was handed over to others'],
  [waiting(paper(1), paper(2, handedOver(true))), 1, 2, 'it was handed over to the caller'],
  [waiting(paper(1), paper(2, HELD)), 1, null, 'nothing else can be taken'],
  [waiting(paper(4), paper(5)), 1, 4, 'it was decided elsewhere meanwhile'],
  [waiting(), 1, null, 'nothing waits'],
] as const)('of %o behind %s comes %s (%s)', ([list, unitId, next]) => {
  expect(paperBehind(list, unitId)).toBe(next)
})
