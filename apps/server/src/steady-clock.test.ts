import { expect, test } from 'vitest'
import { steadyClock } from './steady-clock.ts'

const HOUR = 3_600_000

/** A computer whose wall clock can be set; the other one can not. */
function openClock() {
  let [wall, elapsed] = [Date.parse('2026-11-20T08:00:00.000Z'), 0]
  const clock = steadyClock({ now: () => new Date(wall), elapsedMs: () => elapsed })
  return {
    now: () => clock.now().getTime(),
    wall: () => wall,
    set: (ms: number) => void (wall += ms),
    pass: (ms: number) => {
      wall += ms
      elapsed += ms
    },
  }
}

test('steady clock: as the wall says while nobody sets it, whole hours later too', () => {
  const { now, wall, pass } = openClock()
  for (const ms of [1, 999, 60_000, 9 * HOUR]) {
    pass(ms)
    expect(now()).toBe(wall())
  }
})

test('steady clock: set back two hours, what lasts ten minutes lasts twenty at most', () => {
  const { now, set, pass } = openClock()
  pass(HOUR)
  const taken = now()
  set(-2 * HOUR)
  expect(now()).toBe(taken)
  for (let minute = 0; minute < 20; minute++) {
    const before = now()
    pass(60_000)
    expect(now()).toBeGreaterThan(before)
  }
  expect(now() - taken).toBe(10 * 60_000)
})

test('steady clock: the wall has it again after twice the time that it was set back', () => {
  const { now, wall, set, pass } = openClock()
  set(-2 * HOUR)
  now()
  for (let minute = 0; minute < 4 * 60; minute++) {
    pass(60_000)
    now()
  }
  expect(now()).toBe(wall())
  pass(5)
  expect(now()).toBe(wall())
})

test('steady clock: set forward it follows at once', () => {
  const { now, wall, set } = openClock()
  now()
  set(3 * HOUR)
  expect(now()).toBe(wall())
})
