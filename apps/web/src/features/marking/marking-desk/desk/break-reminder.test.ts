import { expect, test } from 'vitest'
import { keepStretch, keptStretch, newStretch, workedOn } from './break-reminder.ts'

const MINUTE = 60_000

/** Minutes after which a pause was called for, of somebody who works in the given minutes. */
function remindersOf(minutes: readonly number[]): number[] {
  let stretch = newStretch(0)
  return minutes.flatMap((minute) => {
    const next = workedOn(stretch, minute * MINUTE)
    stretch = next.stretch
    return next.dueMinutes === null ? [] : [minute]
  })
}

const every = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

test.for([
  ['an hour without a pause', every(1, 59), []],
  ['a minute more', every(1, 60), [60]],
  ['two hours: once an hour, not every minute', every(1, 121), [60, 120]],
  ['five minutes away begin anew', [...every(1, 50), ...every(55, 114)], []],
  ['three minutes away do not', [...every(1, 50), ...every(53, 60)], [60]],
] as const)('%s', ([, minutes, reminders]) => {
  expect(remindersOf(minutes)).toEqual(reminders)
})

test('who goes from one block to the other, or loads the page anew, has not paused', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  } as unknown as Storage
  const reminders: number[] = []
  for (let minute = 1; minute <= 60; minute++) {
    // Another desk every ten minutes.
    let stretch = keptStretch(7, minute * MINUTE, storage)
    const { stretch: next, dueMinutes } = workedOn(stretch, minute * MINUTE)
    stretch = next
    keepStretch(7, stretch, storage)
    if (dueMinutes !== null) reminders.push(minute)
  }
  expect(reminders).toEqual([])
  const due = workedOn(keptStretch(7, 61 * MINUTE, storage), 61 * MINUTE)
  expect(due.dueMinutes).toBe(60)
  // Somebody else at the same window begins anew, and so does a clock that was set back.
  expect(keptStretch(8, 61 * MINUTE, storage).beganMs).toBe(61 * MINUTE)
  expect(keptStretch(7, 5 * MINUTE, storage).beganMs).toBe(5 * MINUTE)
})
