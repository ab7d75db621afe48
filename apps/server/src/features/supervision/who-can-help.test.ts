import { expect, test } from 'vitest'
import { whoCanHelp } from './who-can-help.ts'

const block = (block_id: number, subject_id: number, marking_count: number) => ({
  block_id,
  subject_id,
  block_name: `第${block_id}题`,
  marking_count,
  reading_total: 100,
})
const blocks = [block(1, 1, 40), block(2, 1, 100), block(3, 1, 60), block(4, 2, 100)]
const marker = (block_id: number, marker_id: number, over: object = {}) => ({
  block_id,
  marker_id,
  name: `教师${marker_id}`,
  duty: 'marker',
  suspended: false,
  disabled: false,
  done: 50,
  target: null as number | null,
  claimed: 0,
  last_hour: marker_id,
  ...over,
})

test.for([
  [[marker(2, 7)], [7], 'the own block is done'],
  [[marker(3, 7)], [], 'the own block is not done'],
  [[marker(3, 7, { target: 50 })], [7], 'the own target is reached'],
  [[marker(3, 7, { target: 51 })], [], 'one paper is left'],
  [[marker(2, 7), marker(3, 7)], [], 'there is work in another block'],
  [[marker(2, 7), marker(1, 7)], [], 'marks this block already'],
  [[marker(2, 7, { suspended: true })], [], 'gets no papers'],
  [[marker(2, 7, { disabled: true })], [], 'has left'],
  [[marker(2, 7, { claimed: 1 })], [], 'has a paper in hand'],
  [[marker(2, 7, { duty: 'leader' })], [], 'leads and does not mark'],
  [[marker(4, 7)], [], 'marks another subject'],
  [[marker(2, 7), marker(2, 9)], [9, 7], 'who marked more in the last hour comes first'],
] as const)('who can help: %#: helpers %o: %o (%s)', ([markers, ids]) => {
  const helpers = whoCanHelp(blocks[0]!, blocks, markers)
  expect(helpers.map(({ marker_id }) => marker_id)).toEqual(ids)
})
