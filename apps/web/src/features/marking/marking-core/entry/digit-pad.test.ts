import { legalScores } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { isKeyLegal, padKeys } from './digit-pad.ts'

const scores = (full: number, step: number) =>
  legalScores({ name: '作文', fullMilli: full * 1000, stepMilli: step * 1000 })

test.for([
  [150, 1, '7894561230', 'whole points have no decimals'],
  [70, 0.5, '7894561230;', 'halves have one key'],
  [40, 0.25, '7894561230.', 'other parts are typed out'],
] as const)('a point of %s in steps of %s has the keys %s (%s)', ([full, step, keys]) => {
  expect(
    padKeys(scores(full, step))
      .map(({ key }) => key)
      .join(''),
  ).toBe(keys)
})

test.for([
  [70, 0.5, '', '9', true, '9 and 9.5'],
  [70, 0.5, '7', '0', true, '70'],
  [70, 0.5, '7', '1', false, 'more than there is'],
  [70, 0.5, '6', ';', true, '6.5'],
  [70, 0.5, '6.5', '1', false, 'no finer than the step'],
  [150, 1, '1', '5', true, '15 and 150'],
  [150, 1, '15', '1', false, 'more than there is'],
] as const)('of %s in steps of %s, after 「%s」 %s leads on: %s (%s)', (one) => {
  const [full, step, buffer, key, isLegal] = one
  expect(isKeyLegal(buffer, key, scores(full, step))).toBe(isLegal)
})
