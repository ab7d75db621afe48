import type { Spool } from './spool.ts'
import type { Store } from './store/open-store.ts'

/** What every part of the station works with. */
export interface StationContext {
  db: Store
  spool: Spool
  /** ISO time of now. */
  now: () => string
  /** A new ULID, greater than every earlier one of this run. */
  newId: () => string
  /** Something that a screen shows has changed. */
  changed: () => void
  log: (event: string, facts?: Record<string, unknown>) => void
}
