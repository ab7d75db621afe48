import type { GroupFigures, ItemTable } from '@hengjuan/stats'

export type Cells = (number | null)[]

export const flatFigures = (of: GroupFigures): Cells => [
  of.registered,
  of.present,
  of.present === 0 ? null : of.scoreRate.num,
  of.meanMilli,
  of.sdMilli,
  of.minMilli,
  of.maxMilli,
  of.q1Milli,
  of.medianMilli,
  of.q3Milli,
  of.cv,
  of.skewness,
  of.rates.excellent.num,
  of.rates.good.num,
  of.rates.pass.num,
  of.rates.low.num,
]

export const flatItems = ({ paper, rows }: ItemTable, withEfficiency: boolean): Cells => [
  paper.n,
  paper.meanMilli,
  paper.sdMilli,
  paper.difficulty,
  paper.alpha,
  paper.semMilli,
  paper.noMark,
  ...rows.flatMap((row) => [
    row.n,
    row.meanMilli,
    row.sdMilli,
    row.rate.num,
    row.rate.den,
    row.fullCount,
    row.zeroCount,
    row.omitted.num,
    row.noMark,
    row.difficulty,
    row.discrimination,
    row.itemRest,
    row.itemTotal,
    row.alphaWithout,
    row.intendedWeight,
    row.effectiveWeight,
    ...(withEfficiency ? [row.efficiency] : []),
    ...(row.options
      ? [
          row.options.blank,
          row.options.multi,
          ...row.options.rows.flatMap(({ count, meanTotalMilli, r, topCount }) => [
            count,
            meanTotalMilli,
            r,
            topCount,
          ]),
        ]
      : []),
  ]),
]

/** Equal to a billionth, of large numbers to a billionth of them. */
export function isNear(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))
}
