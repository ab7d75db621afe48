import { expect, test } from 'vitest'
import { thinLine } from './thin-line.ts'

/** Half the diagonal of a pixel. */
const ROUNDING = 0.71

const circle = (places: number, radius: number) =>
  Array.from({ length: places }, (_, index) => (2 * Math.PI * index) / places).flatMap((angle) => [
    radius * Math.cos(angle),
    radius * Math.sin(angle),
  ])

test('a straight line keeps its ends only', () => {
  const line = Array.from({ length: 100 }, (_, index) => [index * 3, index]).flat()
  expect(thinLine(line, 300)).toEqual([0, 0, 297, 99])
})

test('a corner stays', () => {
  expect(thinLine([0, 0, 5, 0, 10, 0, 10, 5, 10, 10], 300)).toEqual([0, 0, 10, 0, 10, 10])
})

test('a dot is a line without length', () => {
  expect(thinLine([4, 4], 300)).toEqual([4, 4])
})

test('a long scribble keeps within its bound and stays near what was drawn', () => {
  const line = circle(5000, 400)
  const thin = thinLine(line, 60)
  expect(thin.length).toBeLessThanOrEqual(60)
  for (let at = 0; at < thin.length; at += 2)
    expect(Math.abs(Math.hypot(thin[at] ?? 0, thin[at + 1] ?? 0) - 400)).toBeLessThan(ROUNDING)
})
