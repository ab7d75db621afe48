import { hash32 } from '../allocation/order.ts'

/** Greatest share of own papers that is served again, percent. @source domain rules 7.4 */
export const MOST_SELF_RATIO = 5

/** The share unless a block says otherwise, percent. */
export const USUAL_SELF_RATIO = 1

/** So many own papers, and so much time, lie between the first reading and the second. */
const PAPERS_BETWEEN = 50
export const SELF_AFTER_MS = 30 * 60_000

interface OwnPaper {
  readingId: number
  /** Own papers handed in after it. */
  later: number
}

interface SelfShare {
  /** Papers that the marker handed in. */
  done: number
  /** Papers that were served again already. */
  served: number
  ratioPercent: number
}

/** Is the share of own papers that are served again still to be reached? @source domain rules 7.4 */
export const owesSelfPaper = ({ done, served, ratioPercent }: SelfShare): boolean =>
  served < Math.floor((done * Math.min(ratioPercent, MOST_SELF_RATIO)) / 100)

/**
 * Which own paper is served again now, if any: as many as the share asks for, of those that lie far enough
 * back, in an order that no one can guess.
 *
 * @param papers those that could be: handed in at least `SELF_AFTER_MS` ago and not served again yet
 * @source domain rules 7.4
 */
export function selfPaper(
  papers: readonly OwnPaper[],
  on: SelfShare & { salt: string },
): number | null {
  if (!owesSelfPaper(on)) return null
  const far = papers.filter(({ later }) => later >= PAPERS_BETWEEN)
  const place = ({ readingId }: OwnPaper) => hash32(readingId, `${on.salt}/self`)
  return far.toSorted((a, b) => place(a) - place(b))[0]?.readingId ?? null
}
