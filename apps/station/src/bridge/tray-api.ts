/** What waits at the feeder for the operator, as the screens see it. */

/** Whether a sheet with a trouble stops the feeder or is only collected in the tray. */
export type TrayPolicy = 'stop' | 'collect'

/**
 * `accept`: use it as it is. `rescan`: the paper is put in again and takes its place; `cancel_rescan`
 * gives that up. `discard`: taken out, not counted. `open_subject`: the batch takes this subject too.
 * `cancel`, `replace`, `keep`: of a whole stack that was scanned before.
 */
export const TRAY_ACTIONS = [
  'accept',
  'rescan',
  'cancel_rescan',
  'discard',
  'open_subject',
  'cancel',
  'replace',
  'keep',
] as const
export type TrayAction = (typeof TRAY_ACTIONS)[number]

export interface TrayPicture {
  image_id: string
  name: string
  width_px: number
  height_px: number
  /** Where to look, pixels of the picture as it was scanned. */
  boxes: { xPx: number; yPx: number; widthPx: number; heightPx: number }[]
}

export interface TrayItem {
  item_id: string
  kind: 'sheet' | 'other_subject' | 'foreign' | 'misfit' | 'stack_twice'
  /** Two or three words. */
  title: string
  /** Chinese: what is wrong and what to do, the worst first. */
  messages: string[]
  /** Position in the batch; null for pictures that are in no sheet. */
  seq: number | null
  sheet_id: string | null
  exam_no: string | null
  candidate_name: string | null
  /** Number of the piece of paper that came from the feeder, counted through the batch. */
  feeder_sheet: number | null
  pictures: TrayPicture[]
  /** The subject that it belongs to, where the batch is not for it. */
  subject: { subject_id: number; subject_name: string } | null
  /** Its paper is waited for. */
  is_awaited: boolean
  actions: TrayAction[]
}

export interface TrayList {
  items: TrayItem[]
  /** Sheets that were scanned again, newest first; the old pictures can be brought back. */
  rescanned: { sheet_id: string; seq: number; at: string; cover_id: string | null }[]
}
