import { expect, test } from 'vitest'
import { findBlobs } from './components.ts'
import type { Gray } from './gray.ts'
import { blottedPicture } from '../testing/blotted-picture.ts'
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

/** Areas found by filling them, pixel by pixel: sums of pixels, of their columns and of their rows. */
function filledAreas(gray: Gray, isDark: (at: number) => boolean): [number, number, number][] {
  const { width, height } = gray
  const seen = new Uint8Array(width * height)
  const areas: [number, number, number][] = []
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || !isDark(start)) continue
    const area: [number, number, number] = [0, 0, 0]
    const stack = [start]
    seen[start] = 1
    while (stack.length > 0) {
      const at = stack.pop()!
      const [x, y] = [at % width, Math.floor(at / width)]
      area[0]++
      area[1] += x
      area[2] += y
      for (const [dx, dy] of [-1, 0, 1].flatMap((i) => [-1, 0, 1].map((j) => [i, j] as const))) {
        const next = (y + dy) * width + x + dx
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue
        if (seen[next] || !isDark(next)) continue
        seen[next] = 1
        stack.push(next)
      }
    }
    areas.push(area)
  }
  return areas
}

test.for([1, 2, 3, 4, 5])('areas are those that filling them finds, picture %i', (seed) => {
  const gray = blottedPicture(seed, 311 + seed, 207)
  const white = makeWhiteMap(gray)
  const isDark = (at: number) => {
    const column = Math.floor((at % gray.width) / white.tile)
    const row = Math.floor(at / gray.width / white.tile)
    return gray.data[at]! < white.level[row * white.columns + column]! * 0.6
  }
  const window = { left: 0, top: 0, right: gray.width, bottom: gray.height }
  const found = findBlobs(gray, white, window, 0.6).map((b) => [
    b.area,
    Math.round(b.xPx * b.area),
    Math.round(b.yPx * b.area),
  ])
  const byPlace = (one: number[], other: number[]) =>
    one[1]! - other[1]! || one[2]! - other[2]! || one[0]! - other[0]!
  const expected = filledAreas(gray, isDark)
  expect(expected.length).toBeGreaterThan(20)
  expect(found.sort(byPlace)).toEqual(expected.sort(byPlace))
  const large = findBlobs(gray, white, window, 0.6, 1, 50)
  expect(large).toHaveLength(expected.filter(([area]) => area >= 50).length)
})
