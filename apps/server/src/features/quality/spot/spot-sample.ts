import type { ReaderGaps } from '../second-reader/score.query.ts'

/** Which readings of a block are drawn from. Scores in thousandths, times in milliseconds. */
export interface Sample {
  blockId: number
  /** Are there people at all who are kept from candidates of the exam? */
  hasRelatives: boolean
  markerId?: number | undefined
  kind:
    | 'random'
    | 'zero'
    | 'full'
    | 'fast'
    | 'band'
    | 'near_line'
    | 'apart'
    | 'second_reader'
    | 'old_rubric'
    | 'mixed'
  fullMilli: number
  /** `zero`, `mixed`: ink ratio up to which a paper without a pen's stroke is taken for blank. */
  blankInk: number
  lowMilli: number
  highMilli: number
  /** `fast`: readings that took less. */
  fastMs: number
  /** Readings submitted from this time to that, both included; stored times, ISO 8601 UTC. */
  submittedFrom?: string | undefined
  submittedTo?: string | undefined
  /** `near_line`, `mixed`: subject totals this near; null for none. */
  line: { milli: number; windowMilli: number } | null
  /** `apart`: readings further than this from another reader of the same paper. */
  gapMilli: number
  /** `second_reader`: readings further than this from what that reader gave; null where none is switched on. */
  secondReader: { id: number; gaps: ReaderGaps } | null
  /** The rubric that holds, and the version of readings that do not say theirs. */
  rubric: { version: number; first: number }
  /** Without papers that wait for arbitration: the checker arbitrates them, and is not to know who read them. */
  isBlind: boolean
  /** `random`, `mixed`: share of each marker's readings, rounded up; 100 for all. */
  percent: number
}
