import type { ReportContext } from './context.ts'

/** Thresholds of the rates as replies carry them: who is behind a rate is found by them. */
export const rateLinesOf = ({
  config: { rates, lowInclusive },
}: Pick<ReportContext, 'config'>) => ({
  excellent: rates.excellent,
  good: rates.good,
  pass: rates.pass,
  low: rates.low,
  low_inclusive: lowInclusive,
})
