import { largestRemainder } from './allocation.ts'

/** A marker while the rest of a block's work is shared anew. */
interface RemainingMarker {
  /** First and second readings submitted. */
  done: number
  /** Papers in hand: they stay with whoever holds them. */
  claimed: number
  /** How much of the rest this marker takes, against the others; 0 for nothing more. */
  weight: number
}

/**
 * New targets when the rest of the work is shared: nobody's finished work, and no paper in hand, is taken
 * away; what is left over is shared by weight.
 *
 * @param readings first and second readings of the block, without those of markers who stopped
 * @returns target by marker; what is done and in hand where nobody may take more
 * @source domain rules 4.3
 */
export function shareRemaining(readings: number, markers: readonly RemainingMarker[]): number[] {
  const kept = markers.map(({ done, claimed }) => done + claimed)
  const rest = Math.max(0, readings - kept.reduce((sum, own) => sum + own, 0))
  const weights = markers.map(({ weight }) => weight)
  if (rest === 0 || weights.every((weight) => weight <= 0)) return kept
  const shares = largestRemainder(rest, weights)
  return kept.map((own, index) => own + (shares[index] ?? 0))
}
