import { expect, test } from 'vitest'
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
