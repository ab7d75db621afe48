import type { BubbleEvidence } from './decide-field.ts'
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
  /** Dark strokes against what the darkness promises: 1 in a mark, 0 in a grey breath. */
  stroke: number
  /** Log odds of a mark, the bubble looked at alone. */
  logit: number
  verdict: Verdict
  /** Is its ink a pen's stroke (tick, cross, a short line), not a grey breath? */
  isStroke: boolean
}

/** Tells the empty bubbles, weak traces and marks of one field apart. */
export function judgeBubbles(bubbles: readonly BubbleEvidence[], ink: SheetInk): JudgedBubble[] {
  const darkest = darkestOf(bubbles, ink)
  const judged = bubbles.map((bubble) => judge(bubble, overItsPaper(bubble, ink), darkest, ink))
  const shared = sharedInk(judged)
  if (shared <= ink.middle) return judged
  for (let i = 0; i < judged.length; i++) {
    const { verdict, evidence, excess } = judged[i]!
    if (verdict === 'mark') continue
    judged[i] = judge(evidence, excess - shared + ink.middle, darkest, ink)
  }
  return judged
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
function sharedInk(judged: readonly JudgedBubble[]): number {
  let least = Infinity
  let unmarked = 0
  for (let i = 0; i < judged.length; i++) {
    const { verdict, excess } = judged[i]!
    if (verdict === 'mark') continue
    unmarked++
    if (excess < least) least = excess
  }
  return unmarked < leastUnmarked ? 0 : Math.min(least, thresholds.mostShared)
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
  const { stroke } = features
  return { evidence, excess, stroke, logit: markLogit(features), verdict, isStroke }
}
