import { expect, test } from 'vitest'
import { flatnessMm } from './flatness.ts'

const corners = [
  [10, 10],
  [200, 10],
  [200, 287],
  [10, 287],
] as const

const placed = (change: (x: number, y: number, at: number) => [number, number]) =>
  flatnessMm(
    corners.map(([xMm, yMm], at) => {
      const [xPx, yPx] = change(xMm, yMm, at)
      return { xMm, yMm, xPx, yPx }
    }),
  )

test.for([
  ['as printed', (x: number, y: number) => [x * 8, y * 8], 0],
  ['upside down', (x: number, y: number) => [1680 - x * 8, 2376 - y * 8], 0],
  ['turned a quarter and moved', (x: number, y: number) => [2400 - y * 8, x * 8 + 5], 0],
] as const)('four corners %s lie flat', ([, change, mm]) => {
  expect(placed((x, y) => [...change(x, y)] as [number, number])).toBeCloseTo(mm, 6)
})

test('a corner pointed at 10 mm away is seen', () => {
  expect(placed((x, y, at) => [x * 8 + (at === 2 ? 80 : 0), y * 8])).toBeGreaterThan(3)
})

test('left and right mixed up is no page', () => {
  expect(placed((x, y) => [1680 - x * 8, y * 8])).toBeGreaterThan(50)
})

test('the same point four times is no page', () => {
  expect(placed(() => [5, 5])).toBe(Infinity)
})
