import type { InkMask } from '../crops/ink-mask.ts'

/** A cell between its printed lines, dots; right and bottom are exclusive. */
export interface Cell {
  left: number
  top: number
  right: number
  bottom: number
}

/** Ink that comes in over an edge and reaches less far than this share of the cell is the neighbour's. */
const ownReach = 0.35
/** With so many dots in the middle of a cell there is no need to follow strokes. */
const plenty = 16

/**
 * Dots of writing in a cell. Strokes that only reach in from a neighbouring cell do not count, nor does
 * what is left of a printed line along an edge.
 */
export function cellWriting(mask: InkMask, cell: Cell): number {
  const middle = middleInk(mask, cell)
  if (middle >= plenty) return middle
  const width = cell.right - cell.left
  const height = cell.bottom - cell.top
  const seen = new Uint8Array(width * height)
  let own = 0
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || !isInk(mask, cell, start % width, Math.floor(start / width))) continue
    const stroke = follow(mask, cell, seen, start, width, height)
    const isNeighbours =
      stroke.touches && stroke.across < ownReach * width && stroke.down < ownReach * height
    const isEdge = stroke.touches && Math.min(stroke.across, stroke.down) <= 1
    if (!isNeighbours && !isEdge) own += stroke.dots
  }
  return own
}

/** Ink in the middle of a cell, where no neighbour reaches. */
function middleInk({ data, width, height }: InkMask, cell: Cell): number {
  const insetX = Math.round((cell.right - cell.left) * ownReach)
  const insetY = Math.round((cell.bottom - cell.top) * ownReach)
  const right = Math.min(width, cell.right - insetX)
  const bottom = Math.min(height, cell.bottom - insetY)
  let dark = 0
  for (let y = Math.max(0, cell.top + insetY); y < bottom; y++) {
    for (let x = Math.max(0, cell.left + insetX); x < right; x++) dark += data[y * width + x]!
  }
  return dark
}

function isInk({ data, width, height }: InkMask, cell: Cell, x: number, y: number): boolean {
  const [column, row] = [cell.left + x, cell.top + y]
  if (column < 0 || row < 0 || column >= width || row >= height) return false
  return data[row * width + column] === 1
}

interface Stroke {
  dots: number
  /** Extent in dots. */
  across: number
  down: number
  /** Does it run over the edge of the cell? */
  touches: boolean
}

/** Collects a connected stroke, corners included. */
function follow(
  mask: InkMask,
  cell: Cell,
  seen: Uint8Array,
  start: number,
  width: number,
  height: number,
): Stroke {
  const stack = [start]
  seen[start] = 1
  let dots = 0
  let [left, right, top, bottom] = [width, -1, height, -1]
  while (stack.length > 0) {
    const at = stack.pop()!
    const x = at % width
    const y = Math.floor(at / width)
    dots++
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
        const next = v * width + u
        if (seen[next] || !isInk(mask, cell, u, v)) continue
        seen[next] = 1
        stack.push(next)
      }
    }
  }
  return {
    dots,
    across: right - left + 1,
    down: bottom - top + 1,
    touches: left === 0 || top === 0 || right === width - 1 || bottom === height - 1,
  }
}
