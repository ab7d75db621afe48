import { expect, test } from 'vitest'
import { idsAfter } from './new-id.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

test('ids grow while the clock is set back by an hour', () => {
  let now = NOON
  const next = idsAfter(null, () => now)
  const first = [next(), next()]
  now -= 3_600_000
  const after = [next(), next()]
  expect([...first, ...after].toSorted()).toEqual([...first, ...after])
})

test('a start with the clock set back goes on after the newest id', () => {
  const newest = idsAfter(null, () => NOON)()
  const next = idsAfter(newest, () => NOON - 86_400_000)
  expect(next() > newest).toBe(true)
})

test('a clock that goes forward is followed', () => {
  const newest = idsAfter(null, () => NOON)()
  const later = idsAfter(newest, () => NOON + 1000)()
  expect(later.slice(0, 10)).toBe(idsAfter(null, () => NOON + 1000)().slice(0, 10))
})
