import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  BALANCE,
  type BalanceMoment,
  balanceRemaining,
  joinBalances,
  type PacedMarker,
} from './balance.ts'

/** A marker with so many readings in each of the hours from 08:00 on; `null` is an hour without any. */
const marker = (
  id: number,
  of: {
    done: number
    target: number
    claimed?: number
    hours?: readonly (number | null)[]
    idle?: number
    barred?: PacedMarker['barred']
    isGone?: boolean
  },
): PacedMarker => ({
  id,
  done: of.done,
  target: of.target,
  claimed: of.claimed ?? 0,
  hours: (of.hours ?? []).flatMap((count, at) =>
    count === null ? [] : [{ hour: `2026-11-20T${String(8 + at).padStart(2, '0')}`, count }],
  ),
  idleHours: of.idle ?? 1,
  isGone: of.isGone ?? false,
  barred: of.barred ?? null,
})

/** While people are at work, without a deadline. */
const moment = (over: Partial<BalanceMoment> = {}): BalanceMoment => ({
  hoursToDeadline: null,
  quietHours: 1,
  resumedHours: null,
  ...over,
})

const balanceOf = (
  markers: readonly PacedMarker[],
  over: Partial<BalanceMoment> = {},
  readings = 600,
  units = readings,
) => {
  const { verdict, moved, markers: rows } = balanceRemaining(readings, units, markers, moment(over))
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
        marker(2, { done: 40, target: 300, claimed: 6, idle: 25 }),
      ],
      { verdict: 'due', moved: 254, targets: [554, 46] },
    ],
    [
      'who never came is away after a day',
      [
        marker(1, { done: 100, target: 300, hours: [50, 50] }),
        marker(2, { done: 0, target: 300, idle: 24.1 }),
      ],
      { verdict: 'due', moved: 300, targets: [600, 0] },
    ],
    [
      'who has not begun is taken for a usual marker for a day',
      [
        marker(1, { done: 250, target: 300, hours: [50, 50, 50, 50, 50] }),
        marker(2, { done: 0, target: 300, idle: 24 }),
      ],
      { verdict: 'due', moved: 125, targets: [425, 175] },
    ],
    [
      'only the rest of who is away moves while the others are in time: to who is done first',
      [
        marker(1, { done: 190, target: 200, hours: [50, 50] }),
        marker(2, { done: 150, target: 200, hours: [50, 50] }),
        marker(3, { done: 170, target: 200, idle: 30 }),
      ],
      { verdict: 'due', moved: 30, targets: [230, 200, 170] },
    ],
    [
      'three papers of who is away are worth it: nobody would mark them otherwise',
      [
        marker(1, { done: 300, target: 300, hours: [100, 100, 100] }),
        marker(2, { done: 297, target: 300, idle: 30 }),
      ],
      { verdict: 'due', moved: 3, targets: [303, 297] },
    ],
    [
      'papers in nobody’s target are given out',
      [
        marker(1, { done: 200, target: 200, hours: [100, 100] }),
        marker(2, { done: 200, target: 200, hours: [100, 100] }),
      ],
      { verdict: 'due', moved: 200, targets: [300, 300] },
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
    expect(balanceOf(markers)).toEqual(wanted)
  })

  const done = (id: number, idle: number) => marker(id, { done: 60, target: 60, idle })
  test.for<[string, PacedMarker[], Partial<BalanceMoment>, object]>([
    [
      'two are done and the third never came: evenly to both, though nobody’s pace is known any more',
      [done(1, 26), done(2, 26), marker(3, { done: 0, target: 60, idle: 27 })],
      { quietHours: 26 },
      { verdict: 'due', moved: 60, targets: [90, 90, 0] },
    ],
    [
      'the same of who came and marked three',
      [done(1, 70), done(2, 70), marker(3, { done: 3, target: 60, idle: 71 })],
      { quietHours: 70 },
      { verdict: 'due', moved: 57, targets: [89, 88, 3] },
    ],
    [
      'the same on the first day: they may still come',
      [done(1, 3), done(2, 3), marker(3, { done: 0, target: 60, idle: 9 })],
      { quietHours: 3 },
      { verdict: 'no_pace', moved: 0, targets: [60, 60, 60] },
    ],
    [
      'and past the deadline: who is done shares with who is late',
      [done(1, 3), done(2, 3), marker(3, { done: 0, target: 60, idle: 9 })],
      { quietHours: 3, hoursToDeadline: -0.1 },
      { verdict: 'due', moved: 40, targets: [80, 80, 20] },
    ],
    [
      'past the deadline who is away gives all',
      [done(1, 30), done(2, 30), marker(3, { done: 0, target: 60, idle: 31 })],
      { quietHours: 30, hoursToDeadline: -1 },
      { verdict: 'due', moved: 60, targets: [90, 90, 0] },
    ],
    [
      'who got it is away in turn: whose it was is no help',
      [
        marker(1, { done: 60, target: 90, idle: 48 }),
        marker(2, { done: 60, target: 90, idle: 48 }),
        marker(3, { done: 0, target: 0, idle: 99, isGone: true }),
      ],
      { quietHours: 73 },
      { verdict: 'quiet', moved: 0, targets: [90, 90, 0] },
    ],
    [
      'nor past the deadline, while the others are at it',
      [
        marker(1, { done: 60, target: 120, idle: 1, hours: [30] }),
        marker(2, { done: 60, target: 60, idle: 1, hours: [30] }),
        marker(3, { done: 0, target: 0, idle: 99, isGone: true }),
      ],
      { hoursToDeadline: -1 },
      { verdict: 'due', moved: 30, targets: [90, 90, 0] },
    ],
    [
      'a weekend: nobody moves anything, whoever is done',
      [
        done(1, 40),
        marker(2, { done: 20, target: 60, idle: 40 }),
        marker(3, { done: 30, target: 60, idle: 41 }),
      ],
      { quietHours: 40 },
      { verdict: 'quiet', moved: 0, targets: [60, 60, 60] },
    ],
    [
      'its first evening, a day after most went home and less after the last did',
      [
        done(1, 23.5),
        marker(2, { done: 20, target: 60, idle: 24.2 }),
        marker(3, { done: 30, target: 60, idle: 24.1 }),
      ],
      { quietHours: 23.5 },
      { verdict: 'quiet', moved: 0, targets: [60, 60, 60] },
    ],
    [
      'a night is no weekend',
      [
        marker(1, { done: 60, target: 60, idle: 14, hours: [60] }),
        marker(2, { done: 20, target: 60, idle: 24.2 }),
        marker(3, { done: 30, target: 60, idle: 24.1 }),
      ],
      { quietHours: 14 },
      { verdict: 'due', moved: 70, targets: [130, 20, 30] },
    ],
    [
      'after three days it was more than a weekend',
      [
        done(1, 73),
        marker(2, { done: 20, target: 60, idle: 73 }),
        marker(3, { done: 30, target: 60, idle: 74 }),
      ],
      { quietHours: 73 },
      { verdict: 'due', moved: 70, targets: [130, 20, 30] },
    ],
    [
      'but nobody is there to take over where nobody is done',
      [
        marker(2, { done: 20, target: 90, idle: 90 }),
        marker(3, { done: 30, target: 90, idle: 91 }),
      ],
      { quietHours: 90 },
      { verdict: 'quiet', moved: 0, targets: [90, 90] },
    ],
    [
      'nor past the deadline',
      [
        marker(2, { done: 20, target: 90, idle: 90 }),
        marker(3, { done: 30, target: 90, idle: 91 }),
      ],
      { quietHours: 90, hoursToDeadline: -5 },
      { verdict: 'nobody', moved: 0, targets: [90, 90] },
    ],
    [
      'the first of Monday takes nothing from who is on the way',
      [
        marker(1, { done: 45, target: 60, hours: [25], idle: 0 }),
        marker(2, { done: 20, target: 60, idle: 64 }),
        marker(3, { done: 30, target: 60, idle: 65 }),
      ],
      { quietHours: 0, resumedHours: 1 },
      { verdict: 'even', moved: 0, targets: [60, 60, 60] },
    ],
    [
      'who is still not there on Tuesday is away',
      [
        marker(1, { done: 45, target: 60, hours: [25], idle: 0 }),
        marker(2, { done: 20, target: 60, idle: 88 }),
        marker(3, { done: 30, target: 60, idle: 0, hours: [20] }),
      ],
      { quietHours: 0, resumedHours: 25 },
      { verdict: 'due', moved: 40, targets: [92, 20, 68] },
    ],
  ])('%s', ([, markers, over, wanted]) => {
    expect(balanceOf(markers, over, 180)).toEqual(wanted)
  })

  test.for<[string, PacedMarker[], object]>([
    [
      'who was warned gives the rest to the others',
      [
        marker(1, { done: 40, target: 60, hours: [40] }),
        marker(2, { done: 30, target: 60, claimed: 2, barred: 'warned', hours: [30] }),
      ],
      { verdict: 'due', moved: 28, targets: [88, 32] },
    ],
    [
      'who has not qualified yet is waited for while the others are at it, and gets no more',
      [
        marker(1, { done: 40, target: 60, hours: [40] }),
        marker(2, { done: 0, target: 60, barred: 'unqualified' }),
      ],
      { verdict: 'even', moved: 0, targets: [60, 60] },
    ],
    [
      'not once they are done',
      [
        marker(1, { done: 60, target: 60, hours: [60] }),
        marker(2, { done: 0, target: 60, barred: 'unqualified' }),
      ],
      { verdict: 'due', moved: 60, targets: [120, 0] },
    ],
    [
      'nor after a day',
      [
        marker(1, { done: 40, target: 60, hours: [40] }),
        marker(2, { done: 0, target: 60, barred: 'unqualified', idle: 25 }),
      ],
      { verdict: 'due', moved: 60, targets: [120, 0] },
    ],
    [
      'who has not qualified takes over from nobody',
      [
        marker(1, { done: 10, target: 60, idle: 25 }),
        marker(2, { done: 0, target: 60, barred: 'unqualified' }),
      ],
      { verdict: 'nobody', moved: 0, targets: [60, 60] },
    ],
  ])('%s', ([, markers, wanted]) => {
    expect(balanceOf(markers, {}, 120)).toEqual(wanted)
  })

  test('what the others have no room for stays with who is away', () => {
    // Each paper is read twice, by different people: two can read no more than the half.
    const markers = [
      marker(1, { done: 50, target: 67, hours: [50] }),
      marker(2, { done: 50, target: 67, hours: [50] }),
      marker(3, { done: 10, target: 66, idle: 30 }),
    ]
    const balance = balanceOf(markers, {}, 200, 70)
    expect(balance).toEqual({ verdict: 'due', moved: 6, targets: [70, 70, 60] })
    const full = [
      marker(1, { done: 50, target: 70, hours: [50] }),
      marker(2, { done: 50, target: 70, hours: [50] }),
      marker(3, { done: 10, target: 60, idle: 30 }),
    ]
    expect(balanceOf(full, {}, 200, 70)).toEqual({
      verdict: 'nobody',
      moved: 0,
      targets: [70, 70, 60],
    })
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
    expect(balanceOf(markers, { hoursToDeadline }, 420).verdict).toBe(verdict)
  })

  test('a late beginning is no slow pace, nor is an early end, and an hour in which nobody marks slows nobody', () => {
    const { markers } = balanceRemaining(
      600,
      600,
      [
        marker(1, { done: 120, target: 300, hours: [60, null, 60] }),
        marker(2, { done: 30, target: 300, hours: [null, null, 30] }),
        marker(3, { done: 60, target: 90, hours: [60, null, null] }),
        marker(4, { done: 60, target: 60, hours: [60, null, null] }),
      ],
      moment(),
    )
    // The third stayed away in the hour in which the others marked; the fourth was done.
    expect(markers.map(({ pacePerHour }) => pacePerHour)).toEqual([60, 30, 30, 60])
  })

  test('nobody gets more papers than there are: each is read once by a person', () => {
    const markers = [
      marker(1, { done: 90, target: 100, hours: [90] }),
      marker(2, { done: 20, target: 100, hours: [20] }),
    ]
    expect(balanceOf(markers, {}, 200, 100)).toEqual({
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
      idle: fc.integer({ min: 0, max: 48 }),
      barred: fc.constantFrom(null, null, null, 'warned' as const, 'unqualified' as const),
    }),
    { minLength: 2, maxLength: 8 },
  )
  const when = fc.record({
    hoursToDeadline: fc.option(fc.integer({ min: -5, max: 30 })),
    quietHours: fc.integer({ min: 0, max: 90 }),
    resumedHours: fc.option(fc.integer({ min: 0, max: 48 })),
  })
  fc.assert(
    fc.property(people, fc.integer({ min: 320, max: 2000 }), when, (list, units, now) => {
      const readings = units * 2
      const target = Math.ceil(readings / list.length)
      const markers = list.map((one, id) => marker(id, { ...one, target: Math.min(units, target) }))
      const balance = balanceRemaining(readings, units, markers, now)
      const targets = balance.markers.map(({ newTarget }) => newTarget)
      const before = markers.map((one) => one.target)
      if (balance.verdict !== 'due') {
        expect(targets).toEqual(before)
        return
      }
      const gained = targets.reduce((sum, one, at) => sum + Math.max(0, one - (before[at] ?? 0)), 0)
      expect(gained).toBe(balance.moved)
      expect(gained).toBeGreaterThan(0)
      const promised = (list: readonly number[]) => list.reduce((a, b) => a + b, 0)
      // What was promised before, of what there is to read, still is.
      expect(promised(targets)).toBeGreaterThanOrEqual(Math.min(readings, promised(before)))
      for (const [index, { done, claimed, barred, target: own }] of markers.entries()) {
        const kept = done + claimed
        expect(targets[index]).toBeGreaterThanOrEqual(Math.min(own, kept))
        expect(targets[index]).toBeLessThanOrEqual(Math.max(barred === null ? units : own, kept))
      }
    }),
  )
})

test('no marker is away for the hours of one quiet day, whoever comes back first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 2, maxLength: 6 }),
      fc.integer({ min: 0, max: BALANCE.pastHours }),
      (idle, resumedHours) => {
        const markers = idle.map((hours, id) => marker(id, { done: 30, target: 60, idle: hours }))
        const { markers: rows } = balanceRemaining(
          60 * idle.length,
          600,
          markers,
          moment({ quietHours: 0, resumedHours }),
        )
        expect(rows.map(({ absence }) => absence)).toEqual(idle.map(() => null))
      },
    ),
  )
})

test('parts of a block are balanced by themselves: nothing moves from one to the other', () => {
  const even = balanceRemaining(
    100,
    100,
    [
      marker(1, { done: 25, target: 50, hours: [25] }),
      marker(2, { done: 25, target: 50, hours: [25] }),
    ],
    moment(),
  )
  const due = balanceRemaining(
    200,
    200,
    [
      marker(3, { done: 60, target: 100, hours: [60] }),
      marker(4, { done: 20, target: 100, hours: [20] }),
    ],
    moment(),
  )
  expect([even.verdict, due.verdict]).toEqual(['even', 'due'])
  const both = joinBalances([even, due])
  expect(both).toMatchObject({ verdict: 'due', moved: due.moved, evenHours: due.evenHours })
  expect(both.markers.slice(0, 2).map(({ newTarget }) => newTarget)).toEqual([50, 50])
  const moved = both.markers.slice(2).map(({ newTarget }) => newTarget)
  expect(moved.reduce((sum, target) => sum + target, 0)).toBe(200)
  expect(joinBalances([])).toMatchObject({ verdict: 'nothing_left', evenHours: null, moved: 0 })
})
