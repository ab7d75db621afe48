import { expect, test } from 'vitest'
import { checkedKinds } from './checked-kinds.ts'

const none = {
  confirmed: 0,
  awaiting_second: 0,
  checks_open: 0,
  checks_done: 0,
  returned_batches: 0,
}

test('what there is none of is left out, checks are those marked of all', () => {
  const texts = (row: Partial<typeof none>) =>
    checkedKinds({ ...none, ...row }).map(({ label, text }) => `${label} ${text}`)
  expect(texts({})).toEqual(['已确认 0'])
  expect(checkedKinds(none, 'check').map(({ kind }) => kind)).toEqual(['confirmed', 'check'])
  expect(texts({ confirmed: 9, awaiting_second: 2 })).toEqual(['已确认 9', '待第二人 2'])
  expect(texts({ checks_open: 2, checks_done: 1, returned_batches: 1 })).toEqual([
    '已确认 0',
    '抽检 1/3',
    '退回过 1 批',
  ])
})
