import { formatPercent, hundredthsOf } from '@hengjuan/domain'

interface Ratio {
  num: number
  den: number
}

/** Two decimals at most, cut: 66.66%. */
export const percentText = ({ num, den }: Ratio): string => formatPercent(num, den)

/** For bars and dots, 0 to 100; null without a denominator. */
export const percentValue = ({ num, den }: Ratio): number | null =>
  den === 0 ? null : (num * 100) / den

/** For charts, 0 to 1; null without a denominator. */
export const shareOf = ({ num, den }: Ratio): number | null => (den === 0 ? null : num / den)

/** A mean or a spread: always two decimals, so that columns line up. */
export const meanText = (milli: number | null): string =>
  milli === null ? '–' : hundredthsOf(milli).toFixed(2)

export const indexText = (value: number | null): string => (value === null ? '—' : value.toFixed(2))
