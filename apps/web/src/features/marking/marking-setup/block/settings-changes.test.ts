import { expect, test } from 'vitest'
import { changesInWords, othersChanges, seenIn, undoingOf } from './settings-changes.ts'
import type { Block } from './settings-field.ts'

const block = (block_id: number, over: Partial<Block> = {}): Block =>
  ({
    block_id,
    block_name: `第${block_id}题`,
    mark_mode: 0,
    tolerance_milli: 0,
    double_ratio: 100,
    min_ms: 0,
    avoid_own_class: null,
    point_tolerances: [],
    school_groups: [],
    blank_ink_limit: 0.002,
    ...over,
  }) as unknown as Block

test('what changes is told in words, blocks with the same changes together', () => {
  const patch = { mark_mode: 1, tolerance_milli: 2000 } as const
  expect(
    changesInWords(
      [block(1), block(2), block(3, { avoid_own_class: 1 })],
      [
        { block_id: 1, ...patch },
        { block_id: 2, ...patch },
        { block_id: 3, avoid_own_class: null, min_ms: 1500, blank_ink_limit: 0.0035 },
      ],
    ),
  ).toEqual([
    {
      names: ['第1题', '第2题'],
      lines: [
        { label: '评卷方式', before: '单评', after: '双评（有仲裁）' },
        { label: '误差阈值', before: '0 分', after: '2 分' },
      ],
    },
    {
      names: ['第3题'],
      lines: [
        { label: '回避本班', before: '是', after: '默认（多于一名教师时回避）' },
        { label: '每份至少查看', before: '不限', after: '1.5 秒' },
        { label: '空白的墨迹上限', before: '0.2%', after: '0.35%' },
      ],
    },
  ])
})

test('what was saved is taken back, what others have set since stays', () => {
  const before = [block(1), block(2), block(3)]
  const saved = [
    { block_id: 1, mark_mode: 1, min_ms: 2000 },
    { block_id: 2, min_ms: 2000 },
    { block_id: 3, min_ms: 2000 },
  ] as const
  const now = [
    block(1, { mark_mode: 1, tolerance_milli: 2000, min_ms: 5000 }),
    block(2, { min_ms: 2000 }),
  ]
  expect(undoingOf(before, saved, now)).toEqual({
    blocks: [
      { block_id: 1, mark_mode: 0, tolerance_milli: 0 },
      { block_id: 2, min_ms: 0 },
    ],
    stays: 2,
  })
})

test('what somebody else set of the same is told; what is set alike, or elsewhere, is not', () => {
  const before = [block(1), block(2)]
  const wanted = [
    { block_id: 1, min_ms: 2000, tolerance_milli: 1000 },
    { block_id: 2, min_ms: 2000 },
  ]
  const now = [block(1, { min_ms: 5000, tolerance_milli: 1000, double_ratio: 50 }), block(2)]
  expect(othersChanges(before, wanted, now)).toEqual([
    { names: ['第1题'], lines: [{ label: '每份至少查看', before: '不限', after: '5 秒' }] },
  ])
  expect(seenIn(wanted, now)).toEqual([
    { ...wanted[0], seen: { min_ms: 5000, tolerance_milli: 1000 } },
    { ...wanted[1], seen: { min_ms: 0 } },
  ])
})
