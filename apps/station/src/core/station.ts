import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import type { OmrTemplate } from '@hengjuan/domain'
import { monotonicFactory } from 'ulid'
import type { Connection, PictureKind, StationApi, StationState } from '../bridge/station-api.ts'
import type { StationContext } from './context.ts'
import { describeBatch } from './describe.ts'
import { ExamCache } from './exams/exam-cache.ts'
import { Intake } from './intake/intake.ts'
import { LiveState } from './live-state.ts'
import { PageReaders } from './reading.ts'
import { ScannerDesk, type ScannerDeskOptions } from './scanner/scanner-desk.ts'
import { SheetSealer } from './sheets/seal-sheets.ts'
import { Spool } from './spool.ts'
import { lockFolder } from './station-lock.ts'
import { stationCalls } from './station-calls.ts'
import { findBatch, selectBatches, selectUnfinishedBatches } from './store/batch.store.ts'
import { findImage } from './store/image.store.ts'
import { openStore } from './store/open-store.ts'
import { countWaitingUploads } from './store/outbox.store.ts'
import { findSetting, putSetting } from './store/settings.store.ts'
import { BatchCloser } from './upload/batch-closer.ts'
import { Heartbeat } from './upload/heartbeat.ts'
import { ServerLink } from './upload/server-link.ts'
import { Uploader } from './upload/uploader.ts'

export interface StationOptions {
  dataDir: string
  /** `http://host:port` of the server. */
  serverUrl: string
  /** Name of this station on the server; the computer's name unless given. */
  stationName?: string
  /** Threads that read pages. */
  workers?: number
  parallelUploads?: number
  /** How often a watched folder is looked at. */
  pollMs?: number
  /** How long a file must lie unchanged before it is taken. */
  stableMs?: number
  /** How long an incomplete sheet waits for a late file. */
  settleMs?: number
  /** How scanners are driven, where it is not the usual way. */
  scanner?: Pick<ScannerDeskOptions, 'launch' | 'timeouts'>
  log?: (event: string, facts?: Record<string, unknown>) => void
}

export interface Station {
  api: StationApi
  /** Calls back with the whole state after every change, at most ten times a second. */
  subscribe: (listener: (state: StationState) => void) => () => void
  /** Where a picture lies and what it is; null when there is none. */
  findPicture: (imageId: string, kind: PictureKind) => { file: string; mime: string } | null
  stop: () => Promise<void>
}

/** The parts of a running station, for its calls. */
export interface StationParts extends StationContext {
  stationName: string
  link: ServerLink
  exams: ExamCache
  intake: Intake
  readers: PageReaders
  sealer: SheetSealer
  uploader: Uploader
  closer: BatchCloser
  heartbeat: Heartbeat
  scanner: ScannerDesk
  describeState: () => StationState
  templateOf: (batchId: string) => OmrTemplate | null
}

/**
 * Starts the scanning station: takes up where the last run ended, whatever ended it.
 *
 * @throws Error in Chinese when the data folder is in use or from another version
 */
export async function createStation(options: StationOptions): Promise<Station> {
  const unlock = lockFolder(options.dataDir)
  const db = openStore(options.dataDir)
  const spool = new Spool(path.join(options.dataDir, 'spool'))
  await spool.prepare()
  const nextUlid = monotonicFactory()
  const live = new LiveState(() => describeState())
  const context: StationContext = {
    db,
    spool,
    now: () => new Date().toISOString(),
    newId: () => nextUlid(),
    changed: live.changed,
    log: options.log ?? (() => undefined),
  }
  const stationName = nameOf(context, options.stationName)
  const link = new ServerLink(context, options.serverUrl)
  const exams = new ExamCache(context, link)
  const templateOf = (batchId: string): OmrTemplate | null => {
    const batch = findBatch(db, batchId)
    return batch ? exams.templateOf(batch.template_sha256) : null
  }
  const closer = new BatchCloser(context, link, () => uploader.pump())
  const uploader = new Uploader(context, link, {
    parallel: options.parallelUploads ?? 2,
    onSettled: (batchId) => void closer.pump(batchId),
  })
  const sealer = new SheetSealer(context, {
    stationName,
    templateOf,
    rosterOf: (examId) => exams.rosterOf(examId),
    settleMs: options.settleMs ?? 3000,
    onSealed: () => uploader.pump(),
  })
  const readers = new PageReaders(context, {
    workers: options.workers ?? 2,
    templateOf,
    onRead: (batchId) => void sealer.pump(batchId).then(() => closer.pump(batchId)),
  })
  const intake = new Intake(
    context,
    { pollMs: options.pollMs ?? 500, stableMs: options.stableMs ?? 700 },
    () => readers.pump(),
  )

  const scanner = new ScannerDesk(context, {
    folder: path.join(options.dataDir, 'feeder'),
    onTaken: () => readers.pump(),
    ...options.scanner,
  })
  await scanner.prepare()

  function describeState(): StationState {
    const session = link.session
    const waiting = countWaitingUploads(db)
    return {
      revision: live.revision,
      station: stationName,
      server: link.baseUrl,
      connection: connectionOf(link, waiting),
      connection_note: link.note,
      user: session && {
        account: session.account,
        name: session.name,
        school_name: session.school_name,
      },
      needs_sign_in: session?.is_over === true,
      to_upload: waiting,
      pages_per_second: readers.speed,
      batches: selectBatches(db).map((batch) => describeBatch(db, batch)),
      scanner: scanner.describe(),
    }
  }

  const known = db.prepare('select sha256 from outbox').pluck().all() as string[]
  await spool.sweepContainers(new Set(known))
  const heartbeat = new Heartbeat(link, () => {
    uploader.pump()
    closer.pumpAll()
  })
  intake.start()
  readers.pump()
  uploader.pump()
  for (const batch of selectUnfinishedBatches(db))
    void sealer.pump(batch.id).then(() => closer.pump(batch.id))

  return {
    api: stationCalls({
      ...context,
      stationName,
      link,
      exams,
      intake,
      readers,
      sealer,
      uploader,
      closer,
      heartbeat,
      scanner,
      describeState,
      templateOf,
    }),
    subscribe: live.subscribe,
    findPicture: (imageId, kind) => {
      const image = findImage(db, imageId)
      if (!image?.mime) return null
      if (kind === 'thumb') return { file: spool.thumbPath(imageId), mime: 'image/jpeg' }
      const converted = spool.convertedPath(imageId)
      const file = existsSync(converted) ? converted : spool.picturePath(image.sha256)
      return { file, mime: image.mime }
    },
    stop: async () => {
      await scanner.stop()
      await heartbeat.stop()
      await intake.stop()
      await readers.stop()
      await sealer.stop()
      await uploader.stop()
      await closer.stop()
      live.stop()
      db.close()
      unlock()
    },
  }
}

const STATION_NAME = 'station-name'

/** The name stays when the computer is renamed: it is part of what has been uploaded. */
function nameOf({ db }: StationContext, given: string | undefined): string {
  const kept = findSetting<string>(db, STATION_NAME)
  const name = given ?? kept ?? hostname().slice(0, 60)
  if (name !== kept) putSetting(db, STATION_NAME, name)
  return name
}

function connectionOf(link: ServerLink, waiting: number): Connection {
  if (!link.isSignedIn) return 'signed_out'
  if (!link.isReachable) return 'offline'
  return waiting > 0 ? 'catching_up' : 'online'
}
