import { describe, expect, test } from 'vitest'
import type { MarkMode } from '../../mark-codes.ts'
import type { MarkEvent } from './mark-event.ts'
import { applyEvent } from './unit-machine.ts'
import { keptOf } from './unit-repair.ts'
import { isBarredArbitrator, nextSlot } from './unit-slot.ts'
import { newUnit } from './unit.ts'
import type { BlockPolicy, UnitState } from './unit.ts'

const policyOf = (mode: MarkMode): BlockPolicy => ({
  mode,
  toleranceMilli: 2000,
  points: [{ name: '(1)', fullMilli: 20_000, stepMilli: 500 }],
})

/** A unit after events that all apply. */
function unitAfter(mode: MarkMode, events: readonly MarkEvent[]): UnitState {
  return events.reduce(
    (unit, event) => {
      const outcome = applyEvent(unit, event, policyOf(mode))
      if (outcome.kind === 'refused') throw new Error(`${event.type}: ${outcome.code}`)
      return outcome.unit
    },
    newUnit('u', mode !== 0),
  )
}

const ready: MarkEvent = { type: 'images_ready', looksBlank: false }
const mark = (markerId: string, points: number): MarkEvent[] => [
  { type: 'claim', readingId: markerId, markerId },
  {
    type: 'submit',
    readingId: markerId,
    markerId,
    scores: [points * 1000],
    idemKey: `key-of-${markerId}`,
  },
]
const arbitrate = (points: number): MarkEvent => ({
  type: 'arbitrate',
  readingId: 'arbitration',
  markerId: 'wu',
  scores: [points * 1000],
  idemKey: 'key-of-arbitration',
})
const correct: MarkEvent = {
  type: 'spot_correct',
  readingId: 'li',
  checkerId: 'wu',
  scores: [3000],
  isRejection: true,
}
const again: MarkEvent = {
  type: 'read_again',
  by: 'wu',
  settleBy: { mode: 1, toleranceMilli: 1000 },
}
const refusedFor = (unit: UnitState, event: MarkEvent, mode: MarkMode = 1) => {
  const outcome = applyEvent(unit, event, policyOf(mode))
  return outcome.kind === 'refused' ? outcome.code : 'applied'
}

describe('a reset that is undone gives back what it took', () => {
  test.for([
    ['one reading', 0, mark('li', 8)],
    ['the first of two readings', 1, mark('li', 8)],
    ['two that agree', 1, [...mark('li', 8), ...mark('he', 9)]],
    ['two that wait for arbitration', 1, [...mark('li', 8), ...mark('he', 16)]],
    ['an arbitrated paper', 1, [...mark('li', 8), ...mark('he', 16), arbitrate(12)]],
    ['a corrected paper', 0, [...mark('li', 8), correct]],
    ['a paper sent to a second reader', 0, [...mark('li', 8), again]],
    ['a paper that two read in the end', 0, [...mark('li', 8), again, ...mark('he', 9)]],
    [
      'a paper sent back',
      0,
      [...mark('li', 8), { type: 'reject', readingId: 'li', checkerId: 'wu' }],
    ],
  ] as const)('%s', ([, mode, events]) => {
    const before = unitAfter(mode, [ready, ...events])
    const empty = unitAfter(mode, [ready, ...events, { type: 'reset' }])
    expect(empty).toMatchObject({ status: 'READY', final: null, decision: null })
    const back = unitAfter(mode, [
      ready,
      ...events,
      { type: 'reset' },
      { type: 'restore', kept: keptOf(before) },
    ])
    expect({ ...back, version: 0 }).toEqual({ ...before, version: 0 })
    expect(empty.double).toBe(mode !== 0)
  })

  test('what was marked since is not overwritten', () => {
    const before = unitAfter(0, [ready, ...mark('li', 8)])
    const again = unitAfter(0, [ready, ...mark('li', 8), { type: 'reset' }, ...mark('he', 4)])
    expect(refusedFor(again, { type: 'restore', kept: keptOf(before) }, 0)).toBe(
      'MARKING_UNIT_NOT_OPEN',
    )
  })

  test('readings that the reset did not take are not invented', () => {
    const empty = unitAfter(0, [ready])
    const foreign = keptOf(unitAfter(0, [ready, ...mark('li', 8)]))
    expect(refusedFor(empty, { type: 'restore', kept: foreign }, 0)).toBe(
      'MARKING_READING_NOT_FOUND',
    )
  })
})

const sendBack: MarkEvent = { type: 'reject', readingId: 'li', checkerId: 'wu' }
const takeBack: MarkEvent = { type: 'take_back', readingId: 'li', markerId: 'li' }
const reopen: MarkEvent = { type: 'reopen', by: 'wu' }
const escalate: MarkEvent = { type: 'escalate', by: 'wu' }

describe('a decision that is withdrawn leaves the unit where its readings put it', () => {
  test.for([
    ['arbitrated', 1, [...mark('li', 8), ...mark('he', 16), arbitrate(12)], 'ARBITRATION', null],
    ['corrected in a spot check', 0, [...mark('li', 8), correct], 'FINAL', 8000],
  ] as const)('%s', ([, mode, events, status, final]) => {
    const unit = unitAfter(mode, [ready, ...events, reopen])
    expect([unit.status, unit.final?.totalMilli ?? null]).toEqual([status, final])
  })

  const milder = { ...correct, scores: [5000], isRejection: false } as const
  const marked = mark('li', 8)
  const remark: MarkEvent = {
    type: 'remark',
    readingId: 'li',
    newReadingId: 'li again',
    markerId: 'li',
    scores: [9000],
    idemKey: 'key-of-li-again',
  }
  test.for([
    ['the only one', [...marked, correct], 0],
    ['another correction came after it', [...marked, correct, milder], 0],
    ['both corrections were one', [...marked, correct, correct], 0],
    [
      'it was sent back before as well',
      [...marked, sendBack, remark, { ...correct, readingId: 'li again' }],
      1,
    ],
    ['one before was withdrawn already', [...marked, correct, reopen, correct], 0],
  ] as const)('nobody was sent back by a correction that is withdrawn: %s', ([, events, left]) => {
    const unit = unitAfter(0, [ready, ...events, reopen])
    expect(unit.readings.at(-1)?.rejections).toBe(left)
  })

  const passedOn: MarkEvent = {
    type: 'raise_problem',
    by: 'li',
    readingId: 'li',
    reason: 'unclear_image',
    note: '右下角',
  }
  const takenOut: MarkEvent = {
    type: 'raise_problem',
    by: 'boss',
    readingId: null,
    reason: 'identical',
    note: '',
    keepsDecision: true,
  }
  const claim: MarkEvent = { type: 'claim', readingId: 'li', markerId: 'li' }

  test.for([
    ['passed on by its marker', [claim, passedOn]],
    ['passed on once more after it had been marked', [...mark('li', 8), sendBack, passedOn]],
    ['taken out of nobody’s hands', [...mark('li', 8), takenOut]],
    ['taken out after a correction', [...mark('li', 8), correct, takenOut]],
  ] as const)('a problem paper %s is the same problem again', ([, events]) => {
    const before = unitAfter(0, [ready, ...events])
    expect(before.status).toBe('PROBLEM')
    for (const outcome of [
      { kind: 'score', scores: [5000] },
      { kind: 'misconduct', note: '抄袭' },
    ] as const) {
      const decided: MarkEvent = { type: 'resolve_problem', by: 'wu', outcome }
      const after = unitAfter(0, [ready, ...events, decided, reopen])
      expect({ ...after, version: 0 }).toEqual({ ...before, version: 0 })
    }
  })

  test('of a problem paper says why to who decides next, and no more than a note can hold', () => {
    const withdrawn = (reason: string) =>
      unitAfter(0, [
        ready,
        claim,
        passedOn,
        { type: 'resolve_problem', by: 'wu', outcome: { kind: 'void', note: '空白' } },
        { type: 'reopen', by: 'wu', reason },
      ]).problem?.note
    expect(withdrawn('看错了')).toBe('右下角；撤销裁定：看错了')
    expect(withdrawn('长'.repeat(600))?.length).toBe(500)
  })

  test('what was decided before the problem was kept is a problem of who withdraws it', () => {
    const scored = unitAfter(0, [
      ready,
      claim,
      passedOn,
      { type: 'resolve_problem', by: 'he', outcome: { kind: 'score', scores: [5000] } },
    ])
    const { problem: _, ...decision } = scored.decision ?? { scores: [], by: '', source: 'PROBLEM' }
    const outcome = applyEvent({ ...scored, decision }, reopen, policyOf(0))
    expect(outcome).toMatchObject({
      unit: { status: 'PROBLEM', problem: { reason: 'other', raisedBy: 'wu', stood: null } },
    })
  })

  test('the same arbitrator may decide again', () => {
    const unit = unitAfter(1, [
      ready,
      ...mark('li', 8),
      ...mark('he', 16),
      arbitrate(12),
      reopen,
      { ...arbitrate(10), readingId: 'second', idemKey: 'key-of-second' } as MarkEvent,
    ])
    expect(unit.final).toMatchObject({ source: 'ARB', totalMilli: 10_000 })
  })

  test.for([
    ['readings that agree', 1, [...mark('li', 8), ...mark('he', 9)]],
    ['a paper still being marked', 1, mark('li', 8)],
  ] as const)('%s have no decision to withdraw', ([, mode, events]) => {
    expect(refusedFor(unitAfter(mode, [ready, ...events]), reopen)).toBe('MARKING_UNIT_NOT_OPEN')
  })
})

describe('a leader can put a mark before the arbitrator', () => {
  test.for([
    ['read once', 0, mark('li', 8)],
    ['two that agree', 2, [...mark('li', 8), ...mark('he', 9)]],
    ['waiting for the third', 3, [...mark('li', 8), ...mark('he', 16)]],
    ['sent back to its marker', 0, [...mark('li', 8), sendBack]],
    ['taken back by its marker', 1, [...mark('li', 8), ...mark('he', 9), takeBack]],
  ] as const)('%s', ([, mode, events]) => {
    const unit = unitAfter(mode, [ready, ...events, escalate])
    expect(unit.status).toBe('ARBITRATION')
    // The arbitrator sees what was given, and it waits for nobody else.
    expect(unit.readings.every(({ state }) => state === 'submitted')).toBe(true)
    expect(unit.readings.some(({ takenBack }) => takenBack)).toBe(false)
  })

  test.for([
    ['nothing read', []],
    ['arbitrated already', [...mark('li', 8), ...mark('he', 16), arbitrate(12)]],
    ['published', [...mark('li', 8), ...mark('he', 9), { type: 'lock' }]],
  ] as const)('not with %s', ([, events]) => {
    expect(refusedFor(unitAfter(1, [ready, ...events]), escalate)).not.toBe('applied')
  })
})

describe('what waits for a marker who is gone is left to somebody else', () => {
  const handOn: MarkEvent = { type: 'hand_on', by: 'wu', readingId: 'li' }

  test.for([
    ['sent back', 0, [...mark('li', 8), sendBack], 'READY', 'R1'],
    ['taken back', 1, [...mark('li', 8), ...mark('he', 9), takeBack], 'MARKING', 'R1'],
    ['the second of two', 1, [...mark('he', 9), ...mark('li', 8), sendBack], 'MARKING', 'R2'],
  ] as const)('%s', ([, mode, events, status, slot]) => {
    const unit = unitAfter(mode, [ready, ...events, handOn])
    expect([unit.status, nextSlot(unit, 'sun'), nextSlot(unit, 'li')]).toEqual([status, slot, null])
    expect(isBarredArbitrator(unit, 'li')).toBe(true)
    const own = unit.readings.find(({ markerId }) => markerId === 'li')
    expect(own).toMatchObject({ state: 'superseded', supersededBy: 'passed_on' })
  })

  test.for([
    ['what stands', mark('li', 8), 'MARKING_UNIT_NOT_OPEN'],
    ['what nobody gave', mark('he', 8), 'MARKING_READING_NOT_FOUND'],
    ['what an arbitrator has', [...mark('li', 8), sendBack, escalate], 'MARKING_UNIT_NOT_OPEN'],
  ] as const)('not %s', ([, events, code]) => {
    expect(refusedFor(unitAfter(0, [ready, ...events]), handOn, 0)).toBe(code)
  })
})

describe('a reader may arbitrate when an administrator says so', () => {
  const allow = (markerId: string, reason = '没有其他题组长'): MarkEvent => ({
    type: 'allow_arbitrator',
    by: 'boss',
    markerId,
    reason,
  })
  const apart = [ready, ...mark('li', 8), ...mark('he', 16)]
  const byReader = (points: number): MarkEvent => ({
    type: 'arbitrate',
    readingId: 'arbitration',
    markerId: 'li',
    scores: [points * 1000],
    idemKey: 'key-of-arbitration',
  })

  test('then, and not before; it is final as of any arbitrator', () => {
    expect(refusedFor(unitAfter(1, apart), byReader(12))).toBe('MARKING_ARBITRATOR_IS_READER')
    const unit = unitAfter(1, [...apart, allow('li'), byReader(12)])
    expect(unit).toMatchObject({ status: 'FINAL', final: { source: 'ARB', totalMilli: 12_000 } })
    // What was read before stays.
    expect(unit.readings.map(({ role, state }) => `${role} ${state}`)).toEqual([
      'R1 submitted',
      'R2 submitted',
      'ARB submitted',
    ])
  })

  test('nobody else may by that', () => {
    const other = { ...byReader(12), markerId: 'he' } as MarkEvent
    expect(refusedFor(unitAfter(1, [...apart, allow('li')]), other)).toBe(
      'MARKING_ARBITRATOR_IS_READER',
    )
  })

  test('twice is once', () => {
    const [once, twice] = [[allow('li')], [allow('li'), allow('li')]].map((events) =>
      unitAfter(1, [...apart, ...events]),
    )
    expect(twice).toEqual(once)
  })

  test.for<[what: string, events: MarkEvent[], ask: MarkEvent, code: string]>([
    ['who did not read it', apart, allow('wu'), 'MARKING_OVERRIDE_NOT_NEEDED'],
    ['without a reason', apart, allow('li', ' '), 'MARKING_REASON_MISSING'],
    ['nothing to arbitrate', [ready, ...mark('li', 8)], allow('li'), 'MARKING_UNIT_NOT_OPEN'],
    ['settled', [...apart, arbitrate(12)], allow('li'), 'MARKING_UNIT_NOT_OPEN'],
  ])('refused: %s', ([, events, ask, code]) => {
    expect(refusedFor(unitAfter(1, events), ask)).toBe(code)
  })

  test('a clearing ends it, and undone it holds again', () => {
    const before = unitAfter(1, [...apart, allow('li')])
    const cleared = unitAfter(1, [...apart, allow('li'), { type: 'reset' }])
    expect(cleared.arbitratorsAllowed).toEqual([])
    const back = applyEvent(cleared, { type: 'restore', kept: keptOf(before) }, policyOf(1))
    expect(back.kind === 'applied' && refusedFor(back.unit, byReader(12))).toBe('applied')
  })
})
