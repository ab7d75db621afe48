import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MarkMode, UnitStatus } from '../../mark-codes.ts'
import type { MarkEvent } from './mark-event.ts'
import { applyEvent } from './unit-machine.ts'
import { keptOf } from './unit-repair.ts'
import { isLive, newUnit } from './unit.ts'
import type { BlockPolicy, UnitState } from './unit.ts'

const policyOf = (mode: MarkMode): BlockPolicy => ({
  mode,
  toleranceMilli: 2000,
  points: [
    { name: '(1)', fullMilli: 4000, stepMilli: 1000 },
    { name: '(2)', fullMilli: 4000, stepMilli: 500 },
  ],
})

const secondReadings = ([1, 2, 3, 4] as const).map((mode) => ({ mode, toleranceMilli: 1000 }))

const people = ['li', 'wu', 'he', 'qi', 'sun']
const person = fc.constantFrom(...people)
const scores = fc.tuple(
  fc.integer({ min: 0, max: 4 }).map((points) => points * 1000),
  fc.integer({ min: 0, max: 8 }).map((halves) => halves * 500),
)

/** Steps name readings by position; the ids are filled in against the unit as it then is. */
const step = fc.record({
  kind: fc.constantFrom(
    ...([
      'claim',
      'claim',
      'claim',
      'submit',
      'submit',
      'submit',
      'release',
      'revise',
      'remark',
      'take_back',
    ] as const),
    ...([
      'arbitrate',
      'claimArb',
      'reject',
      'reject_withdrawn',
      'spot_correct',
      'inspect',
      'benchmark',
      'benchmark_withdrawn',
      'raise',
      'raiseLeader',
      'resolve',
      'lost',
    ] as const),
    ...([
      'blank_report',
      'blank_review',
      'blank_confirm',
      'blank_reject',
      'withdraw',
      'ready',
      'readyBlank',
    ] as const),
    ...(['reset', 'restore', 'reopen', 'escalate', 'hand_on', 'lock', 'unlock'] as const),
    ...(['read_again', 'read_again', 'read_again_withdrawn'] as const),
    ...(['offline_mark', 'offline_withdrawn', 'allow_arbitrator'] as const),
  ),
  person,
  scores,
  pick: fc.nat({ max: 20 }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function eventOf(unit: UnitState, { kind, person, scores, pick }: Step, index: number): MarkEvent {
  const readingId = unit.readings[pick % Math.max(1, unit.readings.length)]?.id ?? 'none'
  const own = unit.readings.find((reading) => reading.markerId === person && isLive(reading))?.id
  const fresh = `reading-${index}`
  const idemKey = `key-${index}`
  const scored = { markerId: person, scores, idemKey }
  switch (kind) {
    case 'claim':
      return { type: 'claim', readingId: fresh, markerId: person }
    case 'claimArb':
      return { type: 'claim', readingId: fresh, markerId: person, slot: 'ARB' }
    case 'submit':
      return { type: 'submit', readingId: own ?? fresh, ...scored }
    case 'lost':
      return { type: 'submit', readingId: fresh, ...scored }
    case 'release':
      return { type: 'release', readingId, cause: pick % 2 === 0 ? 'expired' : 'cleared' }
    case 'revise':
    case 'remark':
      return { type: kind, readingId: own ?? readingId, newReadingId: fresh, ...scored }
    case 'take_back':
      return { type: kind, readingId: own ?? readingId, markerId: person }
    case 'arbitrate':
      return { type: 'arbitrate', readingId: fresh, ...scored }
    case 'reject':
      return { type: 'reject', readingId, checkerId: person }
    case 'reject_withdrawn':
      return { type: kind, readingId, by: person, wasForced: pick % 2 === 0 }
    case 'spot_correct':
      return {
        type: 'spot_correct',
        readingId,
        checkerId: person,
        scores,
        isRejection: pick % 2 === 0,
      }
    case 'inspect':
      return { type: 'inspect', by: person, scores }
    case 'benchmark':
      return { type: 'benchmark', by: person, scores }
    case 'raise':
      return {
        type: 'raise_problem',
        by: person,
        readingId: own ?? 'none',
        reason: 'identical',
        note: '',
      }
    case 'blank_report':
      return { type: kind, by: person, readingId: own ?? 'none' }
    case 'raiseLeader':
      return {
        type: 'raise_problem',
        by: person,
        readingId: null,
        reason: 'identical',
        note: '',
        ...(pick % 2 === 0 && { keepsDecision: true }),
      }
    case 'resolve': {
      const outcomes = [
        { kind: 'score', scores },
        { kind: 'return', to: 'raiser' },
        { kind: 'return', to: 'others' },
        { kind: 'return', to: 'anyone' },
        { kind: 'return', excludeRaiser: true },
        { kind: 'return', excludeRaiser: false },
        { kind: 'to_image' },
        { kind: 'misconduct', note: '夹带' },
        { kind: 'void', note: '替考' },
      ] as const
      const outcome = outcomes[pick % outcomes.length]!
      return { type: 'resolve_problem', by: person, readingId: fresh, outcome }
    }
    case 'hand_on':
      return { type: kind, by: person, readingId }
    case 'withdraw':
      return { type: 'image_withdrawn' }
    case 'ready':
      return {
        type: 'images_ready',
        looksBlank: false,
        cropChanged: pick % 3 === 0,
        otherPictures: pick % 3 === 1,
      }
    case 'readyBlank':
      return { type: 'images_ready', looksBlank: true, otherPictures: pick % 3 === 1 }
    case 'blank_confirm':
    case 'blank_reject':
    case 'benchmark_withdrawn':
    case 'reopen':
    case 'escalate':
      return { type: kind, by: person }
    case 'read_again':
      return { type: kind, by: person, settleBy: secondReadings[pick % 4]! }
    case 'read_again_withdrawn':
      return { type: kind, by: person }
    case 'offline_mark':
      return { type: kind, by: person, totalMilli: (pick % 9) * 1000 }
    case 'allow_arbitrator':
      return { type: kind, by: 'boss', markerId: person, reason: '没有其他人' }
    case 'restore':
      return { type: 'restore', kept: keptOf(unit) }
    case 'blank_review':
    case 'offline_withdrawn':
    case 'reset':
    case 'lock':
    case 'unlock':
      return { type: kind }
  }
}

const life = fc.record({
  mode: fc.constantFrom<MarkMode>(0, 1, 2, 3, 4),
  isBestOf: fc.boolean(),
  steps: fc.array(step, { maxLength: 60 }),
})

/** Runs a life; gives the unit after each event, and the events with their outcomes. */
function live({ mode, isBestOf, steps }: { mode: MarkMode; isBestOf: boolean; steps: Step[] }) {
  const policy = policyOf(mode)
  const start: UnitState = {
    ...newUnit('u', mode !== 0),
    ...(isBestOf && { bestOf: { choose: 1, questionOf: ['q1', 'q2'] } }),
  }
  let unit = start
  const first: MarkEvent = { type: 'images_ready', looksBlank: false }
  const history: { event: MarkEvent; before: UnitState; outcome: ReturnType<typeof applyEvent> }[] =
    []
  for (const [index, next] of [null, ...steps].entries()) {
    const event = next ? eventOf(unit, next, index) : first
    const outcome = applyEvent(unit, event, policy)
    history.push({ event, before: unit, outcome })
    if (outcome.kind === 'applied') unit = outcome.unit
  }
  return { policy, start, end: unit, history }
}

/** What moves a unit on from a state in which it is not final. */
const WAY_ON: Record<
  Exclude<UnitStatus, 'FINAL' | 'LOCKED'>,
  (unit: UnitState, who: string) => MarkEvent[]
> = {
  WAIT_IMAGE: () => [{ type: 'images_ready', looksBlank: false }],
  READY: (_, markerId) => [{ type: 'claim', readingId: 'on', markerId }],
  MARKING: ({ readings }, markerId) => [
    { type: 'claim', readingId: 'on', markerId },
    ...readings
      .filter(({ state }) => state === 'claimed')
      .map(({ id }): MarkEvent => ({ type: 'release', readingId: id, cause: 'expired' })),
  ],
  THIRD: (unit, who) => WAY_ON.MARKING(unit, who),
  ARBITRATION: ({ readings }, markerId) => [
    { type: 'claim', readingId: 'on', markerId, slot: 'ARB' },
    ...readings
      .filter(({ state, role }) => state === 'claimed' && role === 'ARB')
      .map(({ id }): MarkEvent => ({ type: 'release', readingId: id, cause: 'expired' })),
  ],
  BLANK_REVIEW: (_, by) => [{ type: 'blank_reject', by }],
  PROBLEM: (_, by) => [{ type: 'resolve_problem', by, outcome: { kind: 'return', to: 'anyone' } }],
  // Its marker may be gone.
  REJECTED: (_, by) => [{ type: 'escalate', by }],
}

const forAllLives = (check: (told: ReturnType<typeof live>) => void) =>
  fc.assert(
    fc.property(life, (life) => check(live(life))),
    { numRuns: 2000 },
  )

test('nobody holds two live readings of a unit but whom an administrator let arbitrate, and no role is held twice', () => {
  forAllLives(({ history }) => {
    for (const { outcome } of history) {
      if (outcome.kind === 'refused') continue
      const { arbitratorsAllowed = [] } = outcome.unit
      const readings = outcome.unit.readings
        .filter(isLive)
        .filter(({ role, markerId }) => role !== 'ARB' || !arbitratorsAllowed.includes(markerId))
      expect(new Set(readings.map(({ markerId }) => markerId)).size).toBe(readings.length)
      expect(new Set(readings.map(({ role }) => role)).size).toBe(readings.length)
    }
  })
})

test('an arbitrator never decides about a unit that they read, unless an administrator said so', () => {
  forAllLives(({ end }) => {
    for (const arbitration of end.readings.filter(
      ({ role, state, markerId }) =>
        role === 'ARB' && state !== 'superseded' && !end.arbitratorsAllowed?.includes(markerId),
    ))
      expect(
        end.readings.some(
          (other) =>
            other.markerId === arbitration.markerId &&
            other !== arbitration &&
            other.supersededBy !== 'reset' &&
            other.supersededBy !== 'recrop',
        ),
      ).toBe(false)
  })
})

test('nobody reads a unit twice: all that one person gave it, revisions too, is one reading', () => {
  forAllLives(({ history }) => {
    for (const { outcome } of history) {
      if (outcome.kind === 'refused') continue
      const { readings, arbitratorsAllowed = [] } = outcome.unit
      const standing = readings.filter(
        ({ supersededBy }) => supersededBy !== 'reset' && supersededBy !== 'recrop',
      )
      for (const person of people) {
        const own = standing.filter(({ markerId }) => markerId === person)
        const roles = new Set(own.map(({ role }) => role))
        if (arbitratorsAllowed.includes(person)) roles.delete('ARB')
        expect(roles.size).toBeLessThanOrEqual(1)
      }
    }
  })
})

/** @source domain rules 3.2 (max readings) */
const MOST_READINGS: Record<MarkMode, number> = { 0: 1, 1: 2, 2: 2, 3: 3, 4: 3 }

test('no unit has more readings than its mode asks for, and the arbitration', () => {
  forAllLives(({ policy, history }) => {
    for (const { outcome } of history) {
      if (outcome.kind === 'refused') continue
      const { secondReading } = outcome.unit
      const readings = outcome.unit.readings.filter(({ role }) => role !== 'ARB').filter(isLive)
      const mode = secondReading?.mode ?? policy.mode
      expect(readings.length).toBeLessThanOrEqual(MOST_READINGS[mode])
    }
  })
})

test('a final mark exists exactly in FINAL and LOCKED, within range, with no claim left', () => {
  forAllLives(({ history }) => {
    for (const { outcome } of history) {
      if (outcome.kind === 'refused') continue
      const { status, final, readings } = outcome.unit
      expect(final !== null).toBe(status === 'FINAL' || status === 'LOCKED')
      if (!final) continue
      expect(final.totalMilli).toBeGreaterThanOrEqual(0)
      expect(final.totalMilli).toBeLessThanOrEqual(8000)
      expect(readings.every(({ state }) => state !== 'claimed')).toBe(true)
    }
  })
})

test('no unit is lost: it is open to markers, waits for somebody named, or is final', () => {
  forAllLives(({ policy, history }) => {
    for (const { outcome } of history) {
      if (outcome.kind === 'refused') continue
      const { unit } = outcome
      if (unit.status === 'LOCKED' || unit.status === 'FINAL') continue
      // Whatever state it is in, somebody who has not touched it can move it on.
      const free = 'somebody new'
      const next = WAY_ON[unit.status](unit, free).some((event) => {
        const moved = applyEvent(unit, event, policy)
        return moved.kind === 'applied' && moved.unit !== unit
      })
      expect([unit.status, next]).toEqual([unit.status, true])
    }
  })
})

/** @source domain rules 3.7 (what leaves FINAL), 5 (back-mark, spot check, reset), 6, 7.1 */
const LEAVES_FINAL: readonly MarkEvent['type'][] = [
  'revise',
  'take_back',
  'reject',
  'reopen',
  'escalate',
  'read_again',
  'reset',
  'image_withdrawn',
  'images_ready',
  'blank_review',
  'raise_problem',
  'benchmark_withdrawn',
  'offline_withdrawn',
]

test('a final mark is left only by what may reopen it, a published one by nothing but its release', () => {
  forAllLives(({ history }) => {
    for (const { event, before, outcome } of history) {
      if (outcome.kind === 'refused' || outcome.unit === before) continue
      const { status } = outcome.unit
      if (before.status === 'FINAL' && status !== 'FINAL' && status !== 'LOCKED')
        expect(LEAVES_FINAL).toContain(event.type)
      if (before.status !== 'LOCKED') continue
      expect(['unlock', 'inspect']).toContain(event.type)
      expect(status).toBe(event.type === 'unlock' ? 'FINAL' : 'LOCKED')
    }
  })
})

test('what its marker may change they may take back, and nothing else', () => {
  const given = { newReadingId: 'other', scores: [1000, 500], idemKey: 'changed' }
  const seen = new Set<string | null>()
  forAllLives(({ policy, end }) => {
    for (const { id: readingId, markerId, state, takenBack } of end.readings) {
      if (state === 'rejected' && takenBack) continue
      const own = { readingId, markerId }
      const [changed, taken] = [
        applyEvent(end, { type: 'revise', ...own, ...given }, policy),
        applyEvent(end, { type: 'take_back', ...own }, policy),
      ].map((outcome) => (outcome.kind === 'refused' ? outcome.code : null))
      expect([state, taken]).toEqual([state, changed])
      seen.add(taken ?? null)
    }
  })
  // Allowed, closed by others, and locked, or this says little.
  expect(seen.size).toBeGreaterThan(2)
})

test('a mark is settled only where none stood or another did: no double final', () => {
  forAllLives(({ history }) => {
    for (const { before, outcome } of history) {
      if (outcome.kind === 'refused') continue
      const settled = outcome.effects.filter(({ kind }) => kind === 'settled')
      expect(settled.length).toBeLessThanOrEqual(1)
      if (settled.length === 1) expect(outcome.unit.final).not.toEqual(before.final)
    }
  })
})

test('the version counts the changes; a refusal or a repeat changes nothing', () => {
  forAllLives(({ history }) => {
    for (const { before, outcome } of history) {
      if (outcome.kind === 'refused') continue
      if (outcome.unit === before)
        expect(outcome.effects.every(({ kind }) => kind === 'repeat')).toBe(true)
      else expect(outcome.unit.version).toBe(before.version + 1)
    }
  })
})

test('replaying the log gives the same unit', () => {
  forAllLives(({ policy, start, end, history }) => {
    const replayed = history.reduce((unit, { event }) => {
      const outcome = applyEvent(unit, event, policy)
      return outcome.kind === 'applied' ? outcome.unit : unit
    }, start)
    expect(replayed).toEqual(end)
  })
})

test('repeating any accepted submit, at once or at the end, changes nothing', () => {
  forAllLives(({ policy, end, history }) => {
    for (const { event, outcome } of history) {
      if (!('idemKey' in event) || outcome.kind === 'refused') continue
      for (const unit of [outcome.unit, end]) {
        const repeat = applyEvent(unit, event, policy)
        expect(repeat.kind === 'applied' && repeat.unit).toBe(unit)
      }
    }
  })
})

test('while a mark stands on the paper nobody holds the paper or is given it', () => {
  forAllLives(({ history }) => {
    for (const { outcome } of history) {
      if (outcome.kind === 'refused' || !outcome.unit.paperMark) continue
      expect(outcome.unit.decision ?? outcome.unit.problem ?? outcome.unit.blank).not.toBe('none')
      expect(outcome.unit.status).not.toBe('READY')
    }
  })
})

test('a clearing leaves one reader to a paper that was to be read once', () => {
  forAllLives(({ start, history }) => {
    for (const { event, outcome } of history)
      if (event.type === 'reset' && outcome.kind === 'applied')
        expect([outcome.unit.double, outcome.unit.secondReading ?? null]).toEqual([
          start.double,
          null,
        ])
  })
})

test('random lives reach every state', () => {
  const seen = new Set<string>()
  forAllLives(({ history }) => {
    for (const { outcome } of history) if (outcome.kind === 'applied') seen.add(outcome.unit.status)
  })
  expect(seen.size).toBe(10)
})
