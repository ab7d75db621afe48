import type { Figures } from '@hengjuan/contracts'
import type { RateDenominator } from '@hengjuan/domain'
import {
  type Delta as StatsDelta,
  figuresOf,
  type GroupFigures,
  type GroupMean,
  membersOfClasses,
  type ScoreColumn,
} from '@hengjuan/stats'
import type { Static } from 'typebox'
import { hiddenRest, isReferenceHidden, type ReportContext } from './context.ts'

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

/** Rates of others are told to who may learn no ranks by steps of so many people. */
const RATE_STEP = 5

/**
 * Figures of what the visible candidates are compared with: nothing where the others are a few. Who may not see ranks
 * gets no figure that a score can be placed by: no extremes or quartiles, and rates only about. A score next below a
 * line would have the rank behind all that the rate counts. What the caller sees himself is counted exactly, whatever
 * the filters, so that several answers give no more than one.
 *
 * @source reports 2.2, 2.3
 */
export function referenceFigures(
  context: ReportContext,
  column: ScoreColumn,
  denominator: RateDenominator = 'present',
): WireFigures {
  const { version, allowed, reference } = context
  const all = figuresOf(column, reference.members, denominator)
  const wire = wireFigures(all, context, denominator)
  const rest = hiddenRest(context, column)
  if (isReferenceHidden(context, column)) return keptBack(wire)
  if (rest === 0 || !context.hidesRanks) return wire
  const own = figuresOf(column, membersOfClasses(version.columns, allowed), denominator).rates
  const about = (rate: keyof typeof own): { num: number; den: number } => {
    const seen = own[rate].num
    const others = Math.round((all.rates[rate].num - seen) / RATE_STEP) * RATE_STEP
    return { num: Math.min(seen + others, all.rates[rate].den), den: all.rates[rate].den }
  }
  return {
    ...wire,
    max_milli: null,
    min_milli: null,
    median_milli: null,
    q1_milli: null,
    q3_milli: null,
    skewness: null,
    excellent_rate: about('excellent'),
    good_rate: about('good'),
    pass_rate: about('pass'),
    low_rate: about('low'),
  }
}

/** Said below a table whose reference is told only about. */
export const ABOUT_REFERENCE =
  '当前角色不能查看名次：参照的最高、最低、四分位与中位数不显示，其中其他班级各比率的人数按 5 人取整'

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
