import type { Judgement, Submitted } from '../../marking-core/index.ts'
import type { Queue } from './queue-view.ts'

/** What a marker wants in one go. */
export interface ClaimRequest {
  blockId: number
  markerId: number
  /** The paper that is handed in; null when none is. */
  judgement: Judgement | null
  /** Papers to have in hand afterwards, 1 to 10; 0 asks for none. */
  want: number
  /** From where it comes, row of `mark_client`: several requests are one transaction. */
  clientId?: number | null
}

export interface Claimed {
  submitted: Submitted | null
  /** Everything in the marker's hands; null when no papers were asked for. */
  queue: Queue | null
}
