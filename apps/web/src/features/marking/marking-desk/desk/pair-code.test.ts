import { expect, test } from 'vitest'
import { pairCodeOf } from './pair-code.ts'

test.each([
  { typed: '', sent: undefined },
  { typed: '   ', sent: undefined },
  { typed: 'k7mq2wxz', sent: 'K7MQ2WXZ' },
  { typed: ' K7MQ 2WXZ ', sent: 'K7MQ2WXZ' },
])('"$typed" is sent as $sent', ({ typed, sent }) => {
  expect(pairCodeOf(typed, 'A2B3C4D5')).toEqual({ code: sent, problem: null })
})

test.each([
  { typed: 'a2b3c4d5', why: '自己的密号' },
  { typed: '第3份', why: '数字和字母' },
  { typed: 'A'.repeat(13), why: '数字和字母' },
])('"$typed" is refused before it is sent', ({ typed, why }) => {
  expect(pairCodeOf(typed, 'A2B3C4D5').problem).toContain(why)
})
