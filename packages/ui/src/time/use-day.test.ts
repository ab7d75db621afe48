import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { timeText } from './time-text.ts'
import { watchDay } from './use-day.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a page that is left open over midnight hears of it, and an evening time gets its day', () => {
  vi.setSystemTime(new Date(2026, 10, 20, 23, 50))
  const at = new Date(2026, 10, 20, 21, 5).toISOString()
  const shown: string[] = []
  const stop = watchDay(() => shown.push(timeText(at)))
  expect(shown.at(-1)).toBe('21:05')
  vi.advanceTimersByTime(9 * 60_000)
  expect(shown).toHaveLength(1)
  vi.advanceTimersByTime(2 * 60_000)
  expect(shown.at(-1)).toBe('11月20日 21:05')
  // The next day as well, and nothing once nobody listens.
  vi.advanceTimersByTime(24 * 3_600_000)
  expect(shown).toHaveLength(3)
  stop()
  expect(vi.getTimerCount()).toBe(0)
})
