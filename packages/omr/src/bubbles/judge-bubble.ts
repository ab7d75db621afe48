import type { BubbleEvidence } from './decide-field.ts'
import type { MarkFeatures } from './mark-model.ts'
import { markFeatures, markLogit } from './mark-model.ts'
import type { SheetInk } from './sheet-ink.ts'
import { overPaper } from './sheet-ink.ts'
import { thresholds } from './thresholds.ts'

export type Verdict = 'empty' | 'weak' | 'mark'

/** One bubble held against the levels of its sheet. */
export interface JudgedBubble {
  evidence: BubbleEvidence
  /** Darkness above the printed empty bubble, less what the paper around it, and all unmarked options, share. */
  excess: number
  features: MarkFeatures
  /** Log odds of a mark, the bubble looked at alone. */
  logit: number
  verdict: Verdict
  /** Is its ink a pen's stroke (tick, cross, a short line), not a grey breath? */
  isStroke: boolean
}

/** Tells the empty bubbles, weak traces and marks of one field apart. */
export function judgeBubbles(bubbles: readonly BubbleEvidence[], ink: SheetInk): JudgedBubble[] {
  const excesses = bubbles.map((bubble) => overItsPaper(bubble, ink))
  const darkest = Math.max(...excesses)
  const judged = bubbles.map((bubble, i) => judge(bubble, excesses[i]!, darkest, ink))
  const shared = sharedInk(judged)
  if (shared <= ink.middle) return judged
  return judged.map((j) =>
    j.verdict === 'mark' ? j : judge(j.evidence, j.excess - shared + ink.middle, darkest, ink),
  )
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
function sharedInk(judged: readonly JudgedBubble[]): number {
  const unmarked = judged.filter((j) => j.verdict !== 'mark')
  if (unmarked.length < leastUnmarked) return 0
  const least = Math.min(...unmarked.map((j) => j.excess))
  return Math.min(least, thresholds.mostShared)
}

/** Two options may both have been rubbed out; three hardly. */
const leastUnmarked = 3

function judge(
  evidence: BubbleEvidence,
  excess: number,
  darkest: number,
  ink: SheetInk,
): JudgedBubble {
  const features = markFeatures(excess, evidence.core, darkest, ink)
  const isStroke =
    evidence.core !== null && excess > ink.empty && features.stroke >= thresholds.strokeCore
  const strokeMark = Math.max(thresholds.leastStroke, Math.min(ink.mark, ink.empty * 1.6))
  const mark = isStroke ? Math.min(ink.mark, strokeMark) : ink.mark
  const verdict = excess >= mark ? 'mark' : excess > ink.empty ? 'weak' : 'empty'
  return { evidence, excess, features, logit: markLogit(features), verdict, isStroke }
}
