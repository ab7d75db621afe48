import type { Frame, Report } from '@hengjuan/contracts'
import type { ReportContext } from './context.ts'

/** What a report adds to the frame that all have. */
interface Computed<Reply> {
  body: Omit<Reply, keyof Frame>
  /** Printed below the table. */
  notes?: string[]
  /** Groups that are kept back. */
  suppressed?: number
  /** What means refer to, where somebody chose another reference than the usual one. */
  scopeName?: string
}

type Compute<Query, Reply> = (context: ReportContext, query: Query) => Computed<Reply>

/** A report with what computes it, as the kit serves it. */
export interface ServedReport {
  report: Report<never, never, never>
  compute: Compute<never, unknown>
  /** Does it look back on earlier exams, whether somebody chose one or not? */
  looksBack: boolean
}

/** The server's half of a report: its own figures, from a version that is cut to the caller already. */
export const served = <Query, Reply, Row>(
  report: Report<Query, Reply, Row>,
  compute: Compute<Query, Reply>,
  looksBack = false,
): ServedReport => ({ report, compute, looksBack }) as unknown as ServedReport
