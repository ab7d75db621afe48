import { describe, expect, test } from 'vitest'
import { randomFrom } from '../testing/random.ts'
import {
  compose,
  fitAffine,
  fitHomography,
  fitSimilarity,
  invert,
  jacobian,
  project,
  rectangleOnto,
} from './homography.ts'

const tilted = [7.9, 0.3, 40, -0.25, 7.7, 55, 0.0002, -0.0003, 1]

const pairsOf = (points: readonly (readonly [number, number])[], noise = () => 0) =>
  points.map(([x, y]) => {
    const to = project(tilted, x, y)
    return { from: { x, y }, to: { x: to.x + noise(), y: to.y + noise() } }
  })

const corners = [
  [10, 10],
  [200, 12],
  [198, 285],
  [9, 290],
] as const

describe('a homography', () => {
  test('through four corners is exact everywhere on the page', () => {
    const fitted = fitHomography(pairsOf(corners))!
    for (const [x, y] of [
      [105, 150],
      [10, 280],
      [200, 5],
    ] as const) {
      const want = project(tilted, x, y)
      const got = project(fitted, x, y)
      expect(Math.hypot(got.x - want.x, got.y - want.y)).toBeLessThan(1e-6)
    }
  })

  test('of a rectangle onto four corners is the one that is fitted through them', () => {
    const targets = [
      [0, 0],
      [190, 0],
      [190, 280],
      [0, 280],
    ] as const
    const pairs = targets.map(([x, y]) => ({ from: { x, y }, to: project(tilted, x, y) }))
    const quad = pairs.map(({ to }) => [to.x, to.y] as const)
    const fitted = fitHomography(pairs)!
    rectangleOnto(quad, 190, 280)!.forEach((entry, i) => expect(entry).toBeCloseTo(fitted[i]!, 9))
  })

  test.for([
    [
      'two corners coincide',
      [
        [5, 5],
        [5, 5],
        [90, 95],
        [8, 90],
      ],
    ],
    [
      'three corners lie on a line',
      [
        [10, 10],
        [50, 50],
        [90, 90],
        [8, 90],
      ],
    ],
    [
      'all corners lie on a line',
      [
        [10, 10],
        [20, 20],
        [30, 30],
        [40, 40],
      ],
    ],
    [
      'a corner is nowhere',
      [
        [Number.NaN, 10],
        [90, 10],
        [90, 90],
        [8, 90],
      ],
    ],
  ] as const)('of a rectangle is not found where %s', ([, quad]) => {
    expect(rectangleOnto(quad, 100, 50)).toBeNull()
  })

  test('averages noise over more points than it needs', () => {
    const random = randomFrom(1)
    const noise = () => random() - 0.5
    const many = Array.from({ length: 60 }, () => [random() * 210, random() * 297] as const)
    const fitted = fitHomography(pairsOf(many, noise))!
    const want = project(tilted, 105, 150)
    const got = project(fitted, 105, 150)
    expect(Math.hypot(got.x - want.x, got.y - want.y)).toBeLessThan(0.15)
  })

  test('is undone by its inverse', () => {
    const there = project(tilted, 33, 44)
    const back = project(invert(tilted)!, there.x, there.y)
    expect(back.x).toBeCloseTo(33, 9)
    expect(back.y).toBeCloseTo(44, 9)
  })

  test('composes in reading order', () => {
    const shift = [1, 0, 5, 0, 1, 0, 0, 0, 1]
    const double = [2, 0, 0, 0, 2, 0, 0, 0, 1]
    expect(project(compose(shift, double), 1, 1)).toEqual({ x: 12, y: 2 })
  })

  test('has the derivative that small steps show', () => {
    const j = jacobian(tilted, 60, 70)
    const a = project(tilted, 60, 70)
    const b = project(tilted, 60.001, 70)
    const c = project(tilted, 60, 70.001)
    expect(j.xx).toBeCloseTo((b.x - a.x) / 0.001, 3)
    expect(j.yx).toBeCloseTo((b.y - a.y) / 0.001, 3)
    expect(j.xy).toBeCloseTo((c.x - a.x) / 0.001, 3)
    expect(j.yy).toBeCloseTo((c.y - a.y) / 0.001, 3)
  })

  test('is not made up from points on a line', () => {
    const line = [
      [0, 0],
      [10, 10],
      [20, 20],
      [30, 30],
    ] as const
    expect(fitHomography(pairsOf(line))).toBeNull()
    expect(fitHomography(pairsOf(corners.slice(0, 3)))).toBeNull()
  })
})

test('an affine map needs three points and a similarity two', () => {
  const shear = [2, 0.1, 3, 0.2, 2.2, -4, 0, 0, 1]
  const pairs = [
    [0, 0],
    [10, 0],
    [0, 10],
  ].map(([x, y]) => ({
    from: { x: x!, y: y! },
    to: project(shear, x!, y!),
  }))
  const affine = fitAffine(pairs)!
  shear.forEach((value, i) => expect(affine[i]).toBeCloseTo(value, 9))
  const turn = fitSimilarity([
    { from: { x: 0, y: 0 }, to: { x: 5, y: 5 } },
    { from: { x: 10, y: 0 }, to: { x: 5, y: 25 } },
  ])!
  expect(project(turn, 0, 10)).toEqual({ x: expect.closeTo(-15, 9), y: expect.closeTo(5, 9) })
})
