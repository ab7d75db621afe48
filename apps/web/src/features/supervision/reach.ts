import { evidenceOf } from '@hengjuan/domain'

/** Where nothing is to be shown, the line stands for something all the same. */
const LEAST = 0.001

/**
 * What share of the full marks the half of the line of an error bar has to stand for so that every row fits that shows
 * one: a point is much of a question of four, and little of an essay. The error of a handful of readings is so wide
 * that the bars of the others would be dots.
 */
export const reachOf = (
  rows: readonly {
    n: number
    full_milli: number
    severity_milli: number | null
    severity_error_milli: number | null
  }[],
): number =>
  Math.max(
    LEAST,
    ...rows
      .filter(({ n }) => evidenceOf(n) !== 'hidden')
      .map(
        ({ severity_milli, severity_error_milli, full_milli }) =>
          (Math.abs(severity_milli ?? 0) + 2 * (severity_error_milli ?? 0)) / full_milli,
      ),
  )
