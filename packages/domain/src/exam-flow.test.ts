import { describe, expect, test } from 'vitest'
import { backEffect, flowCells, forwardEffect, worstGate } from './exam-flow.ts'

const gate = (code: string, blocking: boolean) => ({ code, text: code, count: 1, blocking })

test('what blocks is said before what warns', () => {
  expect(worstGate([gate('keys', false), gate('markers', true)])?.code).toBe('markers')
  expect(worstGate([gate('keys', false)])?.code).toBe('keys')
  expect(worstGate([])).toBe(null)
})

describe('cells of a subject', () => {
  test.for([
    ['free', 2, [], ['done', 'now', 'later', 'later'], null, 0],
    ['warned', 2, [gate('keys', false)], ['done', 'now', 'later', 'later'], 'keys', 0],
    [
      'blocked',
      3,
      [gate('keys', false), gate('units', true)],
      ['done', 'done', 'waiting', 'later'],
      'units',
      1,
    ],
    ['at the end', 6, [], ['done', 'done', 'done', 'done'], null, 0],
  ] as const)('%s', ([, status, gates, marks, worst, more]) => {
    const cells = flowCells({ status, gates })
    expect(cells.map(({ mark }) => mark)).toEqual(marks)
    const here = cells.find((cell) => cell.status === status)
    expect([here?.worst?.code ?? null, here?.more]).toEqual([worst, more])
  })
})

test.for([
  [2, 3, 0, '数学进入甲'],
  [3, 0, 0, '数学进入甲'],
  [3, 4, 2, '数学进入甲，4 名阅卷教师可以开始，退回时暂停的 2 个题块恢复阅卷'],
  [6, 4, 0, '数学进入甲，之后可以预审并发布成绩'],
] as const)('forward to %s', ([status, markers, paused, said]) => {
  expect(forwardEffect({ name: '数学', status, step: '甲', markers, paused })).toBe(said)
})

test.for([
  [3, 9, 0, '数学退回到甲，已评的 9 份评阅保留，可以继续扫描与阅卷'],
  [2, 9, 2, '数学退回到甲，已评的 9 份评阅保留，2 个题块的教师暂时不能阅卷'],
  [1, 0, 0, '数学退回到甲'],
] as const)('back to %s', ([status, marked, open, said]) => {
  expect(backEffect({ name: '数学', status, step: '甲', marked, open })).toBe(said)
})
