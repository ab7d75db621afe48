import type { ReplyOf, sheetPoints } from '@hengjuan/contracts'

export type Points = ReplyOf<typeof sheetPoints>
export type Part = Points['parts'][number]

/** Parts below this confidence are stepped through one by one. */
const LOW = 0.75

export const isLow = ({ confidence }: Part): boolean => confidence < LOW

/** The least certain first: that is where looking pays. */
export const byConfidence = (parts: readonly Part[]): Part[] =>
  parts.toSorted((a, b) => a.confidence - b.confidence)
