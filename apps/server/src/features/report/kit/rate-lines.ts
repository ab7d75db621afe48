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

/** What figures are about, for who is behind them. */
export const averagedOf = (context: Pick<ReportContext, 'config' | 'column'>) => ({
  subject_id: context.column.subjectId,
  subject_name: context.column.name,
  full_milli: context.column.fullMilli,
  rates: rateLinesOf(context),
})
