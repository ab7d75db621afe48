import { expect, test } from 'vitest'
import { newStretch, workedOn } from './break-reminder.ts'

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
