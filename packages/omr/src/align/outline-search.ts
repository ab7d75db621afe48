import type { LocalView } from './ink-view.ts'
import { inkAt } from './ink-view.ts'
import type { Outline, OutlinePoint } from './outline-points.ts'

/** A bubble ready to be searched for: its surroundings and its outline. */
export interface Target {
  local: LocalView
  outline: Outline
}

export interface Shift {
  dx: number
  dy: number
}

/** Darker than this no print is: a filled bubble must not outvote the outlines. */
const printCap = 0.6

/** Contrast of an outline that is surely print, and the least that can be told from paper texture. */
const sureContrast = 0.1
const leastContrast = 0.035

/**
 * How much of the outline is seen at an offset, 0 to 1: points where the ink is darker than just
 * outside by `contrast`, with a pixel of play along the normal.
 */
export function outlineSeen(target: Target, dx: number, dy: number, contrast: number): number {
  const { local, outline } = target
  const { play, outside } = probe(local)
  let seen = 0
  for (const p of outline.all) {
    const x = p.dx + dx
    const y = p.dy + dy
    const line = Math.max(
      inkAt(local, x, y),
      inkAt(local, x + p.nx * play, y + p.ny * play),
      inkAt(local, x - p.nx * play, y - p.ny * play),
    )
    if (line - inkAt(local, x + p.nx * outside, y + p.ny * outside) > contrast) seen++
  }
  return seen / outline.all.length
}

/** The contrast to ask of outlines: half of what these show, since a blurred scan shows them weakly. */
export function outlineContrast(targets: readonly Target[], shift: Shift): number {
  const ridges = targets.map((t) => ridge(t, shift)).sort((a, b) => a - b)
  const usual = ridges[ridges.length >> 1] ?? 0
  return Math.min(sureContrast, Math.max(leastContrast, usual * 0.5))
}

/** Mean ink on the outline above that just outside it; noise cancels out. */
function ridge({ local, outline }: Target, { dx, dy }: Shift): number {
  const { outside } = probe(local)
  let sum = 0
  for (const p of outline.all) {
    const x = p.dx + dx
    const y = p.dy + dy
    sum += inkAt(local, x, y) - inkAt(local, x + p.nx * outside, y + p.ny * outside)
  }
  return sum / outline.all.length
}

function probe(local: LocalView): { play: number; outside: number } {
  const pixel = 1 / local.pxPerMm
  const play = Math.max(0.1, pixel)
  // Past the line's own width and blur, but short of a neighbour that nearly touches.
  return { play, outside: play + Math.max(0.2, 1.4 * pixel) }
}

/** Sum over targets of how strongly outlines appear when all are moved by the same offset. */
function strength(targets: readonly Target[], dx: number, dy: number): number {
  let sum = 0
  for (const { local, outline } of targets) {
    sum += pairs(local, outline.across, dx, dy) + pairs(local, outline.upDown, dx, dy)
  }
  return sum
}

/** Both ends of a pair must be dark at once: one edge alone may be a neighbour's or a letter. */
function pairs(
  local: LocalView,
  list: readonly [OutlinePoint, OutlinePoint][],
  dx: number,
  dy: number,
): number {
  let sum = 0
  for (const [a, b] of list) {
    const first = inkAt(local, a.dx + dx, a.dy + dy)
    if (first === 0) continue
    const second = inkAt(local, b.dx + dx, b.dy + dy)
    sum += Math.min(first, second, printCap)
  }
  return sum / list.length
}

/** Searches a square of offsets coarsely; the outlines are blurred by half a step while doing so. */
export function coarseShift(targets: readonly Target[], reachMm: number, stepMm: number): Shift {
  let best = { dx: 0, dy: 0, score: -1 }
  const steps = Math.ceil(reachMm / stepMm)
  for (let i = -steps; i <= steps; i++) {
    for (let j = -steps; j <= steps; j++) {
      const dx = i * stepMm
      const dy = j * stepMm
      // A slight pull to the middle decides between equals.
      const score = strength(targets, dx, dy) - 1e-3 * Math.hypot(i, j)
      if (score > best.score) best = { dx, dy, score }
    }
  }
  return { dx: best.dx, dy: best.dy }
}

/** One-dimensional searches, in turn along x and y, around a starting offset. */
export function fineShift(
  targets: readonly Target[],
  start: Shift,
  reachMm: number,
  stepMm: number,
): Shift {
  let { dx, dy } = start
  for (let round = 0; round < 2; round++) {
    dx += peak(reachMm, stepMm, (k) => axis(targets, 'across', dx + k, dy))
    dy += peak(reachMm, stepMm, (k) => axis(targets, 'upDown', dx, dy + k))
  }
  return { dx, dy }
}

function axis(
  targets: readonly Target[],
  side: 'across' | 'upDown',
  dx: number,
  dy: number,
): number {
  let sum = 0
  for (const { local, outline } of targets) sum += pairs(local, outline[side], dx, dy)
  return sum
}

/** The centre of the highest place of a profile: flat tops (thick lines) give their middle. */
function peak(reach: number, step: number, at: (k: number) => number): number {
  const n = Math.ceil(reach / step)
  const values: number[] = []
  for (let i = -n; i <= n; i++) values.push(at(i * step))
  const top = Math.max(...values)
  const low = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
  if (top <= 0 || top - low < 1e-6) return 0
  const floor = low + (top - low) * 0.6
  let weight = 0
  let moment = 0
  const middle = values.indexOf(top)
  for (let i = middle; i >= 0 && values[i]! > floor; i--) add(i)
  for (let i = middle + 1; i < values.length && values[i]! > floor; i++) add(i)
  return weight > 0 ? moment / weight : 0

  function add(i: number): void {
    const w = values[i]! - floor
    weight += w
    moment += w * (i - n) * step
  }
}
