import { modelWeights } from './model-weights.ts'
import type { SheetInk } from './sheet-ink.ts'

/** What of one bubble speaks for or against a mark; each grows with the likelihood of one. */
export interface MarkFeatures {
  /** Logarithm of the darkness against the darkest option of the field: 0 for that one itself. */
  margin: number
  /** Logarithm of the darkness as such: 0 as dark as an ordinary pencil mark. */
  darkness: number
  /** Logarithm of the darkness in spreads of this sheet's empty bubbles. */
  clearance: number
  /** Dark strokes against what the darkness promises: 1 in a mark, 0 in a grey breath. */
  stroke: number
  /** How far below this sheet's marks, in their spreads, negative; 0 among them. */
  deficit: number
}

export const featureNames = ['margin', 'darkness', 'clearance', 'stroke', 'deficit'] as const

/** What a mark is worth, feature by feature, in log odds. */
export type MarkWeights = Readonly<Record<keyof MarkFeatures | 'base' | 'surest', number>>

/** Darkness of an ordinary pencil mark. */
const ordinaryMark = 0.4
/** Below this share of the field's darkest all options are alike. */
const leastMargin = 0.05
/** Spreads of empties and marks are no smaller than this, or a clean sheet would be too sure. */
const leastSpread = 0.02
const leastFullSpread = 0.08
/** Beyond so many of them nothing is surer. */
const mostClearance = 20
const mostDeficit = 10
/** Where the print inside is not known, strokes speak neither for nor against. */
const unknownStroke = 0.7
const leastStrokes = 0.15
/** and this much of its ink may be print. */
const unknownPrint = 0.1

/** Room for the features of one bubble. */
export const newFeatures = (): MarkFeatures => ({
  margin: NaN,
  darkness: NaN,
  clearance: NaN,
  stroke: NaN,
  deficit: NaN,
})

/**
 * @param excess darkness above the printed empty bubble
 * @param core dark strokes, share of the area; null where the print inside is not known
 * @param darkest greatest `excess` of the field's options
 * @param features where they are written, and what is returned
 */
export function markFeatures(
  excess: number,
  core: number | null,
  darkest: number,
  ink: SheetInk,
  features: MarkFeatures = newFeatures(),
): MarkFeatures {
  const own = core === null ? excess - unknownPrint : excess
  const above = Math.max(0, own - ink.middle)
  const missing = (ink.full - own) / Math.max(leastFullSpread, ink.fullSpread)
  features.margin = Math.log(clamp(own / Math.max(0.01, darkest), leastMargin, 1))
  features.darkness = Math.log(clamp(above, 0.01, 1) / ordinaryMark)
  features.clearance = Math.log(
    1 + clamp(above / Math.max(leastSpread, ink.spread), 0, mostClearance),
  )
  features.stroke = strokeShare(excess, core, ink)
  if (own <= ink.usual) {
    features.clearance = 0
    features.stroke = 0
  }
  features.deficit = -clamp(missing, 0, mostDeficit)
  return features
}

/** Dark strokes of a bubble against those that a mark of its darkness has on this sheet, 0 to 1. */
export function strokeShare(excess: number, core: number | null, ink: SheetInk): number {
  // Where this sheet's marks have hardly any themselves, strokes say nothing.
  if (core === null || ink.strokes < leastStrokes) return unknownStroke
  const promised = (ink.strokes * (excess - ink.middle)) / Math.max(0.05, ink.full - ink.middle)
  return clamp(core / Math.max(0.05, promised), 0, 1)
}

/** Log odds of a mark, the bubble looked at alone, within the limits that the study could support. */
export function markLogit(features: MarkFeatures, weights: MarkWeights = modelWeights): number {
  const sum =
    weights.base +
    weights.margin * features.margin +
    weights.darkness * features.darkness +
    weights.clearance * features.clearance +
    weights.stroke * features.stroke +
    weights.deficit * features.deficit
  return clamp(sum, -weights.surest, weights.surest)
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))
