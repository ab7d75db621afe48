import { expect, test } from 'vitest'
import { findBlobs } from './components.ts'
import type { Gray } from './gray.ts'
import { makeWhiteMap } from './white-map.ts'

/** A picture from rows of text, `#` black, each sign a square of `size` pixels, on a white border. */
function picture(rows: string[], size: number): Gray {
  const border = 40
  const width = rows[0]!.length * size + 2 * border
  const height = rows.length * size + 2 * border
  const data = new Uint8Array(width * height).fill(250)
  rows.forEach((row, y) =>
    [...row].forEach((sign, x) => {
      if (sign !== '#') return
      for (let dy = 0; dy < size; dy++) {
        const at = (border + y * size + dy) * width + border + x * size
        data.fill(10, at, at + size)
      }
    }),
  )
  return { data, width, height }
}

const blobsOf = (gray: Gray, step = 1) =>
  findBlobs(
    gray,
    makeWhiteMap(gray),
    { left: 0, top: 0, right: gray.width, bottom: gray.height },
    0.5,
    step,
  )

test('a rectangle gives its area, centre and sizes', () => {
  const [blob, ...others] = blobsOf(picture(['####', '####'], 5))
  expect(others).toEqual([])
  expect(blob).toMatchObject({ area: 200, left: 40, top: 40, right: 60, bottom: 50, cut: false })
  expect(blob!.xPx).toBeCloseTo(49.5, 9)
  expect(blob!.yPx).toBeCloseTo(44.5, 9)
  expect(blob!.long * Math.sqrt(12)).toBeCloseTo(20, 6)
  expect(blob!.short * Math.sqrt(12)).toBeCloseTo(10, 6)
})

test.for([
  [['#..#', '#..#', '####'], 1, 'arms that meet further down are one area'],
  [['#.#', '.#.', '#.#'], 1, 'diagonal neighbours touch'],
  [['#.#', '...', '#.#'], 4, 'separate areas stay separate'],
  [['###', '#.#', '###'], 1, 'a ring is one area'],
] as const)('%o has %i areas (%s)', ([rows, count]) => {
  expect(blobsOf(picture([...rows], 3))).toHaveLength(count)
})

test('looking at every second pixel finds the same centre', () => {
  const gray = picture(['####', '####', '####'], 6)
  const [fine] = blobsOf(gray)
  const [coarse] = blobsOf(gray, 2)
  expect(Math.abs(coarse!.xPx - fine!.xPx)).toBeLessThan(0.6)
  expect(Math.abs(coarse!.yPx - fine!.yPx)).toBeLessThan(0.6)
  expect(coarse!.area).toBeCloseTo(fine!.area, -1)
})

test('an area that leaves the window is marked as cut', () => {
  const gray = picture(['####'], 10)
  const window = { left: 0, top: 0, right: 60, bottom: gray.height }
  expect(findBlobs(gray, makeWhiteMap(gray), window, 0.5)[0]!.cut).toBe(true)
})
