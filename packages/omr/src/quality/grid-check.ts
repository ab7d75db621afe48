import { mean } from '../kernels/averages.ts'
import type { BubbleReading, FieldReading, TemplatePage } from '@hengjuan/domain'
import type { InkView, LocalView } from '../align/ink-view.ts'
import { inkAt, isInside, localView } from '../align/ink-view.ts'
import type { Cell, GridStep } from './grid-edges.ts'
import { gridEdges } from './grid-edges.ts'
import { qualityThresholds as limits } from './thresholds.ts'

/**
 * Names of the groups that lie a whole place off. A printed grid looks the same one row further, so that
 * outlines alone do not prove that it lies where it was read; what proves it are its edges: the outermost
 * bubbles are there, and beyond them is nothing.
 */
export function displacedGroups(
  view: InkView,
  page: TemplatePage,
  fields: readonly FieldReading[],
): string[] {
  const readings = new Map(fields.map((f) => [f.id, f.bubbles]))
  const outlineOf = (cell: Cell, dx: number, dy: number) => {
    const read = readings.get(cell.field.id)?.[cell.index]
    return read ? outlineAt(view, cell, read, dx, dy) : 0
  }
  return gridEdges(page).flatMap(({ group, steps }) =>
    isDisplaced(steps, outlineOf) ? [group] : [],
  )
}

type OutlineOf = (cell: Cell, dx: number, dy: number) => number

function isDisplaced(steps: readonly GridStep[], outlineOf: OutlineOf): boolean {
  let isWhole = true
  for (const { dx, dy, isUnit, bare, beyond } of steps) {
    // Where every edge is there, nothing lies two places off either.
    if (!isUnit && isWhole) continue
    const here = bare.map((c) => outlineOf(c, 0, 0))
    const there = beyond.map((c) => outlineOf(c, dx, dy))
    if (mean(here) < limits.wholeEdge) isWhole = false
    // All of the grid: the row beyond looks more like one of its own than the outermost does.
    const lead = mean(there) - mean(here)
    if (mean(there) > limits.seenOutline && lead > limits.displacedLead) return true
    // A part of it, where the paper is bent.
    const isBare = share(here, (seen) => seen < limits.bareOutline) >= limits.displacedShare
    const isPrinted = share(there, (seen) => seen > limits.seenOutline) >= limits.displacedShare
    if (isBare && isPrinted) return true
    // Hardly anything of an edge is there, and more of it beyond.
    const isGone = share(here, (seen) => seen < limits.bareOutline) >= limits.goneEdge
    if (isGone && lead > 0) return true
  }
  return false
}

const share = (values: readonly number[], test: (value: number) => boolean) =>
  values.filter(test).length / values.length

/** Share of a bubble's four sides that are seen at an offset from where it was read. */
function outlineAt(
  view: InkView,
  { field, bubble }: Cell,
  read: BubbleReading,
  dx: number,
  dy: number,
): number {
  const placed = localView(view, bubble.xMm, bubble.yMm)
  const [x, y] = [read.xPx - placed.x, read.yPx - placed.y]
  const det = placed.xx * placed.yy - placed.xy * placed.yx
  const shiftX = (placed.yy * x - placed.xy * y) / det
  const shiftY = (placed.xx * y - placed.yx * x) / det
  const local = localView(view, bubble.xMm + shiftX + dx, bubble.yMm + shiftY + dy)
  if (!isInside(local, 0, 0)) return 0
  const a = bubble.widthMm / 2
  const b = bubble.heightMm / 2
  const reach = field.shape === 'rect' ? 0.6 : 0.2
  const seen =
    sideSeen(local, -a, 0, -1, 0, reach * b) +
    sideSeen(local, a, 0, 1, 0, reach * b) +
    sideSeen(local, 0, -b, 0, -1, reach * a) +
    sideSeen(local, 0, b, 0, 1, reach * a)
  return seen / 4
}

/** How much of one side shows ink over the paper just outside it, 0 to 1. */
function sideSeen(
  local: LocalView,
  x: number,
  y: number,
  nx: number,
  ny: number,
  reach: number,
): number {
  const pixel = 1 / local.pxPerMm
  const outside = Math.max(0.1, pixel) + Math.max(0.2, 1.4 * pixel)
  let seen = 0
  for (const t of [-reach, 0, reach]) {
    const [px, py] = [x + ny * t, y + nx * t]
    let line = 0
    for (const k of [-1.5, -0.75, 0, 0.75, 1.5]) {
      line = Math.max(line, inkAt(local, px + nx * k * pixel, py + ny * k * pixel))
    }
    if (line - inkAt(local, px + nx * outside, py + ny * outside) > limits.outlineInk) seen++
  }
  return seen / 3
}
