import { expect, test } from 'vitest'
import { pressedEntry, standingOf } from './chosen-entries.ts'

const point = { name: '(1)', fullMilli: 4000, stepMilli: 500 }
const entries = [
  { entry_id: 'formula', milli: 2000 },
  { entry_id: 'result', milli: 1500 },
  { entry_id: 'unit', milli: -500 },
]

test.for([
  [[], null, 'formula', ['formula'], 2000, 'the first gives what it is worth'],
  [['formula'], 2000, 'result', ['formula', 'result'], 3500, 'a second adds to it'],
  [['formula', 'result'], 3500, 'unit', ['formula', 'result', 'unit'], 3000, 'or takes away'],
  [['formula', 'result'], 3500, 'formula', ['result'], 1500, 'pressed again it is gone'],
  [['formula'], 2000, 'formula', [], null, 'without any the point has no score'],
  [[], null, 'unit', ['unit'], 3500, 'what takes away alone takes from full marks'],
  [['formula'], 3000, 'result', ['result'], 1500, 'a score typed since begins anew'],
  [['formula'], null, 'formula', ['formula'], 2000, 'and so does one that was cleared'],
] as const)('%o at %s, %s pressed: %o, %s (%s)', ([chosen, score, pressed, ids, after]) => {
  expect(pressedEntry(new Set(chosen), entries, pressed, point, score)).toEqual({
    ids,
    score: after,
  })
})

test('entries stand while the score is theirs, whatever gave it', () => {
  const chosen = new Set(['formula', 'of-another-point'])
  const shown = (score: number | null) =>
    standingOf(chosen, entries, point, score).map(({ entry_id }) => entry_id)
  expect([shown(2000), shown(2500), shown(null)]).toEqual([['formula'], [], []])
})
