import { expect, test } from 'vitest'
import { type LoggedStep, recordSteps, type RecordStep } from './record-steps.ts'
import { applyEvent } from './unit-machine.ts'
import type { MarkEvent } from './mark-event.ts'
import { newUnit } from './unit.ts'
import type { BlockPolicy } from './unit.ts'

const points = ['(1)', '(2)'].map((name) => ({ name, fullMilli: 10_000, stepMilli: 500 }))

/** The steps of a paper that is read once or twice, from the log as it is stored. */
function stepsOf(events: readonly MarkEvent[], mode: BlockPolicy['mode'] = 0): RecordStep[] {
  const policy: BlockPolicy = { mode, toleranceMilli: 1000, points }
  let unit = newUnit(1, mode !== 0)
  const log = events.map((event): LoggedStep => {
    const outcome = applyEvent(unit, event, policy)
    if (outcome.kind === 'refused') throw new Error(`${event.type}: ${outcome.code}`)
    unit = outcome.unit
    return JSON.parse(JSON.stringify({ event, effects: outcome.effects })) as LoggedStep
  })
  return recordSteps(log, null)
}

const at = (one: number, two: number) => ({
  totalMilli: one * 1000 + two * 1000,
  points: [one * 1000, two * 1000],
})
const scored = (markerId: string, readingId: number, one: number, two: number) => ({
  readingId,
  markerId,
  scores: [one * 1000, two * 1000],
  idemKey: `${markerId}-${readingId}-${one}-${two}`,
})
const ready: MarkEvent = { type: 'images_ready', looksBlank: false }
const read = (markerId: string, id: number, one: number, two: number): MarkEvent[] => [
  { type: 'claim', readingId: id, markerId },
  { type: 'submit', ...scored(markerId, id, one, two) },
]

test('a change of an own mark has what was given before and after, point by point', () => {
  const [given, changed] = stepsOf([
    ready,
    ...read('lee', 1, 3, 5),
    { type: 'revise', newReadingId: 2, ...scored('lee', 1, 4, 5) },
  ]).slice(-2)
  expect(given).toMatchObject({
    status: { from: 'MARKING', to: 'FINAL' },
    readings: [{ role: 'R1', before: null, after: at(3, 5) }],
    final: { before: null, after: at(3, 5) },
  })
  expect(changed).toEqual({
    status: null,
    readings: [{ role: 'R1', before: at(3, 5), after: at(4, 5) }],
    final: { before: at(3, 5), after: at(4, 5) },
  })
})

test('what was sent back counts no more, until it is given again', () => {
  const [back, again] = stepsOf([
    ready,
    ...read('lee', 1, 3, 5),
    { type: 'reject', readingId: 1, checkerId: 'wu' },
    { type: 'remark', newReadingId: 2, ...scored('lee', 1, 6, 6) },
  ]).slice(-2)
  expect(back).toMatchObject({
    status: { from: 'FINAL', to: 'REJECTED' },
    readings: [{ role: 'R1', before: at(3, 5), after: null }],
    final: { before: at(3, 5), after: null },
  })
  expect(again).toMatchObject({
    readings: [{ role: 'R1', before: at(3, 5), after: at(6, 6) }],
    final: { before: null, after: at(6, 6) },
  })
})

test('a correction changes the final mark and leaves what was read as it is', () => {
  const steps = stepsOf(
    [
      ready,
      ...read('lee', 1, 3, 5),
      ...read('tao', 2, 3, 6),
      {
        type: 'spot_correct',
        readingId: 1,
        checkerId: 'wu',
        scores: [2000, 2000],
        isRejection: false,
      },
    ],
    1,
  )
  expect(steps.at(-2)).toMatchObject({
    readings: [{ role: 'R2', before: null, after: at(3, 6) }],
    final: { before: null, after: { totalMilli: 8500, points: [3000, 5500] } },
  })
  expect(steps.at(-1)).toEqual({
    status: null,
    readings: [],
    final: { before: { totalMilli: 8500, points: [3000, 5500] }, after: at(2, 2) },
  })
})

test('a clearing takes every reading and the mark', () => {
  const steps = stepsOf(
    [ready, ...read('lee', 1, 3, 5), ...read('tao', 2, 3, 5), { type: 'reset' }],
    1,
  )
  expect(steps.at(-1)).toMatchObject({
    readings: [
      { role: 'R1', before: at(3, 5), after: null },
      { role: 'R2', before: at(3, 5), after: null },
    ],
    final: { before: at(3, 5), after: null },
  })
})

test('an arbitration is given beside what was read', () => {
  const steps = stepsOf(
    [
      ready,
      ...read('lee', 1, 3, 5),
      ...read('tao', 2, 9, 9),
      { type: 'arbitrate', ...scored('wu', 3, 7, 7) },
    ],
    1,
  )
  expect(steps.at(-1)).toMatchObject({
    readings: [{ role: 'ARB', before: null, after: at(7, 7) }],
    final: { before: null, after: at(7, 7) },
  })
})

test('where the best questions count, the total of a reading is of these', () => {
  const log: LoggedStep[] = [
    { event: { type: 'submit', ...scored('lee', 1, 3, 5) }, effects: [] },
    {
      event: { type: 'submit', ...scored('tao', 2, 3, 5) },
      effects: [
        {
          kind: 'settled',
          readingIds: [1],
          final: {
            totalMilli: 5000,
            scores: JSON.parse('[null,5000]') as number[],
            source: 'SINGLE',
            reason: null,
            overTolerance: false,
            forcedPair: false,
            roundingResidualMilli: 0,
            combined: [0],
          },
        },
      ],
    },
  ]
  const steps = recordSteps(log, { choose: 1, questionOf: [7, 8] })
  expect(steps[0]?.readings[0]?.after).toEqual({ totalMilli: 5000, points: [3000, 5000] })
  expect(steps[1]?.final?.after).toEqual({ totalMilli: 5000, points: [null, 5000] })
})
