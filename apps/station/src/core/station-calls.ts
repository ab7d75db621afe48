import path from 'node:path'
import { reviewCalls } from './actions/review-calls.ts'
import type { BatchState } from '../bridge/batch-api.ts'
import type { StationApi } from '../bridge/station-api.ts'
import { StationError } from '../bridge/station-error.ts'
import {
  describeBatch,
  describeProblemImages,
  describeSheet,
  describeSheetDetail,
} from './describe.ts'
import { historyCalls } from './history/history-calls.ts'
import { isPictureName, markOf } from './intake/folder-watch.ts'
import { openBatch } from './intake/open-batch.ts'
import { compareNames } from './sheets/natural-order.ts'
import { takeFile } from './intake/take-file.ts'
import { findPapers } from './find/find-papers.ts'
import { keepCalls } from './retention/keep-calls.ts'
import { describeLabel } from './labels/batch-label.ts'
import { roomsCalls } from './rooms/rooms-calls.ts'
import { scannerCalls } from './scanner/scanner-calls.ts'
import { retrySheet } from './sheets/retry-sheet.ts'
import type { StationParts } from './station-parts.ts'
import { type BatchRow, findBatch, isOpenNow, updateBatchState } from './store/batch.store.ts'
import { findImage } from './store/image.store.ts'
import { countWaitingUploads } from './store/outbox.store.ts'
import { findPendingRescan } from './store/rescan.store.ts'
import { findSheetWithUpload, selectSheets, type SheetWithUpload } from './store/sheet.store.ts'

/** The calls of the contract, over the parts of a running station. */
export function stationCalls(station: StationParts): StationApi {
  const { db, spool, link, exams, describeState } = station
  const describe = (batchId: string): BatchState => describeBatch(db, batchOf(station, batchId))

  return {
    ...reviewCalls(station),
    ...scannerCalls(station),
    ...keepCalls(station),
    ...roomsCalls(station),
    ...historyCalls(station),
    state: async () => describeState(),

    signIn: async ({ account, password }) => {
      await link.signIn(account, password)
      station.changed()
      station.serverIsBack()
      return describeState()
    },

    signOut: async () => {
      await link.signOut()
      return describeState()
    },

    listExams: async () => exams.listExams(),

    openBatch: async (input) => describe(await openBatch(station, input)),
    batch: async ({ batch_id }) => describe(batch_id),

    addFiles: async ({ batch_id, files }) => {
      const batch = batchOf(station, batch_id)
      refuseUnlessOpen(batch)
      const refused: { file: string; reason: string }[] = []
      let added = 0
      for (const file of files.toSorted(compareNames)) {
        const name = path.basename(file)
        const mark = await markOf(file)
        if (!mark || !isPictureName(name)) {
          refused.push({ file: name, reason: mark ? notPicture(name) : '文件打不开' })
          continue
        }
        const forSeq = station.tray.rescans.expectedFor(batch_id)
        const outcome = await takeFile(station, batch_id, { name, file, ...mark }, forSeq)
        if (outcome === 'changed') refused.push({ file: name, reason: '文件正在写入，请稍后再加' })
        else if (outcome === 'closed') refused.push({ file: name, reason: BATCH_CLOSED })
        else if (outcome === 'known') refused.push({ file: name, reason: '已经在本批次中' })
        else added++
      }
      station.changed()
      station.readers.pump()
      return { added, refused }
    },

    closeBatch: async ({ batch_id }) => {
      const batch = batchOf(station, batch_id)
      refuseWhileScanning(station, batch_id)
      const notice = batch.state === 'open' ? await station.intake.drain(batch) : ''
      // While the folder was looked at, scanning may have begun, or somebody may have ended the batch.
      if (isOpenNow(db, batch_id)) {
        refuseWhileScanning(station, batch_id)
        // Pages may lie in the folder that there was no room for.
        if (station.disk.isFull)
          throw new StationError('DISK_FULL', station.disk.describe().message)
        station.tray.close(batch)
        updateBatchState(db, batch_id, { state: 'closing' })
        station.changed()
      }
      // What lay in the tray is read once more, as what it was scanned for, or goes to the server as it is.
      station.goOn(batch_id)
      return { ...describe(batch_id), notice }
    },

    waitForBatch: async ({ batch_id, timeout_ms }) => {
      batchOf(station, batch_id)
      const until = performance.now() + timeout_ms
      while (batchOf(station, batch_id).state !== 'closed' && performance.now() < until)
        await new Promise((next) => setTimeout(next, 100))
      return describe(batch_id)
    },

    batchLabel: async ({ batch_id }) => {
      const batch = batchOf(station, batch_id)
      const { rows } = selectSheets(db, batch_id, { filter: 'all', limit: MOST_SHEETS, offset: 0 })
      const examNos = rows.toReversed().map((sheet) => sheet.exam_no)
      return describeLabel(batch, examNos, exams.rosterOf(batch.exam_id))
    },

    findPapers: async ({ text }) => findPapers(db, text),

    listSheets: async ({ batch_id, filter = 'all', limit = 100, offset = 0 }) => {
      batchOf(station, batch_id)
      const { total, rows } = selectSheets(db, batch_id, { filter, limit, offset })
      return { total, list: rows.map(describeSheet) }
    },

    sheet: async ({ sheet_id }) => describeSheetDetail(db, spool, sheetOf(station, sheet_id)),
    listProblemImages: async ({ batch_id }) => describeProblemImages(db, batch_id),

    settleImage: async ({ image_id, decision }) => {
      const image = findImage(db, image_id)
      if (image?.state !== 'unreadable' && image?.state !== 'duplicate')
        throw new StationError('IMAGE_SETTLED', '这张图像已经处理过，请刷新列表')
      const batch = batchOf(station, image.batch_id)
      if (batch.state === 'closed' || (decision !== 'discard' && station.closer.isEnding(batch.id)))
        throw new StationError('BATCH_CLOSED', BATCH_CLOSED)
      if (decision === 'discard')
        station.tray.decisions.discardImages(batch, [image], '由扫描员丢弃')
      else
        db.prepare("update image set state = 'taken', tries = 0, reason = '' where id = ?").run(
          image_id,
        )
      station.changed()
      station.goOn(batch.id)
      return describe(batch.id)
    },

    listTray: async ({ batch_id }) => station.tray.list(batchOf(station, batch_id)),
    settleTray: async ({ batch_id, item_id, decision }) => {
      await station.tray.settle(batchOf(station, batch_id), item_id, decision)
      return describe(batch_id)
    },
    rescanSheet: async ({ sheet_id }) => {
      const sheet = sheetOf(station, sheet_id)
      station.tray.feedAgain(batchOf(station, sheet.batch_id), sheet)
      return describe(sheet.batch_id)
    },
    restoreSheet: async ({ sheet_id }) => {
      const sheet = sheetOf(station, sheet_id)
      await station.tray.restore(batchOf(station, sheet.batch_id), sheet.seq)
      return describe(sheet.batch_id)
    },
    setTrayPolicy: async ({ policy }) => {
      station.tray.policy = policy
      return describeState()
    },

    retrySheet: async ({ sheet_id }) =>
      describeSheet(await retrySheet(station, sheetOf(station, sheet_id))),

    listScanners: (search) => station.scanner.list(search),
    openScanner: async (choice) => {
      await station.scanner.open(choice)
      return describeState()
    },
    closeScanner: async () => {
      await station.scanner.close()
      return describeState()
    },
    startScan: async ({ batch_id }) => {
      const batch = batchOf(station, batch_id)
      refuseUnlessOpen(batch)
      refuseWhileAwaited(station, batch)
      station.scanner.start(batch_id)
      return describeState()
    },
    pauseScan: async () => {
      station.scanner.pause()
      return describeState()
    },
    stopScan: async () => {
      station.scanner.halt()
      return describeState()
    },

    reconnect: async () => {
      await station.heartbeat.now()
      return describeState()
    },

    quit: async ({ keep_for_next_time }) => {
      const to_upload = countWaitingUploads(db)
      const to_send = describeState().actions_to_send
      const isFree = to_upload + to_send === 0
      return {
        may_close: isFree || keep_for_next_time,
        to_upload,
        message: isFree
          ? ''
          : `还有 ${waitingText(to_upload, to_send)}，请等待完成，或选择「保留到下次」再关闭`,
      }
    },
  }
}

const waitingText = (sheets: number, actions: number): string =>
  [sheets > 0 ? `${sheets} 张待上传` : '', actions > 0 ? `${actions} 项处理待发送` : '']
    .filter(Boolean)
    .join('、')

const notPicture = (name: string): string =>
  /\.pdf$/i.test(name) ? 'PDF 请放进批次监视的文件夹' : '不是图片文件'

/** More than any stack has. */
const MOST_SHEETS = 1_000_000

const BATCH_CLOSED = '批次已结束，不能再加图像，请新建批次'

function batchOf({ db }: StationParts, batchId: string): BatchRow {
  const batch = findBatch(db, batchId)
  if (!batch) throw new StationError('BATCH_NOT_FOUND', '没有找到该批次，请刷新批次列表')
  return batch
}

function sheetOf({ db }: StationParts, sheetId: string): SheetWithUpload {
  const sheet = findSheetWithUpload(db, sheetId)
  if (!sheet) throw new StationError('SHEET_NOT_FOUND', '没有找到这张答题卡，请刷新列表')
  return sheet
}

function refuseWhileScanning({ scanner }: StationParts, batchId: string): void {
  if (scanner.isScanningInto(batchId))
    throw new StationError('SCANNER_BUSY', '正在往这个批次里扫描，请先停止扫描，再结束批次')
}

function refuseUnlessOpen(batch: BatchRow): void {
  if (batch.state === 'open') return
  throw new StationError('BATCH_CLOSED', BATCH_CLOSED)
}

/** The next paper is that of a sheet in the tray: fed like any other it would become a sheet of its own. */
function refuseWhileAwaited({ db, tray }: StationParts, { id, folder }: BatchRow): void {
  const awaited = folder === '' ? findPendingRescan(db, id) : undefined
  const progress = awaited && tray.rescans.progressOf(id)
  if (!progress || progress.have >= progress.papers) return
  throw new StationError(
    'RESCAN_WAITING',
    `第 ${awaited.seq} 张在等待重扫。请放好它的纸，点「重扫此张」；不重扫就点「不重扫了」，再继续扫描`,
  )
}
