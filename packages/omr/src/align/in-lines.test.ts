import { expect, test } from 'vitest'
import { inLines } from './in-lines.ts'

const lines = (places: readonly number[], size: number) =>
  inLines(
    places,
    (at) => at,
    () => size,
  ).map((line) => line.join(' '))

test('bubbles of a measured form lie in lines though none lies exactly where the next does', () => {
  expect(lines([20.1, 10, 10.2, 19.9, 9.9], 2.6)).toEqual(['9.9 10 10.2', '19.9 20.1'])
})

test('rows that are printed close together stay apart', () => {
  expect(lines([10, 12.8, 15.6], 2.6)).toEqual(['10', '12.8', '15.6'])
  expect(lines([], 2.6)).toEqual([])
})
