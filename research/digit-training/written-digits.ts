import type { InkCell } from '@hengjuan/omr/digits'
import type { Random } from '@hengjuan/scan-simulator'
import type { Line } from './digit-styles.ts'
import { digitStyles, otherShapes } from './digit-styles.ts'
import { curve, drawLine, emptyCell, pxPerMm, scanned } from './pen-raster.ts'

/** A picture of a box with what it shows: a digit, or `noDigit`. */
export interface Sample {
  cell: InkCell
  label: number
}

export const noDigit = 10

/** How one shape is laid into its box. */
interface Hand {
  heightMm: number
  aspect: number
  slant: number
  turn: number
  shaky: number
  bend: [number, number, number, number]
  x: number
  y: number
  pen: { widthMm: number; darkness: number; swell: number }
  isAngular: boolean
}

interface BoxSize {
  widthMm: number
  heightMm: number
}

/** A box with one handwritten digit. */
export function writtenDigit(random: Random): Sample {
  const label = random.integer(0, 9)
  const box = randomBox(random)
  const cell = emptyCell(box.widthMm, box.heightMm)
  write(cell, random.pick(digitStyles[String(label)]!), randomHand(random, box), random)
  return { cell: scanned(cell, random), label }
}

/** A box with something that is no digit: to be refused. */
export function writtenOther(random: Random): Sample {
  const box = randomBox(random)
  const cell = emptyCell(box.widthMm, box.heightMm)
  const hand = randomHand(random, box)
  const digit = () => random.pick(digitStyles[String(random.integer(0, 9))]!)
  const kind = random.integer(0, 6)
  if (kind === 0) write(cell, random.pick(otherShapes), hand, random)
  else if (kind === 1) {
    // Crossed out.
    write(cell, digit(), hand, random)
    strikeOut(cell, hand, random)
  } else if (kind === 2) {
    // Corrected by writing over it: two digits in one place.
    const first = random.integer(0, 9)
    const second = (first + random.integer(1, 9)) % 10
    write(cell, random.pick(digitStyles[String(first)]!), hand, random)
    write(cell, random.pick(digitStyles[String(second)]!), randomHand(random, box), random)
  } else if (kind === 3) {
    // Two digits in one box.
    const half = { ...hand, heightMm: hand.heightMm * 0.8, aspect: hand.aspect * 0.55 }
    const apart = half.heightMm * pxPerMm * half.aspect * 0.62
    write(cell, digit(), { ...half, x: hand.x - apart }, random)
    write(cell, digit(), { ...half, x: hand.x + apart }, random)
  } else if (kind === 4) scribble(cell, hand, random)
  else if (kind === 5) {
    // A part of a digit whose halves are no digits themselves: the rest ran out of the box.
    write(cell, random.pick(digitStyles[random.pick(['0', '2', '3', '5'])]!), hand, random)
    const cut = random.between(0.3, 0.45)
    const keepsTop = random.chance(0.5)
    const edge = hand.y + (keepsTop ? cut - 0.5 : 0.5 - cut) * hand.heightMm * pxPerMm
    for (let i = 0; i < cell.ink.length; i++) {
      const y = Math.floor(i / cell.width)
      if (keepsTop ? y > edge : y < edge) cell.ink[i] = 0
    }
  } else {
    // Loose strokes, as of a character.
    for (let count = random.integer(3, 8); count > 0; count--) {
      const x = hand.x + random.normal() * cell.width * 0.16
      const y = hand.y + random.normal() * cell.height * 0.16
      const length = random.between(0.12, 0.4) * cell.height
      const angle = random.pick([0, 0.1, Math.PI / 2, 2.2, 0.8]) + random.normal() * 0.1
      const [dx, dy] = [Math.cos(angle) * length, Math.sin(angle) * length]
      drawLine(
        cell,
        [
          [x - dx / 2, y - dy / 2],
          [x + dx / 2, y + dy / 2],
        ],
        hand.pen,
      )
    }
  }
  return { cell: scanned(cell, random), label: noDigit }
}

function randomBox(random: Random): BoxSize {
  const widthMm = random.between(5.2, 8.6)
  return { widthMm, heightMm: widthMm * random.between(0.95, 1.4) }
}

function randomHand(random: Random, box: BoxSize): Hand {
  const room = Math.min(box.heightMm, box.widthMm * 1.45)
  const heightMm = room * random.between(0.5, 1.02)
  const free = (size: number, used: number) => Math.max(0.25, (size - used) / 2)
  const aspect = random.between(0.5, 1.05)
  return {
    heightMm,
    aspect,
    slant: random.normal() * 0.16 + 0.06,
    turn: random.normal() * 0.07,
    shaky: random.between(0.01, 0.055),
    bend: [random.normal() * 0.07, random.normal() * 0.07, random.next() * 6, random.next() * 6],
    x: (box.widthMm / 2 + random.normal() * 0.45 * free(box.widthMm, heightMm * aspect)) * pxPerMm,
    y: (box.heightMm / 2 + random.normal() * 0.45 * free(box.heightMm, heightMm)) * pxPerMm,
    pen: {
      widthMm: random.between(0.28, 0.85),
      darkness: random.between(0.35, 1),
      swell: random.between(0, 0.22),
    },
    isAngular: random.chance(0.12),
  }
}

/** Lays a shape into the box as the hand writes it. */
function write(cell: InkCell, shape: readonly Line[], hand: Hand, random: Random): void {
  const size = (hand.heightMm * pxPerMm) / 1.5
  const [bendX, bendY, phaseX, phaseY] = hand.bend
  const [cos, sin] = [Math.cos(hand.turn), Math.sin(hand.turn)]
  for (const stroke of shape) {
    const shift = [random.normal() * 0.02, random.normal() * 0.02]
    const points = stroke.map(([x, y]): [number, number] => {
      const u = x + shift[0]! + random.normal() * hand.shaky + bendX * Math.sin(2.4 * y + phaseX)
      const v = y + shift[1]! + random.normal() * hand.shaky + bendY * Math.sin(2.4 * x + phaseY)
      const leaning = u * hand.aspect - v * hand.slant
      return [hand.x + (leaning * cos - v * sin) * size, hand.y + (leaning * sin + v * cos) * size]
    })
    drawLine(cell, hand.isAngular ? points : curve(points), hand.pen)
  }
}

function strikeOut(cell: InkCell, hand: Hand, random: Random): void {
  const [w, h] = [hand.heightMm * hand.aspect * pxPerMm * 0.5, hand.heightMm * pxPerMm * 0.5]
  const point = (x: number, y: number): [number, number] => [
    hand.x + x * w + random.normal() * 2,
    hand.y + y * h + random.normal() * 2,
  ]
  const kind = random.integer(0, 2)
  if (kind === 0) {
    for (const y of [-0.12, 0.12]) drawLine(cell, [point(-1.1, y), point(1.1, y)], hand.pen)
  } else if (kind === 1) {
    drawLine(cell, [point(-1.1, -0.9), point(1.1, 0.9)], hand.pen)
    drawLine(cell, [point(1.1, -0.9), point(-1.1, 0.9)], hand.pen)
  } else {
    const turns = random.integer(4, 8)
    const zigzag = Array.from({ length: turns }, (_, i) =>
      point(i % 2 === 0 ? -1 : 1, -0.8 + (1.6 * i) / turns),
    )
    drawLine(cell, zigzag, hand.pen)
  }
}

function scribble(cell: InkCell, hand: Hand, random: Random): void {
  const reach = hand.heightMm * pxPerMm * 0.4
  const points = Array.from({ length: random.integer(8, 26) }, (): [number, number] => [
    hand.x + random.between(-reach, reach),
    hand.y + random.between(-reach, reach),
  ])
  drawLine(cell, curve(points), hand.pen)
}
