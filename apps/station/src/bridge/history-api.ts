import Type, { type TSchema } from 'typebox'

/** Calls about what became of every sheet of a batch, and about taking tray decisions back. */
const UlidText = Type.String({ pattern: '^[0-9A-HJKMNP-TV-Z]{26}$' })

export const historyInputs = {
  /** What happened to every sheet of a batch, the newest sheet first. */
  batchHistory: Type.Object({
    batch_id: UlidText,
    /** `changed`: only sheets to which more happened than scanning and uploading. */
    filter: Type.Optional(Type.Unsafe<'all' | 'changed'>(Type.Enum(['all', 'changed']))),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  /** Uses sheets of the tray as they are, those that the operator has seen and no others. */
  acceptTray: Type.Object({
    batch_id: UlidText,
    item_ids: Type.Array(Type.String({ pattern: '^sheet:[0-9A-Z]{26}$' }), {
      minItems: 1,
      maxItems: 500,
    }),
  }),
  /** Puts back into the tray what was accepted or taken out. */
  undoTray: Type.Object({ decision_id: UlidText }),
} as const satisfies Record<string, TSchema>

export type SheetEventKind =
  | 'scanned'
  | 'replaced'
  | 'restored'
  | 'accepted'
  | 'discarded'
  | 'put_back'
  | 'decided'
  | 'sent'
  | 'acknowledged'
  | 'refused'
  | 'cleared'
  | 'pictures_cleared'

export interface SheetEvent {
  kind: SheetEventKind
  /** ISO; null where only the order is known. */
  at: string | null
  /** Chinese: what happened. */
  text: string
  /** Account; empty when the station did it by itself. */
  account: string
  /** Of the tray decision that can be taken back; null when there is none, or it is too late. */
  undo_id: string | null
  /** Pictures that no longer count, to be looked at. */
  old_images: string[]
}

export interface SheetHistory {
  /** Null for what was taken out of the stack. */
  sheet_id: string | null
  /** Position in the stack; null for a picture that never was in a sheet. */
  seq: number | null
  subject_name: string
  exam_no: string | null
  candidate_name: string | null
  cover_id: string | null
  events: SheetEvent[]
}

export interface HistoryReplies {
  batchHistory: { total: number; list: SheetHistory[] }
  acceptTray: { decision_id: string; accepted: number }
  undoTray: { put_back: number }
}
