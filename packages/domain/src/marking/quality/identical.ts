/** What may be decided about two papers that are said to be identical. @source domain rules 6.2 */
export const IDENTICAL_OUTCOMES = {
  keep: '雷同，保留给分',
  misconduct: '雷同，两份都按违纪处理',
  /** The other one has left marking: its candidate is absent, or has no sheet. */
  misconduct_one: '雷同，在阅的一份按违纪处理',
  dismiss: '不是雷同',
} as const
export type IdenticalOutcome = keyof typeof IDENTICAL_OUTCOMES

/**
 * Which decision about a pair still holds: one that was withdrawn elsewhere, or that was about other pictures, leaves
 * the pair to be decided anew.
 *
 * @param last - outcome of the last verdict
 * @param now - whether their link is cut, why the final mark of each is no score, and whether one of them had another
 *   sheet or another cut since
 * @source domain rules 6.2
 */
export function outcomeThatHolds(
  last: IdenticalOutcome | null,
  now: { isCut: boolean; finalReasons: readonly (string | null)[]; isOtherSince: boolean },
): IdenticalOutcome | null {
  // Every verdict but this one restores the link, so that a cut beside another one came later.
  if (now.isCut) return 'dismiss'
  if (last === 'dismiss') return null
  if (last === 'keep') return now.isOtherSince ? null : last
  const punished = now.finalReasons.filter((reason) => reason === 'MISCONDUCT').length
  return punished < (last === 'misconduct' ? now.finalReasons.length : 1) ? null : last
}
