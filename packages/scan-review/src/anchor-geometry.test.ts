import { describe, expect, test } from 'vitest'
import { guessedPoint, nameOf, outline, unevennessOf } from './anchor-geometry.ts'

const plan = { page: 1, width_mm: 200, height_mm: 300 }
const corner = (id: string, x_mm: number, y_mm: number) => ({ id, x_mm, y_mm })
const corners = [
  corner('a', 10, 10),
  corner('b', 190, 10),
  corner('c', 10, 290),
  corner('d', 190, 290),
]

test.for([
  ['a', '左上'],
  ['b', '右上'],
  ['c', '左下'],
  ['d', '右下'],
] as const)('corner %s is called %s', ([id, name]) => {
  expect(
    nameOf(
      corners.find((one) => one.id === id)!,
      plan,
    ),
  ).toBe(name)
})

test('the outline goes around the page without crossing itself', () => {
  expect(outline(corners).map(({ id }) => id)).toEqual(['a', 'b', 'd', 'c'])
})

describe('four points', () => {
  test('of a flat page have even sides', () => {
    expect(unevennessOf(corners, ({ x_mm, y_mm }) => ({ x: x_mm * 8, y: y_mm * 8 }))).toBeCloseTo(0)
  })

  test('of which one was dragged away have uneven sides', () => {
    const pointOf = ({ id, x_mm, y_mm }: (typeof corners)[number]) => ({
      x: x_mm * 8 + (id === 'b' ? 144 : 0),
      y: y_mm * 8,
    })
    // The upper side is a tenth longer than printed.
    expect(unevennessOf(corners, pointOf)).toBeGreaterThan(0.09)
  })
})

test.for([
  [0, { x: 100, y: 40 }],
  [1, { x: 1160, y: 100 }],
  [2, { x: 1900, y: 1160 }],
  [3, { x: 40, y: 1900 }],
] as const)('a paper fed with %i quarter turns is guessed to fill the picture', ([turns, at]) => {
  const size = turns % 2 === 0 ? { width: 2000, height: 1200 } : { width: 1200, height: 2000 }
  const paper = { width_mm: 200, height_mm: 300 }
  const point = guessedPoint(corner('a', 10, 10), paper, size, turns)
  expect(point.x).toBeCloseTo(at.x)
  expect(point.y).toBeCloseTo(at.y)
})
