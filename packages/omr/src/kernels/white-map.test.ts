import { expect, test } from 'vitest'
import { blottedPicture } from '../testing/blotted-picture.ts'
import type { Gray } from './gray.ts'
import { makeWhiteMap, paperAt } from './white-map.ts'

function paint(width: number, height: number, at: (x: number, y: number) => number): Gray {
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data[y * width + x] = at(x, y)
  return { data, width, height }
}

test('the paper follows light that falls off across the page', () => {
  const gray = paint(800, 1000, (x) => 250 - x / 8)
  const map = makeWhiteMap(gray)
  for (const x of [100, 400, 700])
    expect(Math.abs(paperAt(map, x, 500) - (250 - x / 8))).toBeLessThan(6)
})

test('a black mark does not darken the paper around it', () => {
  const inside = (v: number) => v > 380 && v < 420
  const map = makeWhiteMap(paint(800, 800, (x, y) => (inside(x) && inside(y) ? 5 : 240)))
  expect(paperAt(map, 400, 400)).toBeGreaterThan(230)
})

test('ink is as black as the print, relative to the paper', () => {
  const map = makeWhiteMap(paint(800, 800, (x) => (x % 40 < 4 ? 100 : 200)))
  expect(Math.abs(map.inkShare - 0.5)).toBeLessThan(0.07)
})

/** One step of the levels that percentiles are taken of, and what smoothing rounds off. */
const levelStep = 5

test.for([1, 2, 3])('the levels are those of a plain reckoning, picture %i', (seed) => {
  const gray = blottedPicture(seed, 701, 905 + seed)
  const map = makeWhiteMap(gray)
  const plain = plainLevels(gray, map.tile, map.columns, map.rows)
  const off = [...map.level].map((level, i) => Math.abs(level - plain[i]!))
  // The kernel looks at some of a tile's pixels, the plain reckoning at all of them.
  expect(Math.max(...off)).toBeLessThan(2 * levelStep)
  expect(off.reduce((a, b) => a + b, 0) / off.length).toBeLessThan(levelStep / 2)
})

function plainLevels({ data, width, height }: Gray, tile: number, columns: number, rows: number) {
  const raw = new Float64Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const pixels: number[] = []
      for (let y = row * tile; y < Math.min(height, (row + 1) * tile); y++) {
        for (let x = column * tile; x < Math.min(width, (column + 1) * tile); x++) {
          pixels.push(data[y * width + x]!)
        }
      }
      raw[row * columns + column] = pixels.sort((a, b) => a - b)[Math.floor(pixels.length * 0.75)]!
    }
  }
  const around = (values: Float64Array, combine: (near: number[]) => number) =>
    values.map((_, i) => {
      const near: number[] = []
      for (let y = Math.floor(i / columns) - 1; y <= Math.floor(i / columns) + 1; y++) {
        for (let x = (i % columns) - 1; x <= (i % columns) + 1; x++) {
          if (x >= 0 && y >= 0 && x < columns && y < rows) near.push(values[y * columns + x]!)
        }
      }
      return combine(near)
    })
  const brightest = around(raw, (near) => Math.max(...near))
  return around(brightest, (near) => near.reduce((a, b) => a + b, 0) / near.length)
}

test('faint print is as faint as it is, though no pixel is dark', () => {
  const map = makeWhiteMap(paint(800, 800, (x) => (x % 40 < 4 ? 176 : 200)))
  expect(map.tones.dark).toBe(0)
  expect(Math.abs(map.inkShare - 0.88)).toBeLessThan(0.04)
})

test('the dark share of a page is that of its dark pixels', () => {
  const map = makeWhiteMap(paint(800, 800, (x) => (x % 40 < 4 ? 60 : 230)))
  expect(Math.abs(map.tones.dark - 0.1)).toBeLessThan(0.03)
})

test('tones are counted as they are', () => {
  // A tenth each of full black, dark grey, paler than bright, and full white, on light paper.
  const greys = [0, 30, 120, 255, 235, 235, 235, 235, 235, 235]
  const { tones } = makeWhiteMap(paint(810, 900, (x) => greys[Math.floor(x / 81)]!))
  const expected = { drowned: 0.1, black: 0.2, belowBright: 0.3, burnt: 0.1 }
  for (const [name, share] of Object.entries(expected)) {
    // The page's edges, left out, are not like the rest of it.
    expect(Math.abs(tones[name as keyof typeof tones] - share), name).toBeLessThan(0.02)
  }
})
