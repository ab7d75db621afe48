import { describe, expect, test } from 'vitest'
import { type Allowed, type Gaps, hintOf, pointHintOf } from './tolerance-hint.ts'

/** Forty pairs over two points; ten of them lie two points apart, four of these in one point. */
const gaps = (more: Partial<Gaps> = {}): Gaps => ({
  source: 'own',
  exam_name: '',
  block_name: '第17题',
  has_points: true,
  pair_count: 40,
  gaps: [
    { gap_milli: 0, point_gaps_milli: [0, 0], count: 30 },
    { gap_milli: 2000, point_gaps_milli: [1000, 1000], count: 6 },
    { gap_milli: 2000, point_gaps_milli: [2000, 0], count: 4 },
  ],
  ...more,
})
const allowed = (more: Partial<Allowed> = {}): Allowed => ({
  mode: 3,
  scope: 'total',
  totalMilli: 1000,
  pointsMilli: [1000, 1000],
  ...more,
})

describe('what a tolerance leads to', () => {
  test.for([
    [{}, '双评的试卷预计 25% 需要三评（本题块已评的 40 对中有 10 对）', 'third reading'],
    [{ mode: 1 }, '双评的试卷预计 25% 进入仲裁（本题块已评的 40 对中有 10 对）', 'arbitration'],
    [
      { mode: 2 },
      '双评的试卷预计 25% 超过阈值而直接合分（本题块已评的 40 对中有 10 对）',
      'combined all the same',
    ],
    [{ totalMilli: 2000 }, '双评的试卷预计 0% 需要三评（本题块已评的 40 对中有 0 对）', 'equal'],
    [
      { scope: 'point' },
      '双评的试卷预计 10% 需要三评（本题块已评的 40 对中有 4 对）',
      'one point is too far apart',
    ],
    [
      { scope: 'both', totalMilli: 2000, pointsMilli: [2000, 0] },
      '双评的试卷预计 15% 需要三评（本题块已评的 40 对中有 6 对）',
      'either',
    ],
    [{ totalMilli: Number.NaN }, '', 'no number is typed'],
    [{ scope: 'point', pointsMilli: [Number.NaN, 0] }, '', 'no number is typed for a point'],
  ] as const)('%o: %s (%s)', ([change, text]) => {
    expect(hintOf(gaps(), allowed(change))).toBe(text)
  })

  test('from an earlier exam it says from which, and what it can not say', () => {
    const earlier = gaps({ source: 'earlier', exam_name: '第一次月考', has_points: false })
    expect(hintOf(earlier, allowed())).toBe(
      '双评的试卷预计 25% 需要三评（「第一次月考」第17题 40 对中有 10 对）',
    )
    expect(hintOf(earlier, allowed({ scope: 'both' }))).toContain('不能按给分点比较')
  })

  test('of few pairs it is said that they are few, and of none nothing', () => {
    const few = gaps({ gaps: [{ gap_milli: 0, point_gaps_milli: [0, 0], count: 3 }] })
    expect(hintOf(few, allowed())).toContain('3 对中有 0 对，份数很少，只供参考')
    const none = gaps({ source: 'none', pair_count: 0, gaps: [] })
    expect(hintOf(none, allowed())).toMatch(/^还不能预计/)
  })

  test('each point has its own share', () => {
    expect(pointHintOf(gaps(), 0, 1000)).toBe('预计 10% 超过')
    expect(pointHintOf(gaps(), 1, 0)).toBe('预计 15% 超过')
    expect(pointHintOf(gaps(), 1, Number.NaN)).toBe('')
    expect(pointHintOf(gaps({ has_points: false }), 0, 0)).toBe('')
    expect(pointHintOf(undefined, 0, 0)).toBe('')
  })
})
