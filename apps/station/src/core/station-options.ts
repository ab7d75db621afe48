import type { DiskGuardOptions } from './disk/disk-guard.ts'
import type { ReaderProcessOptions } from './recognition/reader-processes.ts'
import type { ScannerDeskOptions } from './scanner/scanner-desk.ts'
import type { KeyStore } from './secrets/key-store.ts'

/** What a station is started with. */
export interface StationOptions {
  dataDir: string
  /** `http://host:port` of the server. */
  serverUrl: string
  /** Name of this station on the server; the computer's name unless given. */
  stationName?: string
  /** Processes that read pages. */
  workers?: number
  /** How these are started, where it is not the usual way. */
  reader?: Partial<ReaderProcessOptions>
  /** Pages that may wait to be read before feeding is slowed. */
  mostWaitingPages?: number
  parallelUploads?: number
  /** How often a watched folder is looked at. */
  pollMs?: number
  /** How long a file must lie unchanged before it is taken. */
  stableMs?: number
  /** How long an incomplete sheet waits for a late file. */
  settleMs?: number
  /** How scanners are driven, where it is not the usual way. */
  scanner?: Pick<ScannerDeskOptions, 'launch' | 'launch32' | 'timeouts'>
  /** Where the data's key is kept, in the order of preference; the system's own place unless given. */
  keyStores?: readonly KeyStore[]
  /** For the key file where the system keeps no keys; beside the data folder unless given. */
  keyFolder?: string
  disk?: Pick<DiskGuardOptions, 'lowBytes' | 'fullBytes' | 'freeBytes' | 'lookEveryMs'>
  log?: (event: string, facts?: Record<string, unknown>) => void
}
