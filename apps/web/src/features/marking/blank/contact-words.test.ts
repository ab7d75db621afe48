import { expect, test } from 'vitest'
import { writtenOf } from './contact-words.ts'

test('what is written stays so while the paper has the same pictures, and on no other sheet', () => {
  const papers = [
    { unit_id: 1, version: 'a' },
    { unit_id: 2, version: 'b' },
    { unit_id: 3, version: 'c' },
  ]
  const written = new Map([
    [1, 'a'],
    // Cut anew since.
    [2, 'x'],
    // Gone to the markers.
    [9, 'z'],
  ])
  expect([...writtenOf(papers, written).keys()]).toEqual([1])
})
