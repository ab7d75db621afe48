import type { Figures } from '@hengjuan/contracts'
import type { RateDenominator } from '@hengjuan/domain'
import { type Delta as StatsDelta, type GroupFigures, type GroupMean } from '@hengjuan/stats'
import type { Static } from 'typebox'
import type { ReportContext } from './context.ts'

export type WireFigures = Static<typeof Figures>

/** Figures of a group as replies carry them; without means where the caller may not see them. */
export function wireFigures(
  figures: GroupFigures,
  { withoutMeans }: Pick<ReportContext, 'withoutMeans'>,
  denominator: RateDenominator = 'present',
): WireFigures {
  const { rates } = figures
  const score = <T>(value: T | null): T | null => (withoutMeans ? null : value)
  return {
    registered: figures.registered,
    present: figures.present,
    absent: figures.absent,
    mean_milli: score(figures.meanMilli),
    max_milli: score(figures.maxMilli),
    min_milli: score(figures.minMilli),
    median_milli: score(figures.medianMilli),
    q1_milli: score(figures.q1Milli),
    q3_milli: score(figures.q3Milli),
    sd_milli: score(figures.sdMilli),
    cv: score(figures.cv),
    skewness: score(figures.skewness),
    score_rate: withoutMeans ? { num: 0, den: 0 } : figures.scoreRate,
    excellent_rate: rates.excellent,
    good_rate: rates.good,
    pass_rate: rates.pass,
    low_rate: rates.low,
    denominator,
  }
}

const NOTHING = { num: 0, den: 0 }

/** What is left of a group that is kept back: how many there are. */
export const keptBack = (figures: WireFigures): WireFigures => ({
  ...figures,
  mean_milli: null,
  max_milli: null,
  min_milli: null,
  median_milli: null,
  q1_milli: null,
  q3_milli: null,
  sd_milli: null,
  cv: null,
  skewness: null,
  score_rate: NOTHING,
  excellent_rate: NOTHING,
  good_rate: NOTHING,
  pass_rate: NOTHING,
  low_rate: NOTHING,
})

/** For comparisons; null for nobody. */
export const meanIn = ({ present, meanMilli, sdMilli }: GroupFigures): GroupMean | null =>
  meanMilli === null || sdMilli === null ? null : { n: present, mean: meanMilli, sd: sdMilli }

export const wireDelta = ({ v, se, z, pAdjusted, sig }: StatsDelta) => ({
  v,
  se,
  z,
  p_adj: pAdjusted,
  sig,
})

export const NO_WIRE_DELTA = { v: null, se: null, z: null, p_adj: null, sig: 0 as const }
