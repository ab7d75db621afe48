import { expect, test } from 'vitest'
import { destinationsOf, toOf } from './return-to.ts'

const reading = (reading_id: number, label: string) => ({
  reading_id,
  label,
  scores: [6000],
  total_milli: 6000,
  pressed: [],
  traces: null,
})
const leader = (user_id: number, name: string, is_online: boolean) => ({ user_id, name, is_online })

test('readers come first, then leaders at work, then the others, then whoever comes', () => {
  const all = destinationsOf(
    [reading(7, 'A'), reading(8, 'B')],
    [leader(1, '李老师', false), leader(2, '王老师', true)],
  )
  expect(all.map((one) => toOf(one, '漏看一步'))).toEqual([
    { to_reading_id: 7, comment: '漏看一步' },
    { to_reading_id: 8, comment: '漏看一步' },
    { to_user_id: 2 },
    { to_user_id: 1 },
    {},
  ])
})

test('without another leader a paper can only go back to a reader, or nowhere', () => {
  expect(destinationsOf([reading(7, 'A')], []).map(({ kind }) => kind)).toEqual(['reader'])
  expect(destinationsOf([], [])).toEqual([])
})
