import type { PageReading } from '@hengjuan/domain'
import type { StationDecision } from '../../bridge/review-api.ts'

/** A decision as it is kept and sent: everything that depended on the screen is resolved. */
export type StoredDecision =
  | Exclude<
      StationDecision,
      { kind: 'choose_place' } | { kind: 'force_sure' } | { kind: 'answer' } | { kind: 'reread' }
    >
  | { kind: 'reread'; page_seq: number | null }
  /** Back to the station's own first reading. */
  | { kind: 'first_reading'; page_seq: number }
  | {
      kind: 'answer'
      options: (Extract<StationDecision, { kind: 'answer' }>['options'][number] & {
        /** The person says what the machine had read. */
        confirms: boolean
      })[]
    }
  | {
      kind: 'force_sure'
      note: string
      warnings: { page_seq: number; codes: string[] }[]
    }
  | { kind: 'undo'; undo_action_id: string }

export interface RereadPage {
  page_seq: number
  reading: PageReading
}

/** A decision that holds: not taken back, not refused. */
export interface LiveAction {
  id: string
  sheet_id: string
  decision: StoredDecision
  /** Pages that were read again for it. */
  readings: RereadPage[]
  /** Somebody else decided the matter on the server: it is settled, but not in this way. */
  isElsewhere?: boolean
}
