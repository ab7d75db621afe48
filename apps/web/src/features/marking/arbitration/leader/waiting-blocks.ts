import type { WaitingPaper } from './leader-task.ts'

/** How many papers of a block wait, and since when the first of them does. */
export interface WaitingBlock {
  blockId: number
  name: string
  count: number
  /** UTC ISO time. */
  oldest: string
  /** Papers that nobody who is at work now could decide. */
  unattended: number
}

type Paper = Pick<
  WaitingPaper,
  | 'block_id'
  | 'block_name'
  | 'subject_name'
  | 'exam_name'
  | 'waiting_since'
  | 'held_by'
  | 'eligible_online'
>

/** The blocks of the papers that wait, the longest waiting first. */
export function waitingBlocks(papers: readonly Paper[]): WaitingBlock[] {
  const groups = Map.groupBy(papers, ({ block_id }) => block_id)
  return [...groups]
    .flatMap(([blockId, rows]) => {
      const [first] = rows.toSorted((a, b) => a.waiting_since.localeCompare(b.waiting_since))
      if (!first) return []
      return [
        {
          blockId,
          name: `${first.subject_name} ${first.block_name} · ${first.exam_name}`,
          count: rows.length,
          oldest: first.waiting_since,
          unattended: rows.filter((row) => row.held_by === null && row.eligible_online === 0)
            .length,
        },
      ]
    })
    .toSorted((a, b) => a.oldest.localeCompare(b.oldest))
}
