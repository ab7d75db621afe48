import { expect, test } from 'vitest'
import { scoresOfTexts, textsOf } from './score-fields.ts'

const points = [
  { name: '(1)', fullMilli: 4000, stepMilli: 1000 },
  { name: '(2)', fullMilli: 6000, stepMilli: 500 },
]

test.for([
  [
    ['4', '5.5'],
    [4000, 5500],
  ],
  [
    [' 0 ', '0'],
    [0, 0],
  ],
] as const)('%o is %o', ([texts, scores]) => {
  expect(scoresOfTexts(texts, points)).toEqual({ scores, problem: null })
})

test.for([
  [['4', ''], '「(2)」未给分，零分也需要输入'],
  [['5', '1'], '「(1)」应在 0 到 4 之间，每 1 分一档'],
  [['3', '0.7'], '「(2)」应在 0 到 6 之间，每 0.5 分一档'],
  [['三', '1'], '「(1)」应在 0 到 4 之间，每 1 分一档'],
] as const)('%o is refused: %s', ([texts, problem]) => {
  expect(scoresOfTexts(texts, points)).toEqual({ scores: null, problem })
})

test('scores are shown as they are typed', () => {
  expect(textsOf([4000, 5500], points)).toEqual(['4', '5.5'])
  expect(textsOf(undefined, points)).toEqual(['', ''])
})
