import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BALANCE, balanceRemaining, joinBalances, type PacedMarker } from './balance.ts'

/** A marker with so many readings in each of the hours from 08:00 on; `null` is an hour without any. */
const marker = (
  id: number,
  of: { done: number; target: number; claimed?: number; hours: readonly (number | null)[] },
): PacedMarker => ({
  id,
  done: of.done,
  target: of.target,
  claimed: of.claimed ?? 0,
  hours: of.hours.flatMap((count, at) =>
    count === null ? [] : [{ hour: `2026-11-20T${String(8 + at).padStart(2, '0')}`, count }],
  ),
})

const targetsOf = (markers: readonly PacedMarker[], readings = 600, units = 600) => {
  const { verdict, moved, markers: rows } = balanceRemaining(readings, units, markers)
  return { verdict, moved, targets: rows.map(({ newTarget }) => newTarget) }
}

describe('who hands over to whom', () => {
  test.for([
    [
      'the rest goes by pace: 300 left at 60 and 20 an hour',
      [
        marker(1, { done: 180, target: 300, hours: [60, 60, 60] }),
        marker(2, { done: 60, target: 300, hours: [20, 20, 20] }),
      ],
      { verdict: 'due', moved: 150, targets: [450, 150] },
    ],
    [
      'both would be done at about the same time',
      [
        marker(1, { done: 180, target: 300, hours: [60, 60, 60] }),
        marker(2, { done: 150, target: 300, hours: [50, 50, 50] }),
      ],
      { verdict: 'even', moved: 0, targets: [300, 300] },
    ],
    [
      'who marked yesterday and not since keeps what is done and in hand',
      [
        marker(1, { done: 100, target: 300, hours: [50, 50] }),
        marker(2, { done: 40, target: 300, claimed: 6, hours: [] }),
      ],
      { verdict: 'due', moved: 254, targets: [554, 46] },
    ],
    [
      'who has not begun is taken for a usual marker',
      [
        marker(1, { done: 250, target: 300, hours: [50, 50, 50, 50, 50] }),
        marker(2, { done: 0, target: 300, hours: [] }),
      ],
      { verdict: 'due', moved: 125, targets: [425, 175] },
    ],
    [
      'a few readings are no pace yet',
      [
        marker(1, { done: 5, target: 300, hours: [5] }),
        marker(2, { done: 19, target: 300, hours: [19] }),
      ],
      { verdict: 'no_pace', moved: 0, targets: [300, 300] },
    ],
    [
      'nothing is left',
      [
        marker(1, { done: 300, target: 300, hours: [100, 100, 100] }),
        marker(2, { done: 300, target: 300, hours: [100, 100, 100] }),
      ],
      { verdict: 'nothing_left', moved: 0, targets: [300, 300] },
    ],
  ] as const)('%s', ([, markers, wanted]) => {
    expect(targetsOf(markers)).toEqual(wanted)
  })

  // 120 and 30 left at 60 and 10 an hour: done in two and in three hours.
  test.for([
    ['in three hours both are done', 3, 'in_time'],
    ['in two and a half the second is late', 2.5, 'due'],
    ['a deadline that is past finds whoever has something left', -1, 'due'],
    ['without one, three hours beside two are late', null, 'due'],
  ] as const)('with a deadline: %s', ([, hoursToDeadline, verdict]) => {
    const markers = [
      marker(1, { done: 180, target: 300, hours: [60, 60, 60] }),
      marker(2, { done: 30, target: 60, hours: [10, 10, 10] }),
      marker(3, { done: 60, target: 60, hours: [20, 20, 20] }),
    ]
    expect(balanceRemaining(420, 420, markers, hoursToDeadline).verdict).toBe(verdict)
  })

  test('a late beginning is no slow pace, and an hour in which nobody marks slows nobody', () => {
    const { markers } = balanceRemaining(600, 600, [
      marker(1, { done: 120, target: 300, hours: [60, null, 60] }),
      marker(2, { done: 30, target: 300, hours: [null, null, 30] }),
      marker(3, { done: 60, target: 0, hours: [60, null, null] }),
    ])
    // The third stayed away in the hour in which the others marked.
    expect(markers.map(({ pacePerHour }) => pacePerHour)).toEqual([60, 30, 30])
  })

  test('nobody gets more papers than there are: each is read once by a person', () => {
    const markers = [
      marker(1, { done: 90, target: 100, hours: [90] }),
      marker(2, { done: 20, target: 100, hours: [20] }),
    ]
    expect(targetsOf(markers, 200, 100)).toEqual({
      verdict: 'too_few',
      moved: 0,
      targets: [100, 100],
    })
  })
})

test('all readings stay promised, nobody loses what is done or in hand, nobody exceeds the papers', () => {
  const people = fc.array(
    fc.record({
      done: fc.integer({ min: 0, max: 300 }),
      claimed: fc.integer({ min: 0, max: 10 }),
      hours: fc.array(fc.option(fc.integer({ min: 1, max: 90 })), { maxLength: 6 }),
    }),
    { minLength: 2, maxLength: 8 },
  )
  fc.assert(
    fc.property(people, fc.integer({ min: 320, max: 2000 }), (list, units) => {
      const readings = units * 2
      const target = Math.ceil(readings / list.length)
      const markers = list.map((one, id) => marker(id, { ...one, target: Math.min(units, target) }))
      const balance = balanceRemaining(readings, units, markers)
      if (balance.verdict !== 'due') return
      expect(balance.moved).toBeGreaterThanOrEqual(BALANCE.leastMoved)
      const targets = balance.markers.map(({ newTarget }) => newTarget)
      for (const [index, { done, claimed }] of markers.entries()) {
        expect(targets[index]).toBeGreaterThanOrEqual(Math.min(units, done + claimed))
        expect(targets[index]).toBeLessThanOrEqual(units)
      }
      const able = balance.markers.filter(({ isAway }) => !isAway).length
      if (able * units >= readings)
        expect(targets.reduce((a, b) => a + b, 0)).toBeGreaterThanOrEqual(readings)
    }),
  )
})

test('parts of a block are balanced by themselves: nothing moves from one to the other', () => {
  const even = balanceRemaining(100, 100, [
    marker(1, { done: 25, target: 50, hours: [25] }),
    marker(2, { done: 25, target: 50, hours: [25] }),
  ])
  const due = balanceRemaining(200, 200, [
    marker(3, { done: 60, target: 100, hours: [60] }),
    marker(4, { done: 20, target: 100, hours: [20] }),
  ])
  expect([even.verdict, due.verdict]).toEqual(['even', 'due'])
  const both = joinBalances([even, due])
  expect(both).toMatchObject({ verdict: 'due', moved: due.moved, evenHours: due.evenHours })
  expect(both.markers.slice(0, 2).map(({ newTarget }) => newTarget)).toEqual([50, 50])
  const moved = both.markers.slice(2).map(({ newTarget }) => newTarget)
  expect(moved.reduce((sum, target) => sum + target, 0)).toBe(200)
  expect(joinBalances([])).toMatchObject({ verdict: 'nothing_left', evenHours: null, moved: 0 })
})
