import type { Bubble, BubbleField, TemplatePage } from '@hengjuan/domain'

/** A bubble of a grid, by its place in the page's template. */
export interface Cell {
  field: BubbleField
  bubble: Bubble
  /** Which bubble of its field. */
  index: number
}

/** What tells whether a grid lies one or two places further than where it was read. */
export interface GridStep {
  /** Sheet millimetres. */
  dx: number
  dy: number
  /** Nearest places only, one along one axis. */
  isUnit: boolean
  /** Cells that would lie on bare paper. */
  bare: Cell[]
  /** Cells whose outline would be printed beyond the grid, where the template has nothing. */
  beyond: Cell[]
}

export interface GridEdges {
  group: string
  steps: GridStep[]
}

const steps = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [0, 2],
  [0, -2],
  [2, 0],
  [-2, 0],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const

const known = new WeakMap<TemplatePage, GridEdges[]>()

/** The edges of every outlined grid of a page; worked out once for each template. */
export function gridEdges(page: TemplatePage): GridEdges[] {
  let edges = known.get(page)
  if (!edges) {
    const places = new Places(page.fields.flatMap((f) => f.bubbles))
    const groups = Map.groupBy(
      page.fields
        .filter((field) => field.outlined)
        .flatMap((field) => field.bubbles.map((bubble, index): Cell => ({ field, bubble, index }))),
      (cell) => cell.field.group,
    )
    edges = [...groups].map(([group, cells]) => ({ group, steps: stepsOf(cells, places) }))
    known.set(page, edges)
  }
  return edges
}

function stepsOf(cells: readonly Cell[], all: Places): GridStep[] {
  const own = new Places(cells.map((c) => c.bubble))
  const pitchX = pitchOf(cells, 'xMm', 'yMm')
  const pitchY = pitchOf(cells, 'yMm', 'xMm')
  return steps.flatMap(([kx, ky]) => {
    const [dx, dy] = [kx * pitchX, ky * pitchY]
    if ((kx !== 0 && dx === 0) || (ky !== 0 && dy === 0)) return []
    const bare = cells.filter(({ bubble: b }) => !own.has(b.xMm - dx, b.yMm - dy, 1, 1))
    const beyond = cells.filter(
      ({ bubble: b }) =>
        !all.has(b.xMm + dx, b.yMm + dy, b.widthMm * 0.8, Math.max(1, b.heightMm * 0.8)),
    )
    const isUnit = Math.abs(kx) + Math.abs(ky) === 1
    return bare.length >= 2 && beyond.length >= 2 ? [{ dx, dy, isUnit, bare, beyond }] : []
  })
}

/** Least distance of bubbles that lie side by side along an axis; 0 where there are none. */
function pitchOf(cells: readonly Cell[], along: 'xMm' | 'yMm', across: 'xMm' | 'yMm'): number {
  const lines = Map.groupBy(cells, (c) => Math.round(c.bubble[across]))
  let least = Infinity
  for (const line of lines.values()) {
    const at = line.map((c) => c.bubble[along]).sort((a, b) => a - b)
    for (let i = 1; i < at.length; i++) {
      const distance = at[i]! - at[i - 1]!
      if (distance > 0.5 && distance < least) least = distance
    }
  }
  return Number.isFinite(least) ? least : 0
}

const squareMm = 8

/** Bubbles by where they lie, so that a neighbour is found without asking all. */
class Places {
  private readonly squares: Map<string, Bubble[]>

  constructor(bubbles: readonly Bubble[]) {
    this.squares = Map.groupBy(bubbles, (b) => squareAt(b.xMm, b.yMm))
  }

  /** Is there a bubble nearer than so much in both directions? */
  has(x: number, y: number, nearX: number, nearY: number): boolean {
    for (const sx of [x - squareMm, x, x + squareMm]) {
      for (const sy of [y - squareMm, y, y + squareMm]) {
        for (const b of this.squares.get(squareAt(sx, sy)) ?? []) {
          if (Math.abs(b.xMm - x) < nearX && Math.abs(b.yMm - y) < nearY) return true
        }
      }
    }
    return false
  }
}

const squareAt = (x: number, y: number) => `${Math.floor(x / squareMm)} ${Math.floor(y / squareMm)}`
