import { expect, test } from 'vitest'
import { decisionText, isPutBack } from './last-decision.ts'

const TASK = {
  problem: null,
  returns: [
    { to: 'raiser' as const, state: 'REJECTED' as const, final_milli: null, refusal: null },
    { to: 'others' as const, state: 'READY' as const, final_milli: null, refusal: null },
  ],
}

test.for([
  ['arbitration', 'score', {}, '仲裁为 6.5 分'],
  ['problem', 'score', {}, '给 6.5 分'],
  ['problem', 'misconduct', {}, '已按违纪处理，本题块记 0 分，考生已登记违纪'],
  ['problem', 'void', {}, '已作废，本题块记 0 分'],
  ['problem', 'to_image', {}, '已退回切图'],
  ['problem', 'return', { exclude_raiser: 1 }, '已退回，由其他教师评阅'],
  ['problem', 'return', { exclude_raiser: 0 }, '已退回提交人重评'],
  ['arbitration', 'return', { to_reading_id: 3 }, '已打回评阅教师重评'],
  ['arbitration', 'return', { to_user_id: 3 }, '已转交'],
  ['arbitration', 'return', {}, '已放回，由其他题组长仲裁'],
] as const)('%s, %s, %o is said as %s', ([mode, outcome, to, text]) => {
  expect(decisionText(mode, TASK, outcome, to, 6500)).toBe(text)
  expect(isPutBack(mode, outcome, to)).toBe(text.startsWith('已放回'))
})
