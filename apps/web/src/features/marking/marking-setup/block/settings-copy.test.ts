import { expect, test } from 'vitest'
import { pairsOf, settingsFrom } from './settings-copy.ts'
import type { Block } from './settings-field.ts'

const block = (block_id: number, block_name: string, over: Partial<Block> = {}): Block =>
  ({
    block_id,
    block_name,
    full_milli: 12_000,
    default_tolerance_milli: 1000,
    tolerance_milli: 0,
    mark_mode: 0,
    min_ms: 0,
    words_least: 0,
    seed_point_milli: 0,
    school_groups: [],
    reading_count: 0,
    ...over,
  }) as unknown as Block

test.for<[string, Block[], Block[], (number | null)[]]>([
  ['by name', [block(1, '第13题')], [block(11, '第12题'), block(12, '第 13 题')], [12]],
  [
    'of two of a name the one worth as much',
    [block(1, '作文', { full_milli: 60_000 })],
    [block(11, '作文', { full_milli: 50_000 }), block(12, '作文', { full_milli: 60_000 })],
    [12],
  ],
  ['the only one left worth as much', [block(1, '第18题')], [block(11, '第17题')], [11]],
  [
    'not one that somebody else asks for by name',
    [block(1, '第17题'), block(2, '第18题')],
    [block(11, '第17题')],
    [11, null],
  ],
  [
    'no guess between two',
    [block(1, '第20题')],
    [block(11, '第17题'), block(12, '第18题')],
    [null],
  ],
])('blocks are paired %s', ([, blocks, others, ids]) => {
  expect(pairsOf(blocks, others).map(({ source }) => source?.block_id ?? null)).toEqual(ids)
})

test('only what differs is taken over, and no rule of a block that was read', () => {
  const from = { mark_mode: 1, tolerance_milli: 2000, min_ms: 3000, words_least: 800 } as const
  const groups = { school_groups: [{ name: 'A', school_ids: [1], marker_ids: [] }] }
  const pairs = pairsOf(
    [
      block(1, '一'),
      block(2, '二', { reading_count: 3 }),
      block(3, '三', from),
      block(4, '四', { full_milli: 6000 }),
    ],
    ['一', '二', '三', '四'].map((name, at) => block(at + 11, name, { ...from, ...groups })),
  )
  expect(settingsFrom(pairs)).toEqual([
    { block_id: 1, mark_mode: 1, tolerance_milli: 2000, min_ms: 3000 },
    { block_id: 2, min_ms: 3000 },
    // Worth less, it gets the tolerance that is usual for it.
    { block_id: 4, mark_mode: 1, tolerance_milli: 1000, min_ms: 3000 },
  ])
})
