import { describe, expect, test } from 'vitest'
import { bestFit, guessedPoint, nameOf, nearestOf, outline, residualMm } from './anchor-geometry.ts'
import { projected } from './ghost-path.ts'

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

test.for([
  [{ x: 90, y: 20 }, 1],
  [{ x: 49, y: 49 }, 0],
  [{ x: -30, y: 400 }, 3],
] as const)('of four points, the one nearest to %j is %i', ([to, nearest]) => {
  const square = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 100 },
    { x: 0, y: 100 },
  ]
  expect(nearestOf(square, to)).toBe(nearest)
})

test('of no points, none is the nearest', () => {
  expect(nearestOf([], { x: 0, y: 0 })).toBe(-1)
})

describe('the residual of four points', () => {
  const skewed = ({ x_mm, y_mm }: (typeof corners)[number]) => {
    const angle = (3 * Math.PI) / 180
    return {
      x: 40 + 8 * (x_mm * Math.cos(angle) - y_mm * Math.sin(angle)),
      y: 25 + 8 * (x_mm * Math.sin(angle) + y_mm * Math.cos(angle)),
    }
  }

  test('is nothing for a flat page, however it lies and whatever its scale', () => {
    expect(residualMm(corners, skewed)).toBeCloseTo(0)
  })

  test.for([
    [1, 0.35],
    [10, 3.5],
  ] as const)('of which one is %f mm off is %f mm', ([off, residual]) => {
    const pointOf = (corner: (typeof corners)[number]) => {
      const { x, y } = skewed(corner)
      return corner.id === 'b' ? { x: x + off * 8, y } : { x, y }
    }
    // Half of the square of the error is left, over four points.
    expect(residualMm(corners, pointOf)).toBeCloseTo(residual, 1)
  })

  test('of a page that was fed one per cent too long stays below a millimetre', () => {
    const stretched = ({ x_mm, y_mm }: (typeof corners)[number]) => ({
      x: x_mm * 8,
      y: y_mm * 8.08,
    })
    expect(residualMm(corners, stretched)).toBeGreaterThan(0.4)
    expect(residualMm(corners, stretched)).toBeLessThan(1)
  })

  test('is what is left of the fit that the ghost of the template is drawn with', () => {
    const fit = bestFit(corners, skewed)
    for (const one of corners) {
      const { x, y } = projected(fit ?? [], one.x_mm, one.y_mm)
      expect(x).toBeCloseTo(skewed(one).x)
      expect(y).toBeCloseTo(skewed(one).y)
    }
    expect(bestFit(corners, () => ({ x: 5, y: 5 }))).toBeNull()
  })

  test('of points that all lie on one spot is without end', () => {
    expect(residualMm(corners, () => ({ x: 5, y: 5 }))).toBe(Number.POSITIVE_INFINITY)
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
