import { CallError } from '@hengjuan/client'
import { expect, test } from 'vitest'
import { askedNumber } from './tracking.ts'

const refused = (message: string, requestId: string) =>
  new CallError({ status: 500, code: 'INTERNAL', message, requestId })

test.for([
  [refused('若仍然出现，请把追踪号 01M2 告诉管理员', '01M2'), '01M2', 'the sentence asks for it'],
  [refused('题块已结束阅卷', '01M2'), null, 'there is nothing to pass on'],
  [refused('网络不通', ''), null, 'no answer came'],
  [new Error('追踪号 01M2'), null, 'no call at all'],
] as const)('of %o the number %s can be copied (%s)', ([error, number]) => {
  expect(askedNumber(error)).toBe(number)
})
