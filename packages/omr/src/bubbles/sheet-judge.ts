import type { Bubble, BubbleField } from '@hengjuan/domain'
import type { InkView, LocalView } from '../align/ink-view.ts'
import { localView } from '../align/ink-view.ts'
import type { Shift } from '../align/outline-search.ts'
import { inkReach, ringShare, surroundInk } from './closer-look.ts'
import type { BubbleEvidence } from './decide-field.ts'
import type { BubbleLook } from './explanation.ts'
import type { PagePlan } from './group-plan.ts'
import type { MeasuredInk } from './measure-bubble.ts'
import { isBlackAndWhite } from './scan-tone.ts'
import type { EmptyPrint, SheetInk } from './sheet-ink.ts'
import {
  emptyPrints,
  excessOver,
  ringLevel,
  sheetLevels,
  strokeLevel,
  withStrokes,
} from './sheet-ink.ts'

/** So many bubbles, spread over the page, say what usually lies around one. */
const usualSample = 40
/** Covered by more than this a bubble is filled. */
const filledCoverage = 0.6

/** What all bubbles of a sheet together say of each of them. */
export class SheetJudge {
  readonly ink: SheetInk
  readonly plan: PagePlan
  readonly measured: MeasuredInk
  private readonly view: InkView
  private readonly shifts: readonly Shift[]
  private readonly seen: Float64Array
  private readonly prints: readonly EmptyPrint[]
  readonly excesses: Float64Array
  readonly cores: readonly (number | null)[]
  private readonly ringInk: number
  private readonly ringSample: readonly number[]
  /** Rings of the sample, as far as they were asked for. */
  private readonly sampleRings: number[] = []

  /**
   * @param shifts where the grid of each bubble was found to be shifted to
   * @param seen share of each bubble's outline that was seen
   */
  constructor(
    view: InkView,
    plan: PagePlan,
    measured: MeasuredInk,
    shifts: readonly Shift[],
    seen: Float64Array,
  ) {
    this.view = view
    this.plan = plan
    this.measured = measured
    this.shifts = shifts
    this.seen = seen
    const { kinds, kindOf, surelyEmpty } = plan
    const { darkness, sharesAbove } = measured
    this.prints = emptyPrints(kinds, darkness, surelyEmpty)
    this.excesses = new Float64Array(darkness.length)
    for (let i = 0; i < darkness.length; i++) {
      this.excesses[i] = excessOver(this.prints[kindOf[i]!]!, darkness[i]!)
    }
    const levels = sheetLevels(this.excesses, isBlackAndWhite(view.white), () =>
      plan.bubbles.map(({ bubble }, i) => surroundInk(this.localOf(i), bubble)),
    )
    const dark = sharesAbove(strokeLevel(levels))
    const strokes = emptyPrints(kinds, dark, surelyEmpty)
    this.cores = plan.bubbles.map(({ bubble }, i) => {
      const print = strokes[kindOf[i]!]!
      return print.isLone && bubble.label !== '' ? null : dark[i]! - print.value
    })
    this.ink = withStrokes(levels, this.excesses, this.cores)
    this.ringInk = ringLevel(this.ink)
    this.ringSample = spreadIndices(seen.length, usualSample)
  }

  /** Evidence of the bubbles of a field, whose first is the page's bubble `first`. */
  evidenceOf(field: BubbleField, first: number): BubbleEvidence[] {
    return field.bubbles.map((bubble, i) => new SheetEvidence(this, first + i, bubble))
  }

  look(index: number): BubbleLook {
    const { dx, dy } = this.shifts[index]!
    return {
      paper: this.localOf(index).paper,
      darkness: this.measured.darkness[index]!,
      print: this.prints[this.plan.kindOf[index]!]!.value,
      shiftMm: [dx, dy],
    }
  }

  localOf(index: number): LocalView {
    const { bubble } = this.plan.bubbles[index]!
    const { dx, dy } = this.shifts[index]!
    return localView(this.view, bubble.xMm + dx, bubble.yMm + dy)
  }

  ringOf(index: number): number {
    const { bubble } = this.plan.bubbles[index]!
    const { dx, dy } = this.shifts[index]!
    return ringShare(this.view, bubble.xMm + dx, bubble.yMm + dy, bubble, this.ringInk)
  }

  /**
   * Does more lie around a bubble than usual, by more than `most`? The usual is the median of a sample, the
   * upper of two: no more of it is asked than decides.
   */
  isUnusual(around: number, most: number): boolean {
    const count = this.ringSample.length
    const middle = count >> 1
    let lower = 0
    let others = 0
    for (let i = 0; lower <= middle && others < count - middle; i++) {
      const ring = (this.sampleRings[i] ??= this.ringOf(this.ringSample[i]!))
      if (around - ring > most) lower++
      else others++
    }
    return lower > middle
  }

  /** How much of a bubble's outline counts as seen: a filled one hides or smears it, and cannot be asked. */
  outlineOf(index: number): number {
    const { onPaper, coverage } = this.measured
    return onPaper[index] === 0 ? 0 : coverage[index]! > filledCoverage ? 1 : this.seen[index]!
  }
}

/** A class that asks its judge, and no closures: a page has hundreds of bubbles, and few are asked for more. */
class SheetEvidence implements BubbleEvidence {
  private readonly judge: SheetJudge
  private readonly index: number
  private readonly bubble: Bubble
  private surroundings = -1

  constructor(judge: SheetJudge, index: number, bubble: Bubble) {
    this.judge = judge
    this.index = index
    this.bubble = bubble
  }

  get value(): string {
    return this.bubble.value
  }

  get column(): number {
    return this.bubble.column
  }

  get excess(): number {
    return this.judge.excesses[this.index]!
  }

  get core(): number | null {
    return this.judge.cores[this.index]!
  }

  get seen(): number {
    return this.judge.outlineOf(this.index)
  }

  isRinged(most: number): boolean {
    const around = this.judge.ringOf(this.index)
    // What usually lies around one is no less than nothing, and costs much more to learn.
    return around > most && this.judge.isUnusual(around, most)
  }

  surround(): number {
    if (this.surroundings < 0) {
      this.surroundings = surroundInk(this.judge.localOf(this.index), this.bubble)
    }
    return this.surroundings
  }

  reach(level: number): number {
    const { bubble, field } = this.judge.plan.bubbles[this.index]!
    return inkReach(this.judge.localOf(this.index), bubble, field.shape, level)
  }
}

/** So many of a list's indices, spread over it; all of a shorter list. */
function spreadIndices(length: number, count: number): number[] {
  const indices: number[] = []
  for (let i = 0; i < Math.min(length, count); i++) {
    indices.push(length <= count ? i : Math.floor((i * length) / count))
  }
  return indices
}
