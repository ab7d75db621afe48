import type { Bubble, BubbleField } from '@hengjuan/domain'

/** A point of a bubble's printed outline, relative to its centre, with the outward direction. */
export interface OutlinePoint {
  dx: number
  dy: number
  nx: number
  ny: number
}

export interface Outline {
  all: OutlinePoint[]
  /** Pairs of points straight across: left with right, top with bottom. */
  across: [OutlinePoint, OutlinePoint][]
  upDown: [OutlinePoint, OutlinePoint][]
}

const cache = new Map<string, Outline>()

/** Points along the outline of a bubble, shared by all bubbles of one size and shape. */
export function outlineOf(bubble: Bubble, shape: BubbleField['shape']): Outline {
  const key = `${shape} ${bubble.widthMm} ${bubble.heightMm}`
  let outline = cache.get(key)
  if (!outline) {
    if (cache.size > 500) cache.clear()
    const a = bubble.widthMm / 2
    const b = bubble.heightMm / 2
    outline = shape === 'rect' ? rectangleOutline(a, b) : ellipseOutline(a, b)
    cache.set(key, outline)
  }
  return outline
}

function rectangleOutline(a: number, b: number): Outline {
  const across: Outline['across'] = []
  const upDown: Outline['upDown'] = []
  for (const t of [-0.7, -0.35, 0, 0.35, 0.7]) {
    across.push([
      { dx: -a, dy: t * b, nx: -1, ny: 0 },
      { dx: a, dy: t * b, nx: 1, ny: 0 },
    ])
    upDown.push([
      { dx: t * a, dy: -b, nx: 0, ny: -1 },
      { dx: t * a, dy: b, nx: 0, ny: 1 },
    ])
  }
  return { all: [...across.flat(), ...upDown.flat()], across, upDown }
}

function ellipseOutline(a: number, b: number): Outline {
  const point = (degrees: number): OutlinePoint => {
    const t = (degrees * Math.PI) / 180
    const nx = Math.cos(t) / a
    const ny = Math.sin(t) / b
    const n = Math.hypot(nx, ny)
    return { dx: a * Math.cos(t), dy: b * Math.sin(t), nx: nx / n, ny: ny / n }
  }
  const angles = [-40, -20, 0, 20, 40]
  const across = angles.map((t): [OutlinePoint, OutlinePoint] => [point(180 - t), point(t)])
  const upDown = angles.map((t): [OutlinePoint, OutlinePoint] => [point(-90 - t), point(90 + t)])
  return { all: [...across.flat(), ...upDown.flat()], across, upDown }
}
