import { expect, test } from 'vitest'
import { shownItem } from './shown-item.ts'

const listOf = (ids: string) => [...ids].map((exception_id) => ({ exception_id }))

test.for([
  ['abc', null, null, 'a', 'nothing was shown: the first'],
  ['abc', 'b', null, 'b', 'the one asked for'],
  ['xabc', null, { id: 'a', at: 0 }, 'a', 'one comes before it'],
  ['xabc', 'c', { id: 'a', at: 0 }, 'c', 'another one is asked for'],
  ['acd', 'b', { id: 'b', at: 1 }, 'c', 'it is gone: the one after it, not the first'],
  ['ab', 'c', { id: 'c', at: 2 }, 'b', 'the last is gone'],
  ['', 'a', { id: 'a', at: 0 }, undefined, 'nothing is left'],
] as const)('of %s, %s asked for, %o shown before: %s (%s)', ([ids, picked, before, shown]) => {
  expect(shownItem(listOf(ids), picked, before)?.exception_id).toBe(shown)
})
