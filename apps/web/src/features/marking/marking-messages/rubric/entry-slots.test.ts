import { expect, test } from 'vitest'
import { slotsOf } from './entry-slots.ts'

const many = (point_id: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ entry_id: `${point_id}-${at}`, point_id }))
const points = [{ id: 1 }, { id: 2 }]

test('entries have keys in the order of their points, whatever order they were written in', () => {
  const slots = slotsOf([...many(2, 1), ...many(1, 2), ...many(9, 1)], points, 1)
  expect([...slots]).toEqual([
    ['1-0', 'entryA'],
    ['1-1', 'entryB'],
    ['2-0', 'entryC'],
  ])
})

test('with more entries than keys, the keys are those of the point in hand', () => {
  const entries = [...many(1, 12), ...many(2, 9)]
  expect([...slotsOf(entries, points, 2)].slice(0, 2)).toEqual([
    ['2-0', 'entryA'],
    ['2-1', 'entryB'],
  ])
  expect([slotsOf(entries, points, 1).size, slotsOf(entries, points, null).size]).toEqual([12, 0])
  expect(slotsOf(many(1, 30), points, 1).size).toBe(20)
})
