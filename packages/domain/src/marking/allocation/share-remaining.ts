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
 * away; what is left over is shared by weight. Nobody is to read more papers than there are: what somebody
 * cannot take is for the others.
 *
 * @param readings first and second readings of the block, without those of markers who stopped
 * @param units papers that there are
 * @returns target by marker; what is done and in hand where nobody may take more
 * @source domain rules 4.2, 4.3
 */
export function shareRemaining(
  readings: number,
  markers: readonly RemainingMarker[],
  units: number,
): number[] {
  const targets = markers.map(({ done, claimed }) => done + claimed)
  let open = markers.flatMap(({ weight }, index) => (weight > 0 ? [index] : []))
  for (;;) {
    const rest = readings - targets.reduce((sum, own) => sum + own, 0)
    if (rest <= 0 || open.length === 0) return targets
    const shares = largestRemainder(
      rest,
      open.map((index) => markers[index]?.weight ?? 0),
    )
    const wanted = open.map((index, at) => (targets[index] ?? 0) + (shares[at] ?? 0))
    const full = open.filter((_, at) => (wanted[at] ?? 0) > units)
    if (full.length === 0) {
      for (const [at, index] of open.entries()) targets[index] = wanted[at] ?? 0
      return targets
    }
    for (const index of full) targets[index] = Math.max(targets[index] ?? 0, units)
    open = open.filter((index) => !full.includes(index))
  }
}
