import { expect, test } from 'vitest'
import { emptyEntry, entryOf, type EntryRules } from '../../marking-core/entry/score-entry.ts'
import { standingEntries, withPressed } from './chosen-entries.ts'

const points = [{ id: 1 }, { id: 2 }]
const rulesOf = (isDeductive: boolean, stepMilli = 500): EntryRules => ({
  points: [
    { name: '(1)', fullMilli: 4000, stepMilli },
    { name: '(2)', fullMilli: 4000, stepMilli },
  ],
  isDeductive,
})
const entries = [
  { entry_id: 'formula', point_id: 1, milli: 2000 },
  { entry_id: 'result', point_id: 1, milli: 1500 },
  { entry_id: 'unit', point_id: 1, milli: -500 },
  { entry_id: 'all', point_id: 2, milli: 4000 },
]
const pressedOn = (
  given: { pressed: readonly string[]; score: number | null },
  name: string,
  isDeductive = false,
) =>
  withPressed(
    {
      entry: { ...entryOf([given.score, 3000]), pressed: given.pressed },
      rules: rulesOf(isDeductive),
      points,
    },
    entries,
    entries.find(({ entry_id }) => entry_id === name) ?? entries[0]!,
  )

test.for([
  [[], null, 'formula', ['formula'], 2000, 'the first gives what it is worth'],
  [['formula'], 2000, 'result', ['formula', 'result'], 3500, 'a second adds to it'],
  [['formula', 'result'], 3500, 'unit', ['formula', 'result', 'unit'], 3000, 'or takes away'],
  [['formula', 'result'], 3500, 'formula', ['result'], 1500, 'pressed again it is gone'],
  [['formula'], 2000, 'formula', [], null, 'without any the point has no score'],
  [[], null, 'unit', ['unit'], 3500, 'what takes away alone takes from full marks'],
  [['formula'], 3000, 'result', ['result'], 1500, 'a score typed since begins anew'],
  [['formula'], null, 'formula', ['formula'], 2000, 'and so does one that was cleared'],
] as const)('%o at %s, %s pressed: %o, %s (%s)', ([pressed, score, name, ids, after]) => {
  expect(pressedOn({ pressed, score }, name)).toMatchObject({
    pressed: ids,
    scores: [after, 3000],
    at: 0,
  })
})

test.for([
  [[], 4000, 'unit', ['unit'], 3500, 'takes from full marks'],
  [['unit'], 3500, 'unit', [], 4000, 'pressed again, the point is full again'],
  [[], 4000, 'formula', ['formula'], 4000, 'never above full'],
  [['unit'], 3500, 'formula', ['unit', 'formula'], 4000, 'gives back what was taken'],
] as const)(
  'where points are taken away, %o at %s, %s pressed: %o, %s (%s)',
  ([pressed, score, name, ids, after]) => {
    expect(pressedOn({ pressed, score }, name, true)).toMatchObject({
      pressed: ids,
      scores: [after, 3000],
    })
  },
)

test('who begins with nothing given though points are taken away has nothing given again', () => {
  const rules = { ...rulesOf(true), beginsOpen: true }
  const paper = { entry: emptyEntry(rules), rules, points }
  const given = withPressed(paper, entries, entries[2]!)
  expect(given?.scores).toEqual([3500, null])
  const back = given && withPressed({ ...paper, entry: given }, entries, entries[2]!)
  expect(back?.scores).toEqual([null, null])
})

test('entries of all points stand while the score of their point is theirs', () => {
  const entry = { ...entryOf([2000, 4000]), pressed: ['formula', 'all', 'of-another-block'] }
  const standing = (scores: (number | null)[]) =>
    standingEntries({ entry: { ...entry, scores }, rules: rulesOf(false), points }, entries).map(
      ({ entry_id }) => entry_id,
    )
  expect([standing([2000, 4000]), standing([2500, 4000]), standing([null, 3000])]).toEqual([
    ['formula', 'all'],
    ['all'],
    [],
  ])
})

test('an entry of no point of the paper, or off the step that the point has now, gives nothing', () => {
  const rules = rulesOf(false, 1000)
  const paper = { entry: emptyEntry(rules), rules, points }
  expect(withPressed(paper, entries, entries[1]!)).toBeNull()
  const stray = { entry_id: 'stray', point_id: 99, milli: 1000 }
  expect(withPressed(paper, [...entries, stray], stray)).toBeNull()
})
