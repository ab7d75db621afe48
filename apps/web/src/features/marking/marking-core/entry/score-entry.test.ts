import { milli } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import {
  clearPoint,
  emptyEntry,
  enter,
  type EntryRules,
  entryTotal,
  giveAll,
  isComplete,
  isFinishedBy,
  move,
  type ScoreEntry,
  select,
  shownScore,
  typeKey,
} from './score-entry.ts'

const rulesOf = (points: [full: number, step: number][], isDeductive = false): EntryRules => ({
  points: points.map(([full, step], index) => ({
    name: `(${index + 1})`,
    fullMilli: milli(full),
    stepMilli: milli(step),
  })),
  isDeductive,
})

const type = (entry: ScoreEntry, keys: string, rules: EntryRules) =>
  [...keys].reduce((now, key) => typeKey(now, key, rules), entry)

describe('one point of 12 in whole points', () => {
  const rules = rulesOf([[12, 1]])
  const start = emptyEntry(rules)

  test.for([
    ['7', 7, ''],
    ['1', null, '1'],
    ['12', 12, ''],
    ['10', 10, ''],
  ] as const)('typing %s gives %s and leaves 「%s」', ([keys, points, buffer]) => {
    const entry = type(start, keys, rules)
    expect(entry.scores).toEqual([points === null ? null : milli(points)])
    expect(entry.buffer).toBe(buffer)
  })

  test('a key that leads nowhere is refused and changes nothing else', () => {
    const entry = type(start, '15', rules)
    expect([entry.buffer, entry.refusals, entry.scores]).toEqual(['1', 1, [null]])
  })

  test('a refusal is over with the next key that means something', () => {
    const refused = type(start, '15', rules)
    for (const after of [
      type(refused, '2', rules),
      clearPoint(refused, rules),
      move(refused, 1, rules),
      select(refused, 0),
      giveAll(refused, 'full', true, rules),
      enter(refused, rules).entry,
    ])
      expect(after.refusals).toBe(0)
    expect(type(refused, '5', rules).refusals).toBe(2)
  })

  test('Enter takes 1 as 1 and says that all is given', () => {
    const { entry, outcome } = enter(type(start, '1', rules), rules)
    expect([entry.scores, outcome]).toEqual([[1000], 'complete'])
  })

  test('typing again replaces the score', () => {
    expect(type(start, '78', rules).scores).toEqual([8000])
  })

  test('nothing typed is not zero', () => {
    expect(enter(start, rules).outcome).toBe('missing')
    expect(entryTotal(start)).toBeNull()
    expect(type(start, '0', rules).scores).toEqual([0])
  })
})

describe('three points of 4 in half points', () => {
  const rules = rulesOf([
    [4, 0.5],
    [4, 0.5],
    [4, 0.5],
  ])
  const start = emptyEntry(rules)

  test('a digit waits, since a half may follow; ; adds it', () => {
    const waiting = type(start, '3', rules)
    expect([waiting.buffer, shownScore(waiting, 0, rules)]).toEqual(['3', '3'])
    const half = type(start, '3;', rules)
    expect([half.scores[0], half.at]).toEqual([3500, 1])
  })

  test('the full mark needs no Enter', () => {
    expect(type(start, '4', rules)).toMatchObject({ scores: [4000, null, null], at: 1 })
  })

  test('Enter closes a point and goes on; arrows close it too', () => {
    expect(enter(type(start, '3', rules), rules)).toMatchObject({
      entry: { scores: [3000, null, null], at: 1 },
      outcome: 'moved',
    })
    expect(move(type(start, '3', rules), 1, rules)).toMatchObject({
      scores: [3000, null, null],
      at: 1,
    })
  })

  test('Enter goes to a point that was passed over', () => {
    const passed = type(move(start, 1, rules), '44', rules)
    expect(passed).toMatchObject({ scores: [null, 4000, 4000], at: 0 })
    expect(enter(move(passed, 1, rules), rules)).toMatchObject({
      entry: { at: 0 },
      outcome: 'missing',
    })
  })

  test('full and zero for a point and for the whole', () => {
    expect(giveAll(start, 'full', false, rules)).toMatchObject({
      scores: [4000, null, null],
      at: 1,
    })
    expect(isComplete(giveAll(start, 'zero', true, rules))).toBe(true)
  })

  test('Backspace takes back the last key, then the score', () => {
    const typed = type(start, '3', rules)
    expect(clearPoint(typed, rules).buffer).toBe('')
    const given = { ...type(start, '4', rules), at: 0 }
    expect(clearPoint(given, rules).scores[0]).toBeNull()
  })
})

test('deductive entry begins at full marks and takes away what is typed', () => {
  const rules = rulesOf([[12, 1]], true)
  expect(emptyEntry(rules).scores).toEqual([12_000])
  expect(type(emptyEntry(rules), '3', rules).scores).toEqual([9000])
})

test('where nothing stands before it is given, keys take away as well, and go on to what is open', () => {
  const two: [number, number][] = [
    [12, 1],
    [12, 1],
  ]
  const rules = { ...rulesOf(two, true), beginsOpen: true }
  const start = emptyEntry(rules)
  expect(start.scores).toEqual([null, null])
  const one = type({ ...start, at: 1 }, '3', rules)
  expect(one).toMatchObject({ scores: [null, 9000], at: 0 })
  expect(enter(one, rules).outcome).toBe('missing')
  expect(clearPoint({ ...one, at: 1 }, rules).scores).toEqual([null, null])
})

describe('two points of 4 from which points are taken away', () => {
  const rules = rulesOf(
    [
      [4, 1],
      [4, 1],
    ],
    true,
  )
  const start = emptyEntry(rules)

  test('each key takes from its point and goes on to the next', () => {
    expect(type(start, '1', rules)).toMatchObject({ scores: [3000, 4000], at: 1 })
    expect(type(start, '12', rules)).toMatchObject({ scores: [3000, 2000], at: 1 })
  })

  test('more than the point has can not be taken', () => {
    expect(type(start, '5', rules)).toMatchObject({ scores: [4000, 4000], refusals: 1 })
  })

  test('Backspace makes the point full again', () => {
    const taken = { ...type(start, '1', rules), at: 0 }
    expect(clearPoint(taken, rules).scores).toEqual([4000, 4000])
  })

  test('the paper is finished with its last point, not with its first', () => {
    const one = type(start, '1', rules)
    expect([
      isFinishedBy(start, one, rules),
      isFinishedBy(one, type(one, '0', rules), rules),
    ]).toEqual([false, true])
  })
})

test('where points are taken away in halves, Enter closes what is typed and goes on; at the last point it hands in', () => {
  const rules = rulesOf(
    [
      [4, 0.5],
      [4, 0.5],
    ],
    true,
  )
  const first = enter(type(emptyEntry(rules), '1', rules), rules)
  expect(first).toMatchObject({ entry: { scores: [3000, 4000], at: 1 }, outcome: 'moved' })
  const last = enter(type(first.entry, '2', rules), rules)
  expect(last).toMatchObject({ entry: { scores: [3000, 2000], at: 1 }, outcome: 'complete' })
  // Nothing is typed: the rest of the paper keeps its full marks.
  expect(enter(first.entry, rules).outcome).toBe('complete')
})

test('a paper is finished by the score that was missing, and not by one that is changed', () => {
  const rules = rulesOf([[4, 1]])
  const start = emptyEntry(rules)
  const given = type(start, '3', rules)
  expect([
    isFinishedBy(start, given, rules),
    isFinishedBy(given, type(given, '2', rules), rules),
  ]).toEqual([true, false])
})
