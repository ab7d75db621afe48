import type { Connection, StationState } from '../bridge/station-api.ts'
import { countWaitingActions } from './store/action-outbox.store.ts'
import type { BatchViews } from './batch-views.ts'
import type { LiveState } from './live-state.ts'
import { countWaitingAbsences } from './rooms/absence.store.ts'
import type { StationParts } from './station-parts.ts'
import { countWaitingUploads } from './store/outbox.store.ts'
import type { ServerLink } from './upload/server-link.ts'
import { describeUpload } from './upload/describe-upload.ts'

type Parts = Pick<
  StationParts,
  | 'db'
  | 'stationName'
  | 'link'
  | 'readers'
  | 'tray'
  | 'scanner'
  | 'uploader'
  | 'settings'
  | 'retention'
  | 'disk'
> & { live: LiveState; batches: BatchViews; dataKey: StationState['data_key'] }

/** Everything that the screen shows, as it is now. */
export function describeStation(parts: Parts): StationState {
  const { db, link, live } = parts
  const { session } = link
  const waiting = countWaitingUploads(db)
  return {
    revision: live.revision,
    station: parts.stationName,
    server: link.baseUrl,
    connection: connectionOf(link, waiting),
    connection_note: link.note,
    user: session && {
      account: session.account,
      name: session.name,
      school_name: session.school_name,
      is_offline: session.is_offline === true,
    },
    needs_sign_in: session?.is_over === true,
    to_upload: waiting,
    actions_to_send: countWaitingActions(db) + countWaitingAbsences(db),
    pages_per_second: parts.readers.speed,
    batches: parts.batches.all(),
    tray_policy: parts.tray.policy,
    scanner: parts.scanner.describe(),
    upload: describeUpload(db, parts.uploader),
    settings: parts.settings.all,
    retention: parts.retention.describe(),
    disk: parts.disk.describe(),
    data_key: parts.dataKey,
  }
}

function connectionOf(link: ServerLink, waiting: number): Connection {
  if (link.isUnproven) return 'offline'
  if (!link.isSignedIn) return 'signed_out'
  if (!link.isReachable) return 'offline'
  return waiting > 0 ? 'catching_up' : 'online'
}
