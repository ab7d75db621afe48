import { expect, test } from 'vitest'
import { selfPaper } from './self-mark.ts'

/** Papers in the order in which they were handed in. */
const papers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ readingId: index + 1, later: count - index - 1 }))

test.for([
  [99, 0, 1, false, 'one in a hundred is not due before the hundredth'],
  [100, 0, 1, true, 'one in a hundred, at the hundredth'],
  [100, 1, 1, false, 'it was served already'],
  [200, 1, 1, true, 'the second at the two hundredth'],
  [100, 4, 5, true, 'five in a hundred'],
  [100, 5, 5, false, 'all five were served'],
  [100, 5, 50, false, 'more than five in a hundred are never served'],
  [100, 0, 0, false, 'none where the block asks for none'],
  [50, 0, 5, false, 'nothing lies fifty papers back'],
] as const)('%i done, %i served, %d %% → %o (%s)', ([done, served, ratioPercent, isDue]) => {
  const paper = selfPaper(papers(done), { done, served, ratioPercent, salt: 'salt' })
  expect(paper !== null).toBe(isDue)
})

test('what is served lies at least fifty papers back, and is not simply the first', () => {
  const on = { done: 120, served: 0, ratioPercent: 1 }
  const chosen = Array.from({ length: 40 }, (_, salt) =>
    selfPaper(papers(120), { ...on, salt: String(salt) }),
  )
  expect(Math.max(...chosen.map((id) => id ?? 999))).toBeLessThanOrEqual(70)
  expect(new Set(chosen).size).toBeGreaterThan(10)
})
