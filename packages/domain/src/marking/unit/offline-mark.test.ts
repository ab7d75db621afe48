import { describe, expect, test } from 'vitest'
import type { MarkEvent } from './mark-event.ts'
import { legalTotals, pointsOfOfflineMark } from './offline-mark.ts'
import { applyEvent } from './unit-machine.ts'
import { keptOf } from './unit-repair.ts'
import type { BlockPolicy } from './unit.ts'
import { newUnit } from './unit.ts'

const point = (full: number, step: number) => ({
  name: '',
  fullMilli: full * 1000,
  stepMilli: step * 1000,
})

test.for([
  ['one point in halves', [point(2, 0.5)], 2, [0, 0.5, 1, 1.5, 2]],
  ['steps of two and of three leave gaps', [point(4, 2), point(3, 3)], 7, [0, 2, 3, 4, 5, 7]],
  ['one of two optional questions counts', [point(2, 1), point(2, 1)], 2, [0, 1, 2]],
] as const)('%s', ([, points, full, marks]) => {
  expect(legalTotals(points, full * 1000)).toEqual(marks.map((mark) => mark * 1000))
})

test.for([
  [0, [0, 0]],
  [7, [4000, 3000]],
  [5, [5000]],
] as const)('a mark of %s of 7 says as much of its points as it can', ([mark, scores]) => {
  expect(pointsOfOfflineMark([point(4, 1), point(3, 1)], mark * 1000)).toEqual(scores)
})

describe('a unit that was marked on paper', () => {
  const policy: BlockPolicy = { mode: 1, toleranceMilli: 1000, points: [point(4, 1), point(3, 1)] }
  const after = (...events: MarkEvent[]) =>
    events.reduce(
      (unit, event) => {
        const outcome = applyEvent(unit, event, policy)
        if (outcome.kind === 'refused') throw new Error(outcome.code)
        return outcome.unit
      },
      newUnit(1, true),
    )
  const mark = (totalMilli: number): MarkEvent => ({ type: 'offline_mark', by: 0, totalMilli })

  test('is final at that mark, though two people would read it otherwise', () => {
    expect(after(mark(5000))).toMatchObject({
      status: 'FINAL',
      final: { totalMilli: 5000, source: 'OFFLINE', reason: null },
    })
    expect(after(mark(0)).final?.reason).toBe('ZERO')
  })

  test('follows the mark, and waits while it is in doubt', () => {
    expect(after(mark(5000), mark(6000)).final?.totalMilli).toBe(6000)
    const doubtful = after(mark(5000), { type: 'offline_withdrawn' })
    expect([doubtful.status, doubtful.final, doubtful.decision]).toEqual(['WAIT_IMAGE', null, null])
    expect(after({ type: 'offline_withdrawn' }).version).toBe(0)
  })

  test('does not change when the same mark comes again', () => {
    expect(after(mark(5000), mark(5000)).version).toBe(1)
  })

  test('keeps what an inspection decided later', () => {
    const unit = after(mark(5000), inspected, mark(7000), { type: 'offline_withdrawn' })
    expect(unit.final).toMatchObject({ totalMilli: 6000, source: 'INSPECT' })
  })

  const inspected: MarkEvent = { type: 'inspect', by: 9, scores: [4000, 2000] }
  const script: MarkEvent = { type: 'benchmark', by: 9, scores: [4000, 2000] }
  test.for<[what: string, events: MarkEvent[], status: string, source?: string, total?: number]>([
    ['cleared', [mark(5000), { type: 'reset' }], 'FINAL', 'OFFLINE', 5000],
    ['inspected, cleared', [mark(5000), inspected, { type: 'reset' }], 'FINAL', 'OFFLINE', 5000],
    [
      'corrected on paper after the inspection, cleared',
      [mark(5000), inspected, mark(7000), { type: 'reset' }],
      'FINAL',
      'OFFLINE',
      7000,
    ],
    [
      'no standard script any more',
      [mark(5000), script, { type: 'benchmark_withdrawn', by: 9 }],
      'FINAL',
      'OFFLINE',
      5000,
    ],
    [
      'in doubt, cleared',
      [mark(5000), { type: 'offline_withdrawn' }, { type: 'reset' }],
      'WAIT_IMAGE',
    ],
    [
      'cleared, in doubt, settled',
      [mark(5000), { type: 'reset' }, { type: 'offline_withdrawn' }, mark(6000)],
      'FINAL',
      'OFFLINE',
      6000,
    ],
    [
      'cleared, then a sheet without a mark on paper',
      [
        mark(5000),
        { type: 'reset' },
        { type: 'offline_withdrawn' },
        { type: 'images_ready', looksBlank: false },
      ],
      'READY',
    ],
    [
      'behind a look for writing, on a new crop',
      [
        { type: 'images_ready', looksBlank: true },
        { type: 'blank_confirm', by: 7 },
        mark(5000),
        { type: 'blank_review' },
        { type: 'images_ready', looksBlank: false, cropChanged: true },
      ],
      'FINAL',
      'OFFLINE',
      5000,
    ],
  ])(
    '%s: nobody is given it to mark while its mark stands',
    ([, events, status, source, total]) => {
      const unit = after(...events)
      expect([unit.status, unit.final?.source, unit.final?.totalMilli]).toEqual([
        status,
        source,
        total,
      ])
    },
  )

  test('that was inspected has the inspected mark again when a clearing is undone', () => {
    const before = after(mark(5000), inspected)
    const back = after(
      mark(5000),
      inspected,
      { type: 'reset' },
      { type: 'restore', kept: keptOf(before) },
    )
    expect({ ...back, version: before.version }).toEqual(before)
  })

  test('of a negative mark is refused', () => {
    expect(applyEvent(newUnit(1, true), mark(-1000), policy)).toMatchObject({ kind: 'refused' })
  })
})
