import { expect, test } from 'vitest'
import { checkText, doneText, rubricText } from './verdict-words.ts'

const check = (is: Partial<Parameters<typeof checkText>[0]>) => ({
  comment: '',
  reject_milli: null,
  is_rejected: 0 as const,
  withdrawn_at: null,
  ...is,
})

test.for([
  [check({}), '合格'],
  [check({ comment: '给分偏紧' }), '合格（给分偏紧）'],
  [check({ is_rejected: 1, comment: '漏看' }), '打回重评（漏看）'],
  [check({ reject_milli: 5000 }), '改为 5 分'],
  [check({ reject_milli: 5500, is_rejected: 1, comment: '漏看' }), '打回并改为 5.5 分（漏看）'],
  [check({ reject_milli: 5000, withdrawn_at: '2026-11-20T01:00:00Z' }), '改为 5 分，已撤销'],
] as const)('%o is %s', ([made, text]) => {
  expect(checkText(made)).toBe(text)
})

test.for([
  [false, null, '合格'],
  [false, 5000, '已改分'],
  [true, null, '已打回重评'],
  [true, 5000, '已打回并改分'],
] as const)('sent back %s, corrected to %s: %s', ([isRejected, scoreMilli, text]) => {
  expect(doneText({ isRejected, scoreMilli })).toBe(text)
})

test.for([
  [2, 2, '第 2 版'],
  [1, 2, '第 1 版（现第 2 版）'],
  [0, 2, '修改前（现第 2 版）'],
  [null, 1, '修改前（现第 1 版）'],
] as const)('given by version %s where %s holds: %s', ([rubric_version, rubric_now, text]) => {
  expect(rubricText({ rubric_version, rubric_now })).toBe(text)
})
