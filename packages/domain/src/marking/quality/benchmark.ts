import type { EntityId } from '../../entity-id.ts'
import type { Milli } from '../../milli.ts'
import type { Refusal } from './grid.ts'

/** What a benchmark script is for. @source domain rules 7.1 */
export const BENCHMARK_KINDS = {
  seed: '种子卷',
  practice: '试评卷',
  calibration: '定标卷',
  discussion: '研讨卷',
} as const
export type BenchmarkKind = keyof typeof BENCHMARK_KINDS

/** Independent marks that a definitive score needs. */
export const BENCHMARK_MARKS = 2

export interface DefinitiveQuestion {
  leaderId: EntityId
  scores: readonly Milli[]
  /** Leaders who have marked the script. */
  markedBy: readonly EntityId[]
  /** Leaders of the block. */
  leaders: readonly EntityId[]
  /** What a leader has proposed; null before. */
  proposal: { by: EntityId; scores: readonly Milli[] } | null
  /** The only leader of a block says openly that nobody else has marked it. */
  isAlone: boolean
}

type DefinitiveStep =
  | ({ kind: 'refused' } & Refusal)
  /** Waits for another leader to agree. */
  | { kind: 'proposed' }
  | { kind: 'agreed'; isAlone: boolean }

/**
 * What becomes of a definitive score that a leader gives. Two leaders have to mark the script on their
 * own first; then one proposes, and another who has marked it agrees by giving the same. Where a block
 * has one leader only, that leader may confirm alone.
 *
 * @source domain rules 7.1
 */
export function definitiveStep(question: DefinitiveQuestion): DefinitiveStep {
  const { leaderId, scores, markedBy, leaders, proposal, isAlone } = question
  if (!markedBy.includes(leaderId))
    return { kind: 'refused', code: 'MARKING_BENCHMARK_MARK_FIRST', facts: {} }
  if (new Set(markedBy).size < BENCHMARK_MARKS) {
    const hasOthers = leaders.some((id) => id !== leaderId)
    if (isAlone && !hasOthers) return { kind: 'agreed', isAlone: true }
    return { kind: 'refused', code: 'MARKING_BENCHMARK_TWO_LEADERS', facts: {} }
  }
  const isSame =
    proposal?.scores.length === scores.length &&
    proposal.scores.every((score, point) => score === scores[point])
  return isSame && proposal.by !== leaderId
    ? { kind: 'agreed', isAlone: false }
    : { kind: 'proposed' }
}
