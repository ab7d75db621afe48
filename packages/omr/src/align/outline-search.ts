import type { Bubble } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import type { HeldPage } from '../kernels/page-memory.ts'
import { heldPage } from '../kernels/page-memory.ts'
import type { Address } from '../kernels/wasm/kernel-exports.ts'
import type { InkView } from './ink-view.ts'
import type { Outline } from './outline-points.ts'
import { placeBytes, writePlaces } from './place-record.ts'

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

/** Room that the kernels take behind what they answer. */
const spareBytes = 384
/** Longest row of offsets that is ever tried. */
const mostSteps = 512

/** What of targets can be laid out before the page is known. */
export interface TargetPlan {
  /** x and y of each, sheet millimetres. */
  centres: Float64Array
  /** The outlines that are printed, one after the other, and which of them each target has. */
  outlines: Float64Array
  kinds: Int32Array
}

export function planTargets(targets: readonly Target[]): TargetPlan {
  const outlines = [...new Set(targets.map((t) => t.outline))]
  return {
    centres: Float64Array.from(targets.flatMap(({ bubble }) => [bubble.xMm, bubble.yMm])),
    outlines: Float64Array.from(outlines.flatMap((outline) => [...outline])),
    kinds: Int32Array.from(targets, (t) => outlines.indexOf(t.outline)),
  }
}

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

  constructor(view: InkView, { centres, outlines, kinds }: TargetPlan) {
    this.gray = view.gray
    this.page = heldPage(view.gray)
    const { memory } = this.page
    const count = kinds.length
    const at = memory.work + 8 * outlines.length
    this.all = { at, count }
    // Twice the room: a sample of the targets may follow them.
    this.shifts = at + 2 * count * placeBytes
    this.out = this.shifts + count * 16
    if (this.out + 8 * Math.max(count, 2 * mostSteps + 16) + spareBytes > memory.workEnd) {
      throw new RangeError('too many bubbles in one group')
    }
    memory.floats.set(outlines, memory.work >> 3)
    writePlaces(memory, at, view, centres, this.out)
    memory.ints.set(kinds, this.out >> 2)
    memory.kernels.aimPlaces(at, count, this.out, memory.work)
  }

  /** Some of the targets, by their indices, as one range; replaces the sample taken before. */
  sample(indices: readonly number[]): TargetRange {
    // As many of them, in their order, are all of them.
    if (indices.length === this.all.count) return this.all
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
    const { kernels } = memory
    const usual = kernels.usualRidge(at, width, height, range.at, range.count, dx, dy, this.out)
    return Math.min(sureContrast, Math.max(leastContrast, usual * 0.5))
  }

  /** One-dimensional searches, in turn along x and y, around a starting offset. */
  fineShift(range: TargetRange, start: Shift, reachMm: number, stepMm: number): Shift {
    const { memory, at } = this.page
    const { width, height } = this.gray
    const n = stepsOf(reachMm, stepMm)
    const { floats, kernels } = memory
    const first = this.out >> 3
    floats[first] = start.dx
    floats[first + 1] = start.dy
    kernels.fineShift(at, width, height, range.at, range.count, n, stepMm, printCap, this.out)
    return { dx: floats[first], dy: floats[first + 1]! }
  }

  /** Searches a square of offsets coarsely; the outlines are blurred by half a step while doing so. */
  coarseShift(range: TargetRange, reachMm: number, stepMm: number): Shift {
    let best = { dx: 0, dy: 0, score: -1 }
    const steps = stepsOf(reachMm, stepMm)
    for (let i = -steps; i <= steps; i++) {
      for (let j = -steps; j <= steps; j++) {
        const dx = i * stepMm
        const dy = j * stepMm
        const across = this.strength(range, 0, dx, dy, stepMm)
        const upDown = this.strength(range, 1, dx, dy, stepMm)
        // A slight pull to the middle decides between equals.
        const score = across + upDown - 1e-3 * Math.hypot(i, j)
        if (score > best.score) best = { dx, dy, score }
      }
    }
    return { dx: best.dx, dy: best.dy }
  }

  /** How strongly outlines appear at an offset, across or up and down. */
  private strength(
    range: TargetRange,
    side: 0 | 1,
    dx: number,
    dy: number,
    stepMm: number,
  ): number {
    const { memory, at } = this.page
    memory.kernels.outlineProfile(
      at,
      this.gray.width,
      this.gray.height,
      range.at,
      range.count,
      side,
      dx,
      dy,
      0,
      stepMm,
      printCap,
      this.out,
    )
    return memory.floats[this.out >> 3]!
  }

  private answer(count: number): Float64Array {
    const first = this.out >> 3
    return this.page.memory.floats.slice(first, first + count)
  }
}

/** Steps to either side. */
function stepsOf(reachMm: number, stepMm: number): number {
  const n = Math.ceil(reachMm / stepMm)
  if (2 * n + 1 > mostSteps) throw new RangeError('a search of too many steps')
  return n
}
