import type { ImageRect } from '@hengjuan/ui'

interface Point {
  x: number
  y: number
}

/** Which side of a frame a hand moves: -1 left or top, 1 right or bottom, 0 neither. */
export interface Grip {
  x: -1 | 0 | 1
  y: -1 | 0 | 1
}

export const GRIPS: readonly Grip[] = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: -1, y: 0 },
  { x: 1, y: 0 },
  { x: -1, y: 1 },
  { x: 0, y: 1 },
  { x: 1, y: 1 },
]

/** Smaller is a slip of the hand; the server refuses it too. */
const LEAST_PX = 16

/** A frame between two points, in whole pixels inside the image. */
export function frameBetween(
  a: Point,
  b: Point,
  size: { width: number; height: number },
): ImageRect {
  const inside = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value)))
  const x = inside(Math.min(a.x, b.x), size.width)
  const y = inside(Math.min(a.y, b.y), size.height)
  return {
    x,
    y,
    width: inside(Math.max(a.x, b.x), size.width) - x,
    height: inside(Math.max(a.y, b.y), size.height) - y,
  }
}

/** A frame after one of its grips was put somewhere; dragged past the other side, it turns over. */
export function stretched(
  frame: ImageRect,
  grip: Grip,
  to: Point,
  size: { width: number; height: number },
): ImageRect {
  const left = frame.x
  const top = frame.y
  const right = frame.x + frame.width
  const bottom = frame.y + frame.height
  return frameBetween(
    { x: grip.x === -1 ? to.x : left, y: grip.y === -1 ? to.y : top },
    { x: grip.x === 1 ? to.x : right, y: grip.y === 1 ? to.y : bottom },
    size,
  )
}

export const isLargeEnough = ({ width, height }: ImageRect): boolean =>
  width >= LEAST_PX && height >= LEAST_PX
