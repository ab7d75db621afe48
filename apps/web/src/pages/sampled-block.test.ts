import { expect, test } from 'vitest'
import { sampledBlock } from './sampled-block.ts'

const block = (block_id: number, is: { led?: true; marking_count?: number } = {}) => ({
  block_id,
  is_supervised: !is.led,
  marking_count: is.marking_count ?? 0,
})
const LED = '您负责的题块不在当前身份监管的学科内，请作为题组长在「评卷监管」中抽查'
const UNKNOWN = '题块不存在，可能已重新划分，或者不由您负责，请重新选择'

test.for([
  [[], null, 'none', 'an exam without blocks'],
  [[], 9, 'none', 'nor the one that was asked for'],
  [[block(1), block(2, { marking_count: 3 })], null, 2, 'the first in which papers were marked'],
  [[block(1), block(2)], null, 1, 'before any were'],
  [[block(1), block(2, { marking_count: 3 })], 1, 1, 'the one that is asked for'],
  [[block(1)], 9, UNKNOWN, 'it is gone'],
  [[block(1), block(2, { led: true })], 2, LED, 'it is led only'],
  [[block(2, { led: true, marking_count: 3 })], null, LED, 'all are led only'],
  [[block(1), block(2, { led: true, marking_count: 3 })], null, 1, 'not one that is led only'],
] as const)('of %o, asked for %s: %s (%s)', ([list, blockId, shown]) => {
  const on = sampledBlock(list, blockId)
  expect(on.kind === 'block' ? on.block.block_id : on.kind === 'instead' ? on.why : on.kind).toBe(
    shown,
  )
})
