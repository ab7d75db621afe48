import type { Milli } from '../../milli.ts'
import { agreementRate, exactAgreement, type Fraction } from '../../statistics/agreement.ts'
import { pairAgreement } from '../../statistics/pair-agreement.ts'
import { defaultTolerance } from '../unit/tolerance.ts'

/** What a reader that is no person may be told and may send at once. */
export const SECOND_READER = {
  /** Papers that are handed out in one answer. */
  mostPapers: 100,
  /** Papers whose scores are taken in one call. */
  mostItems: 500,
  /** Characters of the reason for a score. */
  mostReason: 500,
} as const

interface ComparedBlock {
  mode: number
  fullMilli: Milli
  toleranceMilli: Milli
}

/**
 * How far a second reader may lie from a person before the paper is looked at again: the tolerance of the
 * block; where it is marked once, at least the usual one of its full mark.
 *
 * @source domain rules 7.6
 */
export const secondReaderTolerance = ({ mode, fullMilli, toleranceMilli }: ComparedBlock): Milli =>
  mode === 0 ? Math.max(toleranceMilli, defaultTolerance(fullMilli)) : toleranceMilli

export interface ReaderAgreement {
  n: number
  exact: Fraction
  /** One step apart at most. */
  adjacent: Fraction
  /** Within the tolerance. */
  within: Fraction
  /** Quadratic weighted kappa; of score bands where `bandMilli` says so. */
  qwk: number | null
  /** Of the reader against the final marks, population variances. */
  smd: number | null
  bandMilli: Milli | null
}

/**
 * How a second reader agrees with final marks.
 *
 * @param pairs final mark and the reader's score of the same paper, thousandths
 * @source domain rules 7.6, 8 (QWK, SMD)
 */
export const readerAgreement = (
  pairs: readonly (readonly [final: Milli, reader: Milli])[],
  block: { fullMilli: Milli; stepMilli: Milli; toleranceMilli: Milli },
): ReaderAgreement => ({
  ...pairAgreement(pairs, block),
  exact: exactAgreement(pairs),
  adjacent: agreementRate(pairs, block.stepMilli),
  within: agreementRate(pairs, block.toleranceMilli),
})

/**
 * The points of a paper on which a reader and a mark lie further apart than the tolerance of the point.
 *
 * @param mark, reader scores by point; null, or none at all, where only the total is known
 * @returns their indexes
 */
export const pointsApart = (
  mark: readonly (Milli | null)[],
  reader: readonly (Milli | null)[],
  tolerancesMilli: readonly Milli[],
): number[] =>
  tolerancesMilli.flatMap((toleranceMilli, at) => {
    const [own, other] = [mark[at] ?? null, reader[at] ?? null]
    return own !== null && other !== null && Math.abs(own - other) > toleranceMilli ? [at] : []
  })
