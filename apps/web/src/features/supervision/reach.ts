import { evidenceOf } from '@hengjuan/domain'

/**
 * What the half of the line of an error bar has to stand for so that every row fits that shows one. The error of a
 * handful of readings is so wide that the bars of the others would be dots.
 */
export const reachOf = (
  rows: readonly {
    n: number
    severity_milli: number | null
    severity_error_milli: number | null
  }[],
): number =>
  Math.max(
    1,
    ...rows
      .filter(({ n }) => evidenceOf(n) !== 'hidden')
      .map(
        ({ severity_milli, severity_error_milli }) =>
          Math.abs(severity_milli ?? 0) + 2 * (severity_error_milli ?? 0),
      ),
  )
