export interface UploadState {
  /** Bytes that wait for the server. */
  waiting_bytes: number
  /** Of the last minute; 0 while nothing flows. */
  bytes_per_second: number
  sheets_per_minute: number
  /** Until everything that waits is through, at the present rate; null while nothing flows. */
  rest_seconds: number | null
}

/** Scans that were taken back and can be had again until their pictures are cleared. */
export interface ClearingView {
  clearing_id: string
  exam_id: number
  subject_id: number
  sheets: number
  account: string
  cleared_at: string
  /** Pictures that are gone already: then only the portal can undo it. */
  gone: number
}

/** Pictures of acknowledged sheets that are kept on this computer. */
export interface RetentionState {
  kept_sheets: number
  kept_bytes: number
  /** What was cleared last, and why; null when nothing ever was. */
  last: { at: string; sheets: number; bytes: number; reason: 'age' | 'quota' | 'disk' } | null
  /** Chinese, the same for the screen; empty when nothing ever was. */
  message: string
}

/** What the operator may set for this station. */
export interface StationSettingsState {
  /** Days that acknowledged images are kept. */
  keep_days: number
  /** Room for acknowledged images; beyond it the oldest go first. 0: as much as the disk has. */
  keep_gb: number
  /** What uploads may use of the line; 0: all of it. */
  upload_mbit: number
}

/** Room for what is scanned. */
export interface DiskState {
  /** `low`: do something soon; `full`: nothing more is taken in until there is room. */
  level: 'ok' | 'low' | 'full'
  free_bytes: number
  /** Chinese, what is the matter and what to do; empty when nothing is. */
  message: string
}

/** What the local data is encrypted with. */
export interface DataKeyState {
  /** Chinese, where the key is kept. */
  place: string
  /** Chinese, when that place protects little; empty otherwise. */
  warning: string
}
