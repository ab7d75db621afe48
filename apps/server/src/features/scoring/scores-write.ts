import { rowWrite } from '@hengjuan/db'
import type { StoredScores } from './candidate-scores.ts'

/** Stores the scores of candidates whose rows are locked. */
export const scoresWrite = (rows: readonly StoredScores[]) =>
  rowWrite({
    table: 'candidate_subject',
    rows,
    types: {
      candidate_id: 'integer',
      subject_id: 'integer',
      version: 'integer',
      item_scores: 'text',
      objective_milli: 'bigint',
      subjective_milli: 'bigint',
      total_milli: 'bigint',
    },
    where: { candidate_id: 'candidate_id', subject_id: 'subject_id' },
  })
