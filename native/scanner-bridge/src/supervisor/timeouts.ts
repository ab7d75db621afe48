/** How long each step may stand still, in milliseconds. */
export interface Timeouts {
  hello: number
  /** Network back ends look around for a while. */
  list: number
  open: number
  /** From asking for a sheet to its first row: lamps warm up. */
  feeding: number
  /** Between rows. */
  reading: number
  /** Writing a page to disk. */
  keeping: number
  /** From asking a job to stop to its end. */
  stopping: number
  close: number
  /** Without a heartbeat; null for a driver that keeps its process from beating while it works. */
  beat: number | null
}

export const DEFAULT_TIMEOUTS: Timeouts = {
  hello: 20_000,
  list: 60_000,
  open: 60_000,
  feeding: 30_000,
  reading: 20_000,
  keeping: 60_000,
  stopping: 30_000,
  close: 10_000,
  beat: 15_000,
}
