import type { Bubble } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import type { HeldPage } from '../kernels/page-memory.ts'
import { heldPage } from '../kernels/page-memory.ts'
import type { Address } from '../kernels/wasm/kernel-exports.ts'
import type { InkView } from './ink-view.ts'
import type { Outline } from './outline-points.ts'
import { outlineLength } from './outline-points.ts'
import { placeBytes, writeExtras, writePlace } from './place-record.ts'

/** A bubble to be searched for. */
export interface Target {
  bubble: Pick<Bubble, 'xMm' | 'yMm'>
  outline: Outline
}

export interface Shift {
  dx: number
  dy: number
}

/** Targets that are searched for together. */
export interface TargetRange {
  at: Address
  count: number
}

/** Darker than this no print is: a filled bubble must not outvote the outlines. */
const printCap = 0.6

/** Contrast of an outline that is surely print, and the least that can be told from paper texture. */
const sureContrast = 0.1
const leastContrast = 0.035

/** Longest row of offsets that is ever tried. */
const mostSteps = 512

/**
 * The outlines of one group of bubbles, laid out for the kernels. It lies in the page memory's working
 * room: no other kernel may be called until the search is done.
 */
export class OutlineSearch {
  readonly all: TargetRange
  private readonly page: HeldPage
  private readonly gray: Gray
  private readonly shifts: Address
  private readonly out: Address

  constructor(view: InkView, targets: readonly Target[]) {
    this.gray = view.gray
    this.page = heldPage(view.gray)
    const { memory } = this.page
    const addresses = new Map<Outline, Address>()
    let next = memory.work
    for (const { outline } of targets) {
      if (addresses.has(outline)) continue
      memory.floats.set(outline, next >> 3)
      addresses.set(outline, next)
      next += outlineLength * 8
    }
    this.all = { at: next, count: targets.length }
    // Twice the room: a sample of the targets may follow them.
    this.shifts = next + 2 * targets.length * placeBytes
    this.out = this.shifts + targets.length * 16
    if (this.out + 8 * Math.max(targets.length, mostSteps + 8) > memory.workEnd) {
      throw new RangeError('too many bubbles in one group')
    }
    for (const { bubble, outline } of targets) {
      writePlace(memory, next, view, bubble.xMm, bubble.yMm)
      const pixel = 1 / scaleOf(memory.floats, next >> 3)
      const play = Math.max(0.1, pixel)
      // Past the line's own width and blur, but short of a neighbour that nearly touches.
      const outside = play + Math.max(0.2, 1.4 * pixel)
      writeExtras(memory, next, play, outside, addresses.get(outline)!)
      next += placeBytes
    }
  }

  /** Some of the targets, by their indices, as one range; replaces the sample taken before. */
  sample(indices: readonly number[]): TargetRange {
    const { bytes } = this.page.memory
    const at = this.all.at + this.all.count * placeBytes
    indices.forEach((index, i) => {
      const from = this.all.at + index * placeBytes
      bytes.copyWithin(at + i * placeBytes, from, from + placeBytes)
    })
    return { at, count: indices.length }
  }

  one(index: number): TargetRange {
    return { at: this.all.at + index * placeBytes, count: 1 }
  }

  /**
   * How much of each outline is seen at its offset, 0 to 1: points where the ink is darker than just
   * outside by `contrast`, with a pixel of play along the normal.
   *
   * @param offsets one for each target, or one for all
   */
  seen(range: TargetRange, offsets: readonly Shift[] | Shift, contrast: number): Float64Array {
    const { memory, at } = this.page
    const { floats } = memory
    let next = this.shifts >> 3
    for (let i = 0; i < range.count; i++) {
      const { dx, dy } = 'dx' in offsets ? offsets : offsets[i]!
      floats[next++] = dx
      floats[next++] = dy
    }
    const { width, height } = this.gray
    const { kernels } = memory
    kernels.outlinesSeen(at, width, height, range.at, range.count, this.shifts, contrast, this.out)
    return this.answer(range.count)
  }

  /** The contrast to ask of outlines: half of what these show, since a blurred scan shows them weakly. */
  contrast(range: TargetRange, { dx, dy }: Shift): number {
    const { memory, at } = this.page
    const { width, height } = this.gray
    memory.kernels.outlineRidges(at, width, height, range.at, range.count, dx, dy, this.out)
    const ridges = this.answer(range.count).sort()
    const usual = ridges[ridges.length >> 1] ?? 0
    return Math.min(sureContrast, Math.max(leastContrast, usual * 0.5))
  }

  /** One-dimensional searches, in turn along x and y, around a starting offset. */
  fineShift(range: TargetRange, start: Shift, reachMm: number, stepMm: number): Shift {
    const n = Math.ceil(reachMm / stepMm)
    let { dx, dy } = start
    for (let round = 0; round < 2; round++) {
      dx += peak(this.profile(range, 0, dx, dy, n, stepMm), stepMm)
      dy += peak(this.profile(range, 1, dx, dy, n, stepMm), stepMm)
    }
    return { dx, dy }
  }

  /** Searches a square of offsets coarsely; the outlines are blurred by half a step while doing so. */
  coarseShift(range: TargetRange, reachMm: number, stepMm: number): Shift {
    let best = { dx: 0, dy: 0, score: -1 }
    const steps = Math.ceil(reachMm / stepMm)
    for (let i = -steps; i <= steps; i++) {
      for (let j = -steps; j <= steps; j++) {
        const dx = i * stepMm
        const dy = j * stepMm
        const across = this.profile(range, 0, dx, dy, 0, stepMm)[0]!
        const upDown = this.profile(range, 1, dx, dy, 0, stepMm)[0]!
        // A slight pull to the middle decides between equals.
        const score = across + upDown - 1e-3 * Math.hypot(i, j)
        if (score > best.score) best = { dx, dy, score }
      }
    }
    return { dx: best.dx, dy: best.dy }
  }

  /** How strongly outlines appear at offsets along one axis; valid until the next call. */
  private profile(
    range: TargetRange,
    side: 0 | 1,
    dx: number,
    dy: number,
    n: number,
    stepMm: number,
  ): Float64Array {
    const { memory, at } = this.page
    if (2 * n + 1 > mostSteps) throw new RangeError('a search of too many steps')
    memory.kernels.outlineProfile(
      at,
      this.gray.width,
      this.gray.height,
      range.at,
      range.count,
      side,
      dx,
      dy,
      n,
      stepMm,
      printCap,
      this.out,
    )
    return memory.floats.subarray(this.out >> 3, (this.out >> 3) + 2 * n + 1)
  }

  private answer(count: number): Float64Array {
    const first = this.out >> 3
    return this.page.memory.floats.slice(first, first + count)
  }
}

/** Pixels a millimetre at a place that was written. */
const scaleOf = (floats: Float64Array, at: number) =>
  Math.sqrt(Math.abs(floats[at + 2]! * floats[at + 5]! - floats[at + 3]! * floats[at + 4]!))

/** The centre of the highest place of a profile: flat tops (thick lines) give their middle. */
function peak(values: Float64Array, step: number): number {
  const n = (values.length - 1) / 2
  const sorted = values.slice().sort()
  const top = sorted[values.length - 1]!
  const low = sorted[values.length >> 1]!
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
