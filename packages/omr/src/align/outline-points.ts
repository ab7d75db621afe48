import type { Bubble, BubbleField } from '@hengjuan/domain'

/** A point of a bubble's printed outline, relative to its centre, with the outward direction. */
interface OutlinePoint {
  dx: number
  dy: number
  nx: number
  ny: number
}

/** Points of an outline, in pairs that lie straight across: left with right, then top with bottom. */
export type Outline = Float64Array

const cache = new Map<string, Outline>()

/** Points along the outline of a bubble, shared by all bubbles of one size and shape. */
export function outlineOf(bubble: Bubble, shape: BubbleField['shape']): Outline {
  const key = `${shape} ${bubble.widthMm} ${bubble.heightMm}`
  let outline = cache.get(key)
  if (!outline) {
    if (cache.size > 500) cache.clear()
    const a = bubble.widthMm / 2
    const b = bubble.heightMm / 2
    const points = shape === 'rect' ? rectangleOutline(a, b) : ellipseOutline(a, b)
    outline = Float64Array.from(points.flatMap((p) => [p.dx, p.dy, p.nx, p.ny]))
    cache.set(key, outline)
  }
  return outline
}

const places = [-0.7, -0.35, 0, 0.35, 0.7]

function rectangleOutline(a: number, b: number): OutlinePoint[] {
  return [
    ...places.flatMap((t) => [
      { dx: -a, dy: t * b, nx: -1, ny: 0 },
      { dx: a, dy: t * b, nx: 1, ny: 0 },
    ]),
    ...places.flatMap((t) => [
      { dx: t * a, dy: -b, nx: 0, ny: -1 },
      { dx: t * a, dy: b, nx: 0, ny: 1 },
    ]),
  ]
}

const angles = [-40, -20, 0, 20, 40]

function ellipseOutline(a: number, b: number): OutlinePoint[] {
  const point = (degrees: number): OutlinePoint => {
    const t = (degrees * Math.PI) / 180
    const nx = Math.cos(t) / a
    const ny = Math.sin(t) / b
    const n = Math.hypot(nx, ny)
    return { dx: a * Math.cos(t), dy: b * Math.sin(t), nx: nx / n, ny: ny / n }
  }
  return [
    ...angles.flatMap((t) => [point(180 - t), point(t)]),
    ...angles.flatMap((t) => [point(-90 - t), point(90 + t)]),
  ]
}
