import { describe, expect, test } from 'vitest'
import {
  afterPadAct,
  answerTiming,
  attemptStanding,
  endOfAttempt,
  padStanding,
  whyNoEntry,
} from './pad-state.ts'

const at = (time: string) => `2026-11-20T${time}.000Z`

describe('an online subject', () => {
  test.each([
    ['draft', 'release', false, 'released'],
    ['draft', 'revoke', false, 'PAD_NOT_RELEASED'],
    ['draft', 'complete', false, 'PAD_NOT_RELEASED'],
    ['released', 'release', false, 'released'],
    ['released', 'release', true, 'released'],
    ['released', 'revoke', false, 'draft'],
    ['released', 'revoke', true, 'paused'],
    ['released', 'complete', true, 'completed'],
    ['paused', 'release', true, 'released'],
    ['paused', 'revoke', true, 'PAD_NOT_RELEASED'],
    ['paused', 'complete', true, 'completed'],
    ['completed', 'release', true, 'PAD_COMPLETED'],
    ['completed', 'revoke', true, 'PAD_COMPLETED'],
    ['completed', 'complete', true, 'PAD_COMPLETED'],
  ] as const)('%s, %s, begun %s: %s', (state, act, begun, next) => {
    const result = afterPadAct(state, act, { begun })
    expect('state' in result ? result.state : result.refusal).toBe(next)
  })

  test('runs from the moment when it starts', () => {
    const released = { state: 'released', startsAt: at('08:00:00') } as const
    expect(padStanding(released, at('07:59:59'))).toBe('released')
    expect(padStanding(released, at('08:00:00'))).toBe('running')
    expect(padStanding({ ...released, state: 'paused' }, at('09:00:00'))).toBe('paused')
  })

  test.each([
    [{ state: 'draft' }, '08:10:00', 'PAD_NOT_RELEASED'],
    [{ state: 'paused' }, '08:10:00', 'PAD_PAUSED'],
    [{ state: 'completed' }, '08:10:00', 'PAD_OVER'],
    [{}, '07:59:59', 'PAD_NOT_YET'],
    [{}, '08:00:00', null],
    [{}, '08:15:00', null],
    [{}, '08:15:01', 'PAD_TOO_LATE'],
    [{ lateLimitMinutes: null }, '09:59:59', null],
    [{ lateLimitMinutes: null }, '10:00:00', 'PAD_OVER'],
  ] as const)('with %o, entered at %s: %s', (change, time, expected) => {
    const exam = {
      state: 'released' as const,
      startsAt: at('08:00:00'),
      endsAt: at('10:00:00'),
      lateLimitMinutes: 15,
      ...change,
    }
    expect(whyNoEntry(exam, at(time))).toBe(expected)
  })
})

describe('an attempt', () => {
  test.each([
    [60, '08:00:00', 0, '09:00:00'],
    [60, '09:30:00', 0, '10:00:00'],
    [60, '09:30:00', 20, '10:20:00'],
    [null, '08:10:00', 0, '10:00:00'],
    [null, '08:10:00', 15, '10:15:00'],
  ] as const)('of %s minutes begun at %s with %s more ends at %s', (minutes, now, extra, end) => {
    expect(
      endOfAttempt({ now: at(now), minutes, endsAt: at('10:00:00'), extraMinutes: extra }),
    ).toBe(at(end))
  })

  const open = {
    submittedAt: null,
    endsAt: at('10:00:00'),
    lastSeenAt: at('08:30:00'),
    waiting: 0,
  }
  test.each([
    [null, '08:30:00', 'not_started'],
    [open, '08:31:00', 'answering'],
    [open, '08:31:01', 'offline'],
    [open, '10:00:00', 'submitted'],
    [{ ...open, submittedAt: at('08:20:00') }, '08:31:01', 'submitted'],
    [{ ...open, waiting: 1 }, '10:20:00', 'late'],
  ] as const)('%o at %s is %s', (attempt, now, expected) => {
    expect(attemptStanding(attempt, at(now))).toBe(expected)
  })
})

describe('an answer', () => {
  const ends = { endsAt: at('10:00:00'), submittedAt: null }
  test.each([
    ['09:59:00', '09:59:02', 'counts'],
    ['09:59:58', '10:00:00', 'counts'],
    ['09:59:58', '10:00:01', 'late'],
    ['09:59:58', '10:10:00', 'late'],
    ['09:59:58', '10:10:01', 'waits'],
    ['10:00:03', '10:00:04', 'late'],
    ['10:00:04', '10:00:05', 'refused'],
    ['10:30:00', '10:30:01', 'refused'],
  ] as const)('made at %s and received at %s %s', (made, received, expected) => {
    expect(answerTiming({ at: at(made), received: at(received) }, ends)).toBe(expected)
  })

  test('after handing in early only what was made before counts', () => {
    const early = { endsAt: at('10:00:00'), submittedAt: at('09:00:00') }
    const timing = (made: string, received: string) =>
      answerTiming({ at: at(made), received: at(received) }, early)
    expect(timing('08:59:59', '09:00:01')).toBe('late')
    expect(timing('09:05:00', '09:05:01')).toBe('refused')
  })
})
