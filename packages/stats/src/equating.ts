import { itemScore, type ResultVersion } from './columns.ts'
import { forEachMember, type Members } from './members.ts'

/** A group with its paper and the questions that both papers have. */
export interface AnchoredGroup {
  n: number
  mean: number
  sd: number
  anchorMean: number
  anchorSd: number
  /** Of paper and anchor. */
  cov: number
}

export interface Equating {
  /** A score x of the first paper is worth slope × x + intercept on the second. */
  slope: number
  intercept: number
  /** Correlation of the anchor with each paper. */
  r: readonly [number, number]
}

/**
 * Tucker's linear equating with both groups weighing the same; null where a paper or an anchor does not vary.
 *
 * @source reports R13
 */
export function tuckerEquating(x: AnchoredGroup, y: AnchoredGroup): Equating | null {
  if ([x, y].some(({ sd, anchorSd }) => sd === 0 || anchorSd === 0)) return null
  const [gammaX, gammaY] = [x.cov / x.anchorSd ** 2, y.cov / y.anchorSd ** 2]
  const means = x.anchorMean - y.anchorMean
  const variances = x.anchorSd ** 2 - y.anchorSd ** 2
  const meanX = x.mean - 0.5 * gammaX * means
  const meanY = y.mean + 0.5 * gammaY * means
  const varX = x.sd ** 2 - 0.5 * gammaX ** 2 * variances + 0.25 * gammaX ** 2 * means ** 2
  const varY = y.sd ** 2 + 0.5 * gammaY ** 2 * variances + 0.25 * gammaY ** 2 * means ** 2
  if (varX <= 0 || varY <= 0) return null
  const slope = Math.sqrt(varY / varX)
  return {
    slope,
    intercept: meanY - slope * meanX,
    r: [x.cov / (x.sd * x.anchorSd), y.cov / (y.sd * y.anchorSd)],
  }
}

/** Total and anchor of those who sat the subject and have every anchor question counted. @param items places of the anchor */
export function anchoredGroup(
  { columns }: Pick<ResultVersion, 'columns'>,
  subject: number,
  items: readonly number[],
  members: Members,
): AnchoredGroup {
  const own = columns.subjects[subject]!
  const pairs: [number, number][] = []
  forEachMember(members, (place) => {
    if (own.totalMilli[place]! < 0) return
    let sum = 0
    for (const item of items) {
      const score = itemScore(own, own.items[item]!, place)
      if (score === null) return
      sum += score
    }
    pairs.push([own.totalMilli[place]!, sum])
  })
  const n = pairs.length
  const meanOf = (at: 0 | 1): number => pairs.reduce((sum, pair) => sum + pair[at], 0) / n
  const [mean, anchorMean] = n === 0 ? [0, 0] : [meanOf(0), meanOf(1)]
  const moment = (a: 0 | 1, b: 0 | 1): number => {
    const means = [mean, anchorMean]
    return n === 0
      ? 0
      : pairs.reduce((sum, pair) => sum + (pair[a] - means[a]!) * (pair[b] - means[b]!), 0) / n
  }
  return {
    n,
    mean,
    sd: Math.sqrt(moment(0, 0)),
    anchorMean,
    anchorSd: Math.sqrt(moment(1, 1)),
    cov: moment(0, 1),
  }
}
