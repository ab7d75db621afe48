import type { PageGeometry } from '@hengjuan/sheet'
import { smooth } from './pen-marks.ts'
import type { Random } from './random.ts'
import type { Brush, Ink, Point } from './raster.ts'
import { drawStroke } from './raster.ts'
import { DIGITS, HAN_STROKES } from './stroke-shapes.ts'

interface Box {
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
}

/** How a candidate writes. */
export interface Hand {
  ink: Ink
  /** Height of a character. */
  sizeMm: number
  slant: number
  /** How unsteady strokes are, share of the size. */
  shaky: number
  script: 'han' | 'latin'
}

export function randomHand(random: Random, script: Hand['script']): Hand {
  return {
    ink: {
      darkness: random.between(0.78, 0.92),
      widthMm: random.between(0.36, 0.52),
      grain: 0.04,
    },
    sizeMm: random.between(4.6, 6),
    slant: random.between(-0.06, 0.12),
    shaky: random.between(0.03, 0.07),
    script,
  }
}

/** Something that looks like a character from reading distance. */
export function writeCharacter(
  brush: Brush,
  x: number,
  y: number,
  hand: Hand,
  random: Random,
): void {
  const size = hand.sizeMm * random.between(0.88, 1.06)
  const count = random.integer(4, 8)
  // Two halves or two storeys, as most characters have.
  const sideBySide = random.chance(0.6)
  for (let index = 0; index < count; index++) {
    const half = index < count / 2 ? -0.22 : 0.22
    const whole = random.chance(0.2)
    const centre = whole ? [0, 0] : sideBySide ? [half, 0] : [0, half]
    const scale = whole ? [0.95, 0.95] : sideBySide ? [0.55, 1] : [0.95, 0.55]
    const spot = [random.between(-0.16, 0.16), random.between(-0.22, 0.22)]
    const line = random.pick(HAN_STROKES)
    draw(brush, line, hand, random, (px, py) => [
      x + (centre[0]! + (px + spot[0]!) * scale[0]! - py * hand.slant) * size,
      y + (centre[1]! + (py + spot[1]!) * scale[1]!) * size,
    ])
  }
}

/** A legible digit. */
export function writeDigit(
  brush: Brush,
  digit: string,
  x: number,
  y: number,
  heightMm: number,
  hand: Hand,
  random: Random,
): void {
  const size = heightMm / 1.5
  for (const line of DIGITS[digit] ?? [])
    draw(brush, line, hand, random, (px, py) => [
      x + (px * 0.8 - py * hand.slant) * size,
      y + py * size,
    ])
}

/** A Latin word in joined letters; returns its width. */
function writeWord(brush: Brush, x: number, baseline: number, hand: Hand, random: Random): number {
  const letters = random.integer(2, 9)
  const high = hand.sizeMm * 0.4
  const wide = high * random.between(0.75, 0.9)
  const points: Point[] = [[x, baseline - high * 0.2]]
  for (let letter = 0; letter < letters; letter++) {
    const left = x + letter * wide
    const kind = random.next()
    const top = kind < 0.2 ? -high * 2 : -high
    const bottom = kind > 0.88 ? high * 0.9 : 0
    points.push([left + wide * 0.45 + hand.slant * high, baseline + top])
    points.push([left + wide * random.between(0.15, 0.35), baseline + top * 0.45])
    points.push([left + wide * 0.5, baseline + bottom])
    points.push([left + wide * 0.95, baseline - high * random.between(0.15, 0.5)])
  }
  const shaken = points.map(([px, py]): Point => [
    px + random.normal() * 0.08,
    py + random.normal() * 0.1,
  ])
  drawStroke(brush, smooth(shaken), hand.ink)
  return letters * wide
}

function draw(
  brush: Brush,
  line: [number, number][],
  hand: Hand,
  random: Random,
  place: (x: number, y: number) => Point,
): void {
  const points = line.map(([x, y]) =>
    place(x + random.normal() * hand.shaky, y + random.normal() * hand.shaky),
  )
  drawStroke(brush, smooth(points), hand.ink)
}

/** Writes a few characters into a field of the head, such as the name. */
export function writeInField(
  brush: Brush,
  field: Box,
  characters: number,
  hand: Hand,
  random: Random,
): void {
  const size = Math.min(hand.sizeMm, field.heightMm * 0.72, field.widthMm / (characters + 0.5))
  const small = { ...hand, sizeMm: size }
  const y = field.yMm + field.heightMm / 2
  for (let index = 0; index < characters; index++)
    writeCharacter(brush, field.xMm + 2 + size * (index * 1.08 + 0.5), y, small, random)
}

/**
 * Fills an answer area from the top: squares where squares are printed, along the lines where lines
 * are, in free rows otherwise.
 *
 * @param amount share of the area that is written on, 0 to 1
 */
export function writeAnswer(
  brush: Brush,
  page: PageGeometry,
  region: Box,
  amount: number,
  hand: Hand,
  random: Random,
): void {
  if (amount <= 0) return
  const squares = squaresIn(page, region)
  if (squares.length > 0) {
    const count = Math.max(1, Math.round(squares.length * amount))
    // A paragraph begins two squares in.
    for (const [index, square] of squares.slice(0, count).entries())
      if (index > 1 && !random.chance(0.03))
        writeCharacter(brush, ...square, { ...hand, sizeMm: Math.min(hand.sizeMm, 5.2) }, random)
    return
  }
  const rows = rowsIn(page, region)
  const count = Math.max(1, Math.round(rows.length * amount))
  for (const [index, row] of rows.slice(0, count).entries()) {
    const last = index === count - 1
    const share = row.short ? random.between(0.3, 0.8) : last ? random.between(0.25, 0.9) : 0.97
    writeRow(brush, row, row.left + (row.right - row.left) * share, hand, random)
  }
}

interface Row {
  left: number
  right: number
  baseline: number
  /** A blank to fill rather than a line to write along. */
  short: boolean
}

function writeRow(brush: Brush, row: Row, until: number, hand: Hand, random: Random): void {
  let x = row.left + random.between(0.5, 2)
  const drift = random.normal() * 0.004
  while (x + hand.sizeMm < until) {
    const y = row.baseline + (x - row.left) * drift
    if (hand.script === 'latin') x += writeWord(brush, x, y - 0.8, hand, random) + hand.sizeMm * 0.5
    else {
      writeCharacter(brush, x + hand.sizeMm / 2, y - hand.sizeMm * 0.58, hand, random)
      x += hand.sizeMm * random.between(1, 1.16)
    }
  }
}

const isInside = (box: Box, xMm: number, yMm: number) =>
  xMm > box.xMm && xMm < box.xMm + box.widthMm && yMm > box.yMm && yMm < box.yMm + box.heightMm

function squaresIn(page: PageGeometry, region: Box): [number, number][] {
  return page.drawing.flatMap((primitive) => {
    if (primitive.kind !== 'grid' || !isInside(region, primitive.xMm, primitive.yMm)) return []
    const { xMm, yMm, columns, cellWidthMm, cellHeightMm } = primitive
    return Array.from({ length: columns }, (_, column): [number, number] => [
      xMm + (column + 0.5) * cellWidthMm,
      yMm + cellHeightMm / 2,
    ])
  })
}

function rowsIn(page: PageGeometry, region: Box): Row[] {
  const ruled = page.drawing.flatMap((primitive): Row[] => {
    if (primitive.kind !== 'line' || primitive.y1 !== primitive.y2) return []
    if (!isInside(region, primitive.x1, primitive.y1)) return []
    const short = primitive.x2 - primitive.x1 < region.widthMm * 0.75
    return [{ left: primitive.x1, right: primitive.x2, baseline: primitive.y1 - 0.4, short }]
  })
  if (ruled.length > 0) return ruled
  const pitch = 9
  const count = Math.max(1, Math.floor((region.heightMm - 10) / pitch))
  return Array.from({ length: count }, (_, index) => ({
    left: region.xMm + 4,
    right: region.xMm + region.widthMm - 4,
    baseline: region.yMm + 15 + index * pitch,
    short: false,
  })).filter(({ baseline }) => baseline < region.yMm + region.heightMm - 2)
}
