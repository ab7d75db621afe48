import type { BubbleEvidence } from './decide-field.ts'
import { markFeatures, markLogit, newFeatures, strokeShare } from './mark-model.ts'
import type { SheetInk } from './sheet-ink.ts'
import { overPaper } from './sheet-ink.ts'
import { thresholds } from './thresholds.ts'

/** What a bubble looks like alone, by its number in `JudgedOptions`. */
export const verdicts = ['empty', 'weak', 'mark'] as const
const empty = 0
export const weak = 1
export const mark = 2

/**
 * The options of one field held against the levels of its sheet, each list in their order: lists of numbers
 * that the next field overwrites, for a page has hundreds of bubbles and as many objects are garbage.
 */
export interface JudgedOptions {
  bubbles: readonly BubbleEvidence[]
  ink: SheetInk
  count: number
  /** Darkness above the printed empty bubble, less what the paper around it, and all unmarked options, share. */
  excess: Float64Array
  /** Dark strokes against what the darkness promises: 1 in a mark, 0 in a grey breath. */
  stroke: Float64Array
  /** Log odds of a mark, the bubble looked at alone. */
  logit: Float64Array
  verdict: Uint8Array
  /** Is its ink a pen's stroke (tick, cross, a short line), not a grey breath? */
  isStroke: Uint8Array
  /** Is it among what the field says? For whoever settles it. */
  chosen: Uint8Array
}

const listsFor = (most: number) => ({
  excess: new Float64Array(most),
  stroke: new Float64Array(most),
  logit: new Float64Array(most),
  verdict: new Uint8Array(most),
  isStroke: new Uint8Array(most),
  chosen: new Uint8Array(most),
})

let lists = listsFor(64)
const features = newFeatures()

/** Tells the empty bubbles, weak traces and marks of one field apart; valid until the next field is judged. */
export function judgeBubbles(bubbles: readonly BubbleEvidence[], ink: SheetInk): JudgedOptions {
  const count = bubbles.length
  if (count > lists.excess.length) lists = listsFor(2 * count)
  const { excess, stroke, logit, verdict, isStroke, chosen } = lists
  const options = { bubbles, ink, count, excess, stroke, logit, verdict, isStroke, chosen }
  let darkest = -Infinity
  for (let i = 0; i < count; i++) {
    const over = overItsPaper(bubbles[i]!, ink)
    darkest = Math.max(darkest, over)
    judge(options, i, over)
  }
  const shared = sharedInk(options)
  for (let i = 0; i < count; i++) {
    if (shared > ink.middle && verdict[i] !== mark)
      judge(options, i, excess[i]! - shared + ink.middle)
    logit[i] = markLogit(markFeatures(excess[i]!, bubbles[i]!.core, darkest, ink, features))
  }
  return options
}

/** Greatest darkness above the paper of a field's options: its features are told against that. */
export function darkestOf(bubbles: readonly BubbleEvidence[], ink: SheetInk): number {
  let darkest = -Infinity
  for (let i = 0; i < bubbles.length; i++) {
    darkest = Math.max(darkest, overItsPaper(bubbles[i]!, ink))
  }
  return darkest
}

/** Darkness above the paper right around the bubble, asked where it is neither paper nor a whole mark. */
function overItsPaper(bubble: BubbleEvidence, ink: SheetInk): number {
  const { excess } = bubble
  if (excess < thresholds.traceShare * ink.empty || isSurelyInk(excess, ink)) return excess
  return overPaper(excess, bubble.surround())
}

/** Is this as dark as the sheet's marks are, and darker than a shadow would be? */
export const isSurelyInk = (excess: number, { full }: SheetInk) =>
  excess >= Math.max(thresholds.surelyWhole * full, thresholds.surelyInk)

/** Ink that no unmarked option is without: a shadow, or print that is darker here. */
function sharedInk({ count, verdict, excess }: JudgedOptions): number {
  let least = Infinity
  let unmarked = 0
  for (let i = 0; i < count; i++) {
    if (verdict[i] === mark) continue
    unmarked++
    if (excess[i]! < least) least = excess[i]!
  }
  return unmarked < leastUnmarked ? 0 : Math.min(least, thresholds.mostShared)
}

/** Two options may both have been rubbed out; three hardly. */
const leastUnmarked = 3

function judge(options: JudgedOptions, i: number, excess: number): void {
  const { ink } = options
  const { core } = options.bubbles[i]!
  const stroke = strokeShare(excess, core, ink)
  const isStroke = core !== null && excess > ink.empty && stroke >= thresholds.strokeCore
  const strokeMark = Math.max(thresholds.leastStroke, Math.min(ink.mark, ink.empty * 1.6))
  const least = isStroke ? Math.min(ink.mark, strokeMark) : ink.mark
  options.excess[i] = excess
  options.stroke[i] = stroke
  options.isStroke[i] = isStroke ? 1 : 0
  // Of a letter that is seen nowhere else nobody knows how dark it is; the odds of a mark take off more for it.
  const surelyEmpty =
    core === null ? Math.min(least, ink.empty + thresholds.unknownPrint) : ink.empty
  options.verdict[i] = excess >= least ? mark : excess > surelyEmpty ? weak : empty
}
