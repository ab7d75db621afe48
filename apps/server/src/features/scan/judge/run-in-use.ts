import type { DecisionKind, LiveDecision } from './facts.ts'

/** The reading that the station sent. */
export const FIRST_RUN = 1

const CHOOSES_RUN: readonly DecisionKind[] = ['locate', 'reread', 'recrop', 'page_image']

/**
 * The decision that says which reading of a page is in use: the last one that stands, and whose base
 * stands too (what was read again with the geometry of a relocation goes with it when that is undone).
 *
 * @param decisions decisions that stand, oldest first
 */
export function decisionInUse<Decision extends LiveDecision>(
  decisions: readonly Decision[],
  pageSeq: number,
): Decision | undefined {
  const standing = new Set<number>()
  let last: Decision | undefined
  for (const decision of decisions) {
    const { kind, target, value } = decision
    if (!CHOOSES_RUN.includes(kind) || target !== `page:${pageSeq}`) continue
    if (value.base != null && !standing.has(value.base)) continue
    standing.add(decision.id)
    last = decision
  }
  return last
}

/** Which reading of a page is in use; the station's when nobody said otherwise. */
export const runInUse = (decisions: readonly LiveDecision[], pageSeq: number): number =>
  decisionInUse(decisions, pageSeq)?.value.run ?? FIRST_RUN

/** The decision that put another picture in the place of a scanned page; undefined while it is the station's. */
export const pictureInUse = <Decision extends LiveDecision>(
  decisions: readonly Decision[],
  pageSeq: number,
): Decision | undefined =>
  decisions.findLast(({ kind, target }) => kind === 'page_image' && target === `page:${pageSeq}`)
