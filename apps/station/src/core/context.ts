import type { DiskGuard } from './disk/disk-guard.ts'
import type { Spool } from './spool.ts'
import type { Store } from './store/open-store.ts'

/** What every part of the station works with. */
export interface StationContext {
  db: Store
  spool: Spool
  /** Work that adds data goes through it, so that a full disk costs time and nothing else. */
  disk: DiskGuard
  /** ISO time of now. */
  now: () => string
  /** A new ULID, greater than every earlier one of this data folder. */
  newId: () => string
  /** Something that a screen shows has changed. */
  changed: () => void
  log: (event: string, facts?: Record<string, unknown>) => void
}
