import type { AnswerArea } from './answer-area.ts'
import type { InkMask } from './ink-mask.ts'

/** Dots of paper that a stroke may skip: pencil breaks on the tooth of the paper. */
const gap = 2

/** Diagonal of the box around the largest connected stroke of an area, dots; 0 without any ink. */
export function longestStroke({ data, width, height }: InkMask, area: AnswerArea): number {
  const strokes = new Strokes()
  let above: number[] = []
  let row: number[] = []
  for (let y = 0; y < height; y++) {
    row.length = 0
    const stretches = area.rows[y]!
    for (let k = 0; k < stretches.length; k += 2) {
      runsOf(data, y * width, stretches[k]!, stretches[k + 1]!, row)
    }
    strokes.join(above, row, y)
    ;[above, row] = [row, above]
  }
  return strokes.longest()
}

/** Adds the runs of a stretch to a list: first dot, last dot, room for a label. */
function runsOf(data: Uint8Array, line: number, from: number, until: number, runs: number[]): void {
  let x = from
  while (x < until) {
    if (data[line + x] === 0) {
      x++
      continue
    }
    const start = x
    let last = x
    for (; x < until && x - last <= gap; x++) if (data[line + x] === 1) last = x
    runs.push(start, last, 0)
  }
}

/** Boxes of connected runs. A run is three numbers of a list: first dot, last dot, label. */
class Strokes {
  private readonly parent: number[] = []
  private readonly left: number[] = []
  private readonly right: number[] = []
  private readonly top: number[] = []
  private readonly bottom: number[] = []

  /** Gives each run of a row the label of the runs above that it touches. */
  join(above: readonly number[], row: number[], y: number): void {
    let first = 0
    for (let i = 0; i < row.length; i += 3) {
      const start = row[i]!
      const end = row[i + 1]!
      while (first < above.length && above[first + 1]! < start - gap) first += 3
      let label = -1
      for (let k = first; k < above.length && above[k]! <= end + gap; k += 3) {
        const other = this.root(above[k + 2]!)
        label = label < 0 ? other : this.unite(label, other)
      }
      if (label < 0) {
        label = this.parent.length
        this.parent.push(label)
        this.left.push(start)
        this.right.push(end)
        this.top.push(y)
        this.bottom.push(y)
      } else {
        if (start < this.left[label]!) this.left[label] = start
        if (end > this.right[label]!) this.right[label] = end
        this.bottom[label] = y
      }
      row[i + 2] = label
    }
  }

  /** The longest diagonal, dots; 0 without any run. */
  longest(): number {
    let most = 0
    for (let label = 0; label < this.parent.length; label++) {
      if (this.parent[label] !== label) continue
      const width = this.right[label]! - this.left[label]! + 1
      const height = this.bottom[label]! - this.top[label]! + 1
      most = Math.max(most, width * width + height * height)
    }
    return Math.sqrt(most)
  }

  private root(label: number): number {
    let root = label
    while (this.parent[root] !== root) root = this.parent[root]!
    this.parent[label] = root
    return root
  }

  private unite(a: number, b: number): number {
    if (a === b) return a
    const [keep, other] = a < b ? [a, b] : [b, a]
    this.parent[other] = keep
    this.left[keep] = Math.min(this.left[keep]!, this.left[other]!)
    this.right[keep] = Math.max(this.right[keep]!, this.right[other]!)
    this.top[keep] = Math.min(this.top[keep]!, this.top[other]!)
    this.bottom[keep] = Math.max(this.bottom[keep]!, this.bottom[other]!)
    return keep
  }
}
