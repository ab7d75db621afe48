import { expect, test } from 'vitest'
import type { MarkEvent } from './mark-event.ts'
import { applyEvent } from './unit-machine.ts'
import { newUnit, readingsDue, type BlockPolicy } from './unit.ts'

const POLICY: BlockPolicy = {
  mode: 1,
  toleranceMilli: 2000,
  points: [{ name: '(1)', fullMilli: 20_000, stepMilli: 500 }],
}

const ready: MarkEvent = { type: 'images_ready', looksBlank: false }
const blank: MarkEvent = { type: 'images_ready', looksBlank: true }
const claim = (markerId: string): MarkEvent => ({ type: 'claim', readingId: markerId, markerId })
const mark = (markerId: string, points: number): MarkEvent[] => [
  claim(markerId),
  {
    type: 'submit',
    readingId: markerId,
    markerId,
    scores: [points * 1000],
    idemKey: `key-of-${markerId}`,
  },
]
const problem: MarkEvent = {
  type: 'raise_problem',
  by: 'he',
  readingId: 'he',
  reason: 'unclear_image',
  note: '',
}
const scored: MarkEvent = {
  type: 'resolve_problem',
  by: 'wu',
  outcome: { kind: 'score', scores: [5000] },
}
const reject: MarkEvent = { type: 'reject', readingId: 'li', checkerId: 'wu' }

test.for<[what: string, double: boolean, events: MarkEvent[], due: number]>([
  ['nobody has read it', false, [ready], 1],
  ['two are to read it', true, [ready], 2],
  ['one of two has', true, [ready, ...mark('li', 12)], 2],
  ['one of two has, the other holds it', true, [ready, ...mark('li', 12), claim('he')], 2],
  ['both have', true, [ready, ...mark('li', 12), ...mark('he', 13)], 2],
  [
    'both have, and an arbitrator is to decide',
    true,
    [ready, ...mark('li', 2), ...mark('he', 13)],
    2,
  ],
  ['a blank that is to be looked at', true, [blank], 2],
  ['a blank that was confirmed', true, [blank, { type: 'blank_confirm', by: 'wu' }], 0],
  ['a mark on the paper', true, [ready, { type: 'offline_mark', by: 0, totalMilli: 5000 }], 0],
  ['a problem that waits', true, [ready, ...mark('li', 12), claim('he'), problem], 2],
  ['a problem that was scored', true, [ready, ...mark('li', 12), claim('he'), problem, scored], 1],
  ['sent back to its marker', false, [ready, ...mark('li', 12), reject], 1],
  ['cleared', true, [ready, ...mark('li', 12), ...mark('he', 13), { type: 'reset' }], 2],
  ['locked', false, [ready, ...mark('li', 12), { type: 'lock' }], 1],
])('readings due of a paper: %s', ([, double, events, due]) => {
  const unit = events.reduce(
    (now, event) => {
      const outcome = applyEvent(now, event, { ...POLICY, mode: double ? 1 : 0 })
      if (outcome.kind === 'refused') throw new Error(`${event.type}: ${outcome.code}`)
      return outcome.unit
    },
    newUnit('u', double),
  )
  expect(readingsDue(unit)).toBe(due)
})
