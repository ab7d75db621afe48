import { expect, test } from 'vitest'
import { waitingBlocks } from './waiting-blocks.ts'

const paper = (block_id: number, minute: number, more = {}) => ({
  block_id,
  block_name: `第${block_id}题`,
  subject_name: '数学',
  exam_name: '期中考试',
  waiting_since: `2026-11-20T01:${String(minute).padStart(2, '0')}:00.000Z`,
  held_by: null,
  eligible_online: 1,
  ...more,
})

test('papers are counted by block, the block with the oldest first', () => {
  const blocks = waitingBlocks([paper(17, 30), paper(18, 5), paper(17, 20)])
  expect(
    blocks.map(({ blockId, count, oldest }) => [blockId, count, oldest.slice(14, 16)]),
  ).toEqual([
    [18, 1, '05'],
    [17, 2, '20'],
  ])
  expect(blocks[0]?.name).toBe('数学 第18题 · 期中考试')
})

test('a paper is unattended when nobody has it and nobody at work could take it', () => {
  const [block] = waitingBlocks([
    paper(17, 1, { eligible_online: 0 }),
    paper(17, 2, { eligible_online: 0, held_by: '李老师' }),
    paper(17, 3),
  ])
  expect(block?.unattended).toBe(1)
  expect(waitingBlocks([])).toEqual([])
})
