import type { UploadState } from '../../bridge/upkeep-api.ts'
import type { Store } from '../store/open-store.ts'
import { sumWaitingBytes } from '../store/outbox.store.ts'
import type { Uploader } from './uploader.ts'

export function describeUpload(db: Store, uploader: Uploader): UploadState {
  const waiting_bytes = sumWaitingBytes(db)
  const { bytes, sheets } = uploader.rate
  return {
    waiting_bytes,
    bytes_per_second: Math.round(bytes),
    sheets_per_minute: Math.round(sheets * 60),
    rest_seconds: bytes > 0 ? Math.ceil(waiting_bytes / bytes) : null,
  }
}
