import { expect, test } from 'vitest'
import { otsuLevel, shrink } from '../degradations/picture-pixels.ts'
import { blurGrey } from './blur.ts'
import { fitHomography } from './fit-homography.ts'
import type { Picture } from './picture.ts'

test.for([0.6, 1, 1.7, 2.76, 4])('a point blurred by %d pixels spreads by that much', (sigma) => {
  const side = 61
  const grey = new Uint8Array(side * side)
  // A square of nine pixels: a single one would drown in rounding.
  for (let y = 29; y <= 31; y++) for (let x = 29; x <= 31; x++) grey[y * side + x] = 255
  const out = blurGrey(grey, side, side, sigma)
  let [mass, moment] = [0, 0]
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      mass += out[y * side + x]!
      moment += out[y * side + x]! * (x - 30) ** 2
    }
  const ownVariance = 2 / 3
  expect(Math.sqrt(moment / mass - ownVariance)).toBeCloseTo(sigma, 0)
  expect(Math.abs(mass / (9 * 255) - 1)).toBeLessThan(0.15)
})

test('a plain grey stays what it is when blurred, up to its edges', () => {
  const out = blurGrey(new Uint8Array(40 * 30).fill(200), 40, 30, 2)
  expect(new Set(out)).toEqual(new Set([200]))
})

const picture = (widthPx: number, heightPx: number, level: (x: number, y: number) => number) =>
  ({
    widthPx,
    heightPx,
    pixelsPerMm: 8,
    grey: Uint8Array.from({ length: widthPx * heightPx }, (_, at) =>
      level(at % widthPx, Math.floor(at / widthPx)),
    ),
    red: null,
    cast: 0,
    jpegQuality: 90,
    zoom: [1, 1],
  }) satisfies Picture

test('shrinking takes the mean of what each new pixel covers', () => {
  const ramp: Picture = picture(100, 80, (x) => 2 * x)
  shrink(ramp, 0.4)
  expect([ramp.widthPx, ramp.heightPx, ramp.pixelsPerMm, ramp.zoom]).toEqual([
    40,
    32,
    3.2,
    [0.4, 0.4],
  ])
  for (let x = 0; x < 40; x++)
    expect(Math.abs(ramp.grey[5 * 40 + x]! - (2 * 2.5 * (x + 0.5) - 1))).toBeLessThan(2)
})

test('the dividing level lies between two tones', () => {
  const level = otsuLevel(picture(50, 50, (x) => (x < 10 ? 40 : 220)).grey)
  expect(level).toBeGreaterThanOrEqual(40)
  expect(level).toBeLessThan(220)
})

test('a matrix is found again from points that it made', () => {
  const matrix = [7.9, 0.2, 30, -0.3, 7.8, 12, 0.0004, -0.0002, 1]
  const points = [10, 60, 130, 200].flatMap((x) =>
    [15, 140, 280].map((y) => {
      const depth = matrix[6]! * x + matrix[7]! * y + 1
      return [
        x,
        y,
        (matrix[0]! * x + matrix[1]! * y + matrix[2]!) / depth,
        (matrix[3]! * x + matrix[4]! * y + matrix[5]!) / depth,
      ]
    }),
  )
  for (const [index, value] of fitHomography(points).entries())
    expect(value).toBeCloseTo(matrix[index]!, 6)
})
