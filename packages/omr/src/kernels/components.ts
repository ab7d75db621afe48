import type { Gray, PixelWindow } from './gray.ts'
import { clipWindow } from './gray.ts'
import type { WhiteMap } from './white-map.ts'

/** A connected dark area. Lengths in pixels of the picture. */
export interface Blob {
  left: number
  top: number
  /** Exclusive. */
  right: number
  bottom: number
  area: number
  xPx: number
  yPx: number
  /** Standard deviations along the main and the minor axis. */
  long: number
  short: number
  /** Direction of the main axis, radians. */
  angle: number
  /** Does it run out of the search window? Then its shape is not known. */
  cut: boolean
}

/**
 * Finds connected dark areas (8-neighbourhood) by run-length union-find.
 *
 * @param ratio a pixel is dark below `ratio` x the local paper
 * @param step  look at every n-th pixel of every n-th row; results are in full-resolution pixels
 */
export function findBlobs(
  gray: Gray,
  white: WhiteMap,
  window: PixelWindow,
  ratio: number,
  step = 1,
): Blob[] {
  const area = clipWindow(gray, window)
  const sums = new BlobSums()
  let previous: Run[] = []
  for (let y = area.top; y < area.bottom; y += step) {
    const current = runsOfRow(gray, white, area, y, ratio, step)
    joinRows(previous, current, sums, y, step)
    previous = current
  }
  return sums.blobs(area, step)
}

interface Run {
  start: number
  /** Exclusive, already on the step grid. */
  end: number
  label: number
}

function runsOfRow(
  gray: Gray,
  white: WhiteMap,
  area: PixelWindow,
  y: number,
  ratio: number,
  step: number,
): Run[] {
  const { data, width } = gray
  const { tile, columns, level } = white
  const line = y * width
  const tileRow = Math.floor(y / tile) * columns
  const runs: Run[] = []
  let start = -1
  let x = area.left
  while (x < area.right) {
    const column = Math.floor(x / tile)
    const tileEnd = Math.min(area.right, (column + 1) * tile)
    const threshold = level[tileRow + column]! * ratio
    for (; x < tileEnd; x += step) {
      if (data[line + x]! < threshold) {
        if (start < 0) start = x
      } else if (start >= 0) {
        runs.push({ start, end: x, label: -1 })
        start = -1
      }
    }
  }
  if (start >= 0) runs.push({ start, end: x, label: -1 })
  return runs
}

function joinRows(previous: Run[], current: Run[], sums: BlobSums, y: number, step: number): void {
  let first = 0
  for (const run of current) {
    while (first < previous.length && previous[first]!.end < run.start) first++
    for (let i = first; i < previous.length && previous[i]!.start <= run.end; i++) {
      const other = previous[i]!
      run.label = run.label < 0 ? sums.root(other.label) : sums.unite(run.label, other.label)
    }
    if (run.label < 0) run.label = sums.create()
    sums.add(run.label, run.start, run.end, y, step)
  }
}

/** Sums of coordinates per label; united labels are added up at the end. */
class BlobSums {
  private parent: number[] = []
  private count: number[] = []
  private x: number[] = []
  private y: number[] = []
  private xx: number[] = []
  private yy: number[] = []
  private xy: number[] = []
  private box: PixelWindow[] = []

  create(): number {
    const label = this.parent.length
    this.parent.push(label)
    for (const sums of [this.count, this.x, this.y, this.xx, this.yy, this.xy]) sums.push(0)
    this.box.push({ left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity })
    return label
  }

  root(label: number): number {
    let root = label
    while (this.parent[root] !== root) root = this.parent[root]!
    for (let at = label; at !== root;) {
      const next = this.parent[at]!
      this.parent[at] = root
      at = next
    }
    return root
  }

  unite(a: number, b: number): number {
    const rootA = this.root(a)
    const rootB = this.root(b)
    if (rootA === rootB) return rootA
    const keep = Math.min(rootA, rootB)
    this.parent[Math.max(rootA, rootB)] = keep
    return keep
  }

  add(label: number, start: number, end: number, y: number, step: number): void {
    const n = Math.ceil((end - start) / step)
    const last = start + (n - 1) * step
    const mean = (start + last) / 2
    this.count[label]! += n
    this.x[label]! += n * mean
    this.y[label]! += n * y
    // Sum of squares of an arithmetic row: n * mean^2 + step^2 * n (n^2 - 1) / 12.
    this.xx[label]! += n * mean * mean + (step * step * n * (n * n - 1)) / 12
    this.yy[label]! += n * y * y
    this.xy[label]! += n * mean * y
    const box = this.box[label]!
    box.left = Math.min(box.left, start)
    box.right = Math.max(box.right, last + step)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y + step)
  }

  blobs(area: PixelWindow, step: number): Blob[] {
    for (let label = this.parent.length - 1; label >= 0; label--) {
      const root = this.root(label)
      if (root !== label) this.merge(root, label)
    }
    const blobs: Blob[] = []
    for (let label = 0; label < this.parent.length; label++) {
      if (this.parent[label] === label) blobs.push(this.blob(label, area, step))
    }
    return blobs
  }

  private merge(into: number, from: number): void {
    for (const sums of [this.count, this.x, this.y, this.xx, this.yy, this.xy]) {
      sums[into]! += sums[from]!
    }
    const a = this.box[into]!
    const b = this.box[from]!
    a.left = Math.min(a.left, b.left)
    a.top = Math.min(a.top, b.top)
    a.right = Math.max(a.right, b.right)
    a.bottom = Math.max(a.bottom, b.bottom)
  }

  private blob(label: number, area: PixelWindow, step: number): Blob {
    const n = this.count[label]!
    const x = this.x[label]! / n
    const y = this.y[label]! / n
    // A pixel is a square, not a point: its own variance is step^2 / 12.
    const own = (step * step) / 12
    const xx = this.xx[label]! / n - x * x + own
    const yy = this.yy[label]! / n - y * y + own
    const xy = this.xy[label]! / n - x * y
    const half = Math.hypot((xx - yy) / 2, xy)
    const mid = (xx + yy) / 2
    const box = this.box[label]!
    const centre = (step - 1) / 2
    return {
      ...box,
      area: n * step * step,
      xPx: x + centre,
      yPx: y + centre,
      long: Math.sqrt(mid + half),
      short: Math.sqrt(Math.max(own, mid - half)),
      angle: 0.5 * Math.atan2(2 * xy, xx - yy),
      cut:
        box.left <= area.left ||
        box.top <= area.top ||
        box.right >= area.right ||
        box.bottom >= area.bottom,
    }
  }
}
