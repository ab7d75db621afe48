/** An earlier batch that holds the paper of this one, and what the operator decided. */
export interface StackTwice {
  /** Batch as the server names it; the local one where this station scanned it itself. */
  batch_id: string
  subject_id: number
  station: string
  batch_label: string
  /** When the first of the matching sheets was taken in. */
  at: string
  /** Sheets here that are there too, and which. */
  pairs: { sheet_id: string; earlier_id: string }[]
  /** `cancel`: this batch is given up; `replace`: it takes the place of the earlier; `keep`: both stay. */
  decision: 'cancel' | 'replace' | 'keep' | null
}

/** Was the paper scanned before, without a decision of the operator yet? */
export const isUndecided = (json: string | null): json is string =>
  json !== null && (JSON.parse(json) as StackTwice).decision === null
