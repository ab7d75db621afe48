import { hostname } from 'node:os'
import path from 'node:path'
import type { PictureKind, StationApi, StationState } from '../bridge/station-api.ts'
import { ActionDesk } from './actions/action-desk.ts'
import { ActionSender } from './actions/action-sender.ts'
import { BatchViews } from './batch-views.ts'
import type { StationContext } from './context.ts'
import { cutPicture, pieceOf } from './cut-picture.ts'
import { describeStation } from './describe-state.ts'
import { DiskGuard } from './disk/disk-guard.ts'
import { ExamCache } from './exams/exam-cache.ts'
import { Intake } from './intake/intake.ts'
import { TrayDesk } from './intake/tray-desk.ts'
import { AbsenceDesk } from './rooms/absence-desk.ts'
import { SeatBook } from './rooms/seat-book.ts'
import { LiveState } from './live-state.ts'
import { Retention } from './retention/retention.ts'
import { idsAfter, newestId } from './new-id.ts'
import type { StationOptions } from './station-options.ts'
import { PageReaders } from './reading.ts'
import { readPicture } from './read-picture.ts'
import { feederFolder } from './scanner/feeder-folder.ts'
import { ScannerDesk } from './scanner/scanner-desk.ts'
import { SheetSealer } from './sheets/seal-sheets.ts'
import { describeDataKey } from './secrets/describe-key.ts'
import { fileKeyStore } from './secrets/file-key-store.ts'
import type { KeyStore } from './secrets/key-store.ts'
import { systemKeyStore } from './secrets/system-key-store.ts'
import { lockFolder } from './station-lock.ts'
import { stationCalls } from './station-calls.ts'
import { selectUnfinishedBatches } from './store/batch.store.ts'
import { openData } from './store/open-data.ts'
import { selectContainersToKeep } from './store/outbox.store.ts'
import { findSetting, putSetting } from './store/settings.store.ts'
import { StationSettings } from './store/station-settings.ts'
import { SerialQueue } from './serial-queue.ts'
import { BatchCloser } from './upload/batch-closer.ts'
import { Heartbeat } from './upload/heartbeat.ts'
import { repackSheet } from './upload/repack.ts'
import { ServerLink } from './upload/server-link.ts'
import { Superseder } from './upload/superseder.ts'
import { Uploader } from './upload/uploader.ts'

export interface Station {
  api: StationApi
  /** Calls back with the whole state after every change, at most ten times a second. */
  subscribe: (listener: (state: StationState) => void) => () => void
  /** A picture, decrypted, or the piece of it that a query asks for; null when there is none. */
  readPicture: (
    imageId: string,
    kind: PictureKind,
    query?: URLSearchParams,
  ) => Promise<StationPicture | null>
  stop: () => Promise<void>
}

export interface StationPicture {
  bytes: Buffer
  mime: string
}

/**
 * Starts the scanning station: takes up where the last run ended, whatever ended it.
 *
 * @throws Error in Chinese when the data folder is in use or from another version
 */
export async function createStation(options: StationOptions): Promise<Station> {
  const unlock = lockFolder(options.dataDir)
  const log = options.log ?? (() => undefined)
  const { db, spool, keyPlace } = await openData(
    options.dataDir,
    options.keyStores ?? usualKeyStores(options),
    log,
  ).catch((error: unknown) => {
    unlock()
    throw error
  })
  const live = new LiveState(() => describeState())
  const disk = new DiskGuard({
    folder: options.dataDir,
    ...options.disk,
    changed: live.changed,
    onRoom: () => resume(),
  })
  await disk.start()
  const context: StationContext = {
    db,
    spool,
    disk,
    now: () => new Date().toISOString(),
    newId: idsAfter(newestId(db)),
    changed: live.changed,
    log,
  }
  const stationName = nameOf(context, options.stationName)
  const settings = new StationSettings(db)
  const batches = new BatchViews(db)
  const link = new ServerLink(context, options.serverUrl)
  const exams = new ExamCache(context, link)
  const seats = new SeatBook(context, exams)
  const absences = new AbsenceDesk(context, { link, seats })
  const retention = new Retention(context, settings, () => link.serverNow)
  const closer = new BatchCloser(context, link, () => uploader.pump())
  const uploader = new Uploader(context, link, {
    parallel: options.parallelUploads ?? 2,
    bytesPerSecond: () => settings.uploadBytesPerSecond,
    repack: (upload) =>
      repackSheet(context, upload, {
        stationName,
        templateIdOf: (sha256) => exams.templateOf(sha256)?.id ?? null,
      }),
    onSettled: (batchId) => {
      superseder.pump()
      void closer.pump(batchId)
      sender.pump()
    },
  })
  const desk = new ActionDesk(context, { exams, link, onDecided: () => sender.pump() })
  const sender = new ActionSender(context, link, { stationName, settleAgain: desk.settleAgain })
  const superseder = new Superseder(context, link, () => closer.pumpAll())
  const queue = new SerialQueue()
  const tray: TrayDesk = new TrayDesk(context, {
    stationName,
    exams,
    link,
    scanner: () => scanner,
    pump: (batchId) => goOn(batchId),
    queue,
  })
  const sealer = new SheetSealer(context, {
    stationName,
    pageCountOf: tray.pageCountOf,
    rosterOf: (examId) => exams.rosterOf(examId),
    sort: tray.sorter.sort,
    replace: tray.rescans.apply,
    settleMs: options.settleMs ?? 3000,
    onSealed: (sheetId) => {
      tray.onSealed(sheetId)
      uploader.pump()
    },
    onSamePaper: tray.onSamePaper,
  })
  const readers = new PageReaders(context, {
    workers: options.workers ?? 2,
    candidatesOf: tray.candidatesOf,
    onPage: tray.gate.look,
    processes: options.reader,
    mostWaiting: options.mostWaitingPages,
    onRead: (batchId) => void sealer.pump(batchId).then(() => closer.pump(batchId)),
  })
  const intake = new Intake(
    context,
    { pollMs: options.pollMs ?? 500, stableMs: options.stableMs ?? 700 },
    {
      onTaken: () => readers.pump(),
      whenRead: (signal) => readers.whenRoom(signal),
      rescanOf: (batchId) => tray.rescans.expectedFor(batchId),
    },
  )

  const scanner: ScannerDesk = new ScannerDesk(context, {
    folder: await feederFolder(options.dataDir),
    ownProfilesFolder: path.join(options.dataDir, 'scanner-profiles'),
    reportFolder: path.join(options.dataDir, 'support'),
    knownSheets: () =>
      exams
        .knownTemplates()
        .map(({ subject_name, template }) => ({ name: `${subject_name}答题卡`, template })),
    onTaken: () => readers.pump(),
    whenRead: (signal) => readers.whenRoom(signal),
    ...options.scanner,
  })
  await scanner.prepare()

  const describeState = (): StationState =>
    describeStation({
      ...context,
      stationName,
      link,
      readers,
      tray,
      scanner,
      uploader,
      settings,
      retention,
      live,
      batches,
      dataKey: describeDataKey(keyPlace),
    })

  await spool.sweepContainers(selectContainersToKeep(db))
  /** Wakes everything that waits for the server. */
  function serverIsBack(): void {
    uploader.pump()
    superseder.pump()
    closer.pumpAll()
    sender.pump()
    absences.pump()
    tray.twice.pump()
  }
  const heartbeat = new Heartbeat(link, serverIsBack)
  /** Something has changed in a batch: wakes everything that may have waited for it. */
  function goOn(batchId: string): void {
    readers.pump()
    void sealer.pump(batchId).then(() => closer.pump(batchId))
    uploader.pump()
    superseder.pump()
  }
  /** Takes up everything that is not finished: at the start, and after there was no room. */
  function resume(): void {
    serverIsBack()
    for (const batch of selectUnfinishedBatches(db)) goOn(batch.id)
  }
  intake.start()
  resume()
  // Everything is woken by what it waits for; a wake-up that is missed costs seconds, not the batch.
  const net = setInterval(resume, 3000)
  retention.start()

  return {
    api: stationCalls({
      ...context,
      stationName,
      link,
      settings,
      retention,
      exams,
      intake,
      readers,
      sealer,
      uploader,
      closer,
      heartbeat,
      desk,
      sender,
      seats,
      absences,
      scanner,
      tray,
      queue,
      goOn,
      serverIsBack,
      describeState,
    }),
    subscribe: live.subscribe,
    readPicture: async (imageId, kind, query) => {
      const picture =
        scanner.check.picture(imageId, kind) ?? (await readPicture(context, imageId, kind))
      const piece = query ? pieceOf(query) : null
      return picture && piece ? cutPicture(picture, piece) : picture
    },
    stop: async () => {
      clearInterval(net)
      disk.stop()
      await retention.stop()
      await scanner.stop()
      await heartbeat.stop()
      await intake.stop()
      await readers.stop()
      await sealer.stop()
      await tray.twice.stop()
      await uploader.stop()
      await superseder.stop()
      await closer.stop()
      await sender.stop()
      await absences.stop()
      await desk.stop()
      live.stop()
      db.close()
      unlock()
    },
  }
}

function usualKeyStores(options: StationOptions): KeyStore[] {
  const system = systemKeyStore()
  const file = fileKeyStore(options.keyFolder ?? `${path.resolve(options.dataDir)}-key`)
  return system ? [system, file] : [file]
}

const STATION_NAME = 'station-name'

/** The name stays when the computer is renamed: it is part of what has been uploaded. */
function nameOf({ db }: StationContext, given: string | undefined): string {
  const kept = findSetting<string>(db, STATION_NAME)
  const name = given ?? kept ?? hostname().slice(0, 60)
  if (name !== kept) putSetting(db, STATION_NAME, name)
  return name
}
