import type { StationInput } from '../../bridge/station-api.ts'
import type { StationSettingsState } from '../../bridge/upkeep-api.ts'
import type { Store } from './open-store.ts'
import { findSetting, putSetting } from './settings.store.ts'

const SETTINGS = 'station-settings'
/** A month: longer than it takes to mark, check and release an exam. */
const USUAL: StationSettingsState = { keep_days: 30, keep_gb: 0, upload_mbit: 0 }
const BYTES_PER_MBIT = 1_000_000 / 8

/** What the operator has set for this station; kept across starts. */
export class StationSettings {
  private readonly db: Store
  private now: StationSettingsState

  constructor(db: Store) {
    this.db = db
    this.now = { ...USUAL, ...findSetting<Partial<StationSettingsState>>(db, SETTINGS) }
  }

  get all(): StationSettingsState {
    return this.now
  }

  /** 0 means no limit. */
  get uploadBytesPerSecond(): number {
    return this.now.upload_mbit * BYTES_PER_MBIT
  }

  change(change: StationInput<'changeSettings'>): void {
    this.now = {
      keep_days: change.keep_days ?? this.now.keep_days,
      keep_gb: change.keep_gb ?? this.now.keep_gb,
      upload_mbit: change.upload_mbit ?? this.now.upload_mbit,
    }
    putSetting(this.db, SETTINGS, this.now)
  }
}
