import { expect, test } from 'vitest'
import { correctionRefusal } from './words.ts'

test.for([
  ['', 5000, '先填写分数'],
  [' 5 ', 5000, '与现在的得分相同，认可请点「合格」'],
  ['5.0', 5000, '与现在的得分相同，认可请点「合格」'],
  ['5.5', 5000, null],
  ['0', 0, '与现在的得分相同，认可请点「合格」'],
  // Nothing written, or misconduct: a 0 that is given is another.
  ['0', null, null],
  // What is no score is told when it is sent.
  ['五', 5000, null],
] as const)('"%s" where %s stands', ([text, stands, refusal]) => {
  expect(correctionRefusal(text, stands)).toBe(refusal)
})
