import type { InkView, LocalView } from '../align/ink-view.ts'
import { localView } from '../align/ink-view.ts'
import type { Shift } from '../align/outline-search.ts'
import { median } from '../kernels/averages.ts'
import { inkReach, ringShare, surroundInk } from './closer-look.ts'
import type { BubbleEvidence } from './decide-field.ts'
import type { BubbleLook } from './explanation.ts'
import type { Likeness, PlannedBubble } from './group-plan.ts'
import type { BubbleInk, MeasuredInk } from './measure-bubble.ts'
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

/** A bubble with what was measured of it. */
export interface Measured extends PlannedBubble {
  /** Which of the page's bubbles, in the order in which they were measured. */
  index: number
  ink: BubbleInk
  /** Where its grid was found to be shifted to. */
  shift: Shift
  /** Share of the outline that was seen. */
  seen: number
}

/** So many bubbles, spread over the page, say what usually lies around one. */
const usualSample = 40
/** Covered by more than this a bubble is filled. */
const filledCoverage = 0.6

/** What all bubbles of a sheet together say of each of them. */
export class SheetJudge {
  readonly ink: SheetInk
  private readonly view: InkView
  private readonly all: readonly Measured[]
  private readonly kindOf: Int32Array
  private readonly prints: readonly EmptyPrint[]
  private readonly excesses: Float64Array
  private readonly cores: readonly (number | null)[]
  private readonly ringInk: number
  private usualRing: number | null = null

  constructor(
    view: InkView,
    all: readonly Measured[],
    { kinds, kindOf }: Likeness,
    sharesAbove: MeasuredInk['sharesAbove'],
  ) {
    this.view = view
    this.all = all
    this.kindOf = kindOf
    const darkness = new Float64Array(all.length)
    for (const { index, ink } of all) darkness[index] = ink.darkness
    const surelyEmpty = surelyEmptyShare(all)
    this.prints = emptyPrints(kinds, darkness, surelyEmpty)
    this.excesses = new Float64Array(all.length)
    for (const { index, ink } of all) {
      this.excesses[index] = excessOver(this.prints[kindOf[index]!]!, ink.darkness)
    }
    const levels = sheetLevels(this.excesses, isBlackAndWhite(view.white), () =>
      all.map((m) => surroundInk(this.localOf(m), m.bubble)),
    )
    const dark = sharesAbove(strokeLevel(levels))
    const strokes = emptyPrints(kinds, dark, surelyEmpty)
    this.cores = all.map(({ index, bubble }) => {
      const print = strokes[kindOf[index]!]!
      return print.isLone && bubble.label !== '' ? null : dark[index]! - print.value
    })
    this.ink = withStrokes(levels, this.excesses, this.cores)
    this.ringInk = ringLevel(this.ink)
  }

  evidence(m: Measured): BubbleEvidence {
    return new SheetEvidence(this, m, this.excesses[m.index]!, this.cores[m.index]!)
  }

  look(m: Measured): BubbleLook {
    return {
      paper: this.localOf(m).paper,
      darkness: m.ink.darkness,
      print: this.prints[this.kindOf[m.index]!]!.value,
      shiftMm: [m.shift.dx, m.shift.dy],
    }
  }

  localOf({ bubble, shift }: Measured): LocalView {
    return localView(this.view, bubble.xMm + shift.dx, bubble.yMm + shift.dy)
  }

  ringOf({ bubble, shift }: Measured): number {
    const { view, ringInk } = this
    return ringShare(view, bubble.xMm + shift.dx, bubble.yMm + shift.dy, bubble, ringInk)
  }

  usualAround(): number {
    this.usualRing ??= median(spread(this.all, usualSample).map((m) => this.ringOf(m)))
    return this.usualRing
  }
}

/** Share of the bubbles that stay empty if every field is filled in as full as it may be. */
function surelyEmptyShare(all: readonly Measured[]): number {
  let marks = 0
  for (const [field, bubbles] of Map.groupBy(all, (m) => m.field)) {
    const columns = new Set(bubbles.map((m) => m.bubble.column))
    marks += field.multiple ? bubbles.length : columns.size
  }
  return all.length > 0 ? 1 - marks / all.length : 0
}

/** A class and no closures: a page has hundreds of bubbles, and few of them are asked for more. */
class SheetEvidence implements BubbleEvidence {
  readonly value: string
  readonly column: number
  readonly excess: number
  readonly core: number | null
  readonly seen: number
  private readonly judge: SheetJudge
  private readonly measured: Measured
  private surroundings: number | null = null

  constructor(judge: SheetJudge, measured: Measured, excess: number, core: number | null) {
    const { bubble, ink, seen } = measured
    this.judge = judge
    this.measured = measured
    this.value = bubble.value
    this.column = bubble.column
    this.excess = excess
    this.core = core
    // A filled bubble hides or smears its outline; it cannot be asked to show it.
    this.seen = !ink.onPaper ? 0 : ink.coverage > filledCoverage ? 1 : seen
  }

  isRinged(most: number): boolean {
    const around = this.judge.ringOf(this.measured)
    // What usually lies around one is no less than nothing, and costs forty times as much to learn.
    return around > most && around - this.judge.usualAround() > most
  }

  surround(): number {
    this.surroundings ??= surroundInk(this.judge.localOf(this.measured), this.measured.bubble)
    return this.surroundings
  }

  reach(level: number): number {
    const { bubble, field } = this.measured
    return inkReach(this.judge.localOf(this.measured), bubble, field.shape, level)
  }
}

const spread = <T>(list: readonly T[], count: number): T[] =>
  list.length <= count
    ? [...list]
    : Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]!)
