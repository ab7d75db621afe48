import type { Milli } from '../milli.ts'
import { quadraticWeightedKappa, standardisedMeanDifference } from './agreement.ts'

/** Beyond so many classes weighted kappa is taken of score bands. @source domain rules 8 */
const MOST_CLASSES = 12

interface PairAgreement {
  n: number
  qwk: number | null
  /** Of the second against the first, population variances. */
  smd: number | null
  /** Width of the score bands that kappa is taken of; null where every score is a class of its own. */
  bandMilli: Milli | null
}

/**
 * How two readings of the same papers agree. For a look, never for a ranking of people.
 *
 * @param pairs scores in thousandths
 * @param stepMilli the grid on which both were given
 * @source domain rules 8 (QWK, SMD)
 */
export function pairAgreement(
  pairs: readonly (readonly [Milli, Milli])[],
  block: { fullMilli: Milli; stepMilli: Milli },
): PairAgreement {
  const classes = Math.floor(block.fullMilli / block.stepMilli) + 1
  const wide = Math.ceil(classes / MOST_CLASSES)
  const width = wide * block.stepMilli
  return {
    n: pairs.length,
    qwk: quadraticWeightedKappa(
      pairs.map(([a, b]) => [Math.floor(a / width), Math.floor(b / width)] as const),
    ),
    smd: standardisedMeanDifference(pairs),
    bandMilli: wide === 1 ? null : width,
  }
}
