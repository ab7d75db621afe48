import { expect, test } from 'vitest'
import { correctedTotal } from './corrected-total.ts'

const points = ['2', '2', '3', '4'].map((question_no, id) => ({
  id,
  question_no,
  name: `第${question_no}题`,
  full_milli: 4000,
  step_milli: 500,
}))
const final_points = [0, 0, 4000, 3750]

test.for([
  [null, 7800, [0, 0, 4000, 3750], 7800, 'unchanged, what it was rounded to'],
  [null, 7750, [1000, 0, 4000, 3750], 8750, 'all points count'],
  [
    2,
    7750,
    [1000, 0, 4000, 3750],
    7750,
    'a question that is still not among the best two adds nothing',
  ],
  [2, 7750, [4000, 3500, 4000, 3750], 11_500, 'the best two, which are others now'],
  [2, 7750, [0, 0, 4000, 1000], 5000, 'one of them is lowered'],
] as const)('best %s, mark %d: %o is worth %d (%s)', ([best_of, final_milli, scores, total]) => {
  expect(correctedTotal({ points, best_of, final_points, final_milli }, scores)).toBe(total)
})
