import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { BatchState, StationApi } from '../bridge/station-api.ts'
import { StationError } from '../bridge/station-error.ts'
import {
  describeBatch,
  describeProblemImages,
  describeSheet,
  describeSheetDetail,
} from './describe.ts'
import { isPictureName, markOf } from './intake/folder-watch.ts'
import { compareNames } from './intake/natural-order.ts'
import { takeFile } from './intake/take-file.ts'
import { remakeSheet } from './sheets/remake-sheet.ts'
import type { StationParts } from './station.ts'
import {
  type BatchRow,
  findBatch,
  insertBatch,
  selectUnfinishedBatches,
  updateBatchState,
  updateBatchTemplate,
} from './store/batch.store.ts'
import {
  findImage,
  selectImagesOfFolder,
  selectSheetImages,
  updateImageState,
} from './store/image.store.ts'
import { countWaitingUploads } from './store/outbox.store.ts'
import { findSheetWithUpload, selectSheets, type SheetWithUpload } from './store/sheet.store.ts'

/** The calls of the contract, over the parts of a running station. */
export function stationCalls(station: StationParts): StationApi {
  const { db, spool, link, exams, describeState } = station
  const describe = (batchId: string): BatchState => describeBatch(db, batchOf(station, batchId))

  return {
    state: async () => describeState(),

    signIn: async ({ account, password }) => {
      await link.signIn(account, password)
      station.changed()
      station.uploader.pump()
      station.closer.pumpAll()
      return describeState()
    },

    signOut: async () => {
      await link.signOut()
      return describeState()
    },

    listExams: async () => exams.listExams(),
    subjectProgress: async ({ exam_id, subject_id }) => exams.progressOf(exam_id, subject_id),

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
          refused.push({ file: name, reason: mark ? '不是图片文件' : '文件打不开' })
          continue
        }
        const outcome = await takeFile(station, batch_id, { name, file, ...mark })
        if (outcome === 'changed') refused.push({ file: name, reason: '文件正在写入，请稍后再加' })
        else if (outcome === 'known') refused.push({ file: name, reason: '已经在本批次中' })
        else added++
      }
      station.changed()
      station.readers.pump()
      return { added, refused }
    },

    closeBatch: async ({ batch_id }) => {
      const batch = batchOf(station, batch_id)
      if (station.scanner.isScanningInto(batch_id))
        throw new StationError('SCANNER_BUSY', '正在往这个批次里扫描，请先停止扫描，再结束批次')
      if (batch.state === 'open') {
        await station.intake.drain(batch)
        updateBatchState(db, batch_id, { state: 'closing' })
        station.changed()
      }
      void station.sealer.pump(batch_id).then(() => station.closer.pump(batch_id))
      return describe(batch_id)
    },

    waitForBatch: async ({ batch_id, timeout_ms }) => {
      batchOf(station, batch_id)
      const until = performance.now() + timeout_ms
      while (batchOf(station, batch_id).state !== 'closed' && performance.now() < until)
        await new Promise((next) => setTimeout(next, 100))
      return describe(batch_id)
    },

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
      if (batch.state === 'closed') throw new StationError('BATCH_CLOSED', BATCH_CLOSED)
      if (decision === 'discard') updateImageState(db, image_id, 'discarded', '由扫描员丢弃')
      else
        db.prepare("update image set state = 'taken', tries = 0, reason = '' where id = ?").run(
          image_id,
        )
      station.changed()
      station.readers.pump()
      void station.sealer.pump(batch.id).then(() => station.closer.pump(batch.id))
      return describe(batch.id)
    },

    retrySheet: async ({ sheet_id }) => describeSheet(await retrySheet(station, sheet_id)),

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
      refuseUnlessOpen(batchOf(station, batch_id))
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
      const isFree = to_upload === 0
      return {
        may_close: isFree || keep_for_next_time,
        to_upload,
        message: isFree
          ? ''
          : `还有 ${to_upload} 张待上传，请等待上传完成，或选择「保留到下次」再关闭`,
      }
    },
  }
}

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

function refuseUnlessOpen(batch: BatchRow): void {
  if (batch.state === 'open') return
  throw new StationError('BATCH_CLOSED', BATCH_CLOSED)
}

async function openBatch(
  station: StationParts,
  input: { exam_id: number; subject_id: number; label: string; folder?: string },
): Promise<string> {
  const { db, exams } = station
  const label = input.label.trim()
  // Without a folder, pages come from a scanner that this station drives.
  const folder = input.folder === undefined ? '' : await checkedFolder(input.folder)
  const watching = selectUnfinishedBatches(db).find(
    (batch) =>
      batch.state === 'open' &&
      batch.folder === folder &&
      (folder !== '' || (batch.label === label && batch.subject_id === input.subject_id)),
  )
  // The same call again, after its answer was lost: the same batch.
  if (
    watching?.label === label &&
    watching.exam_id === input.exam_id &&
    watching.subject_id === input.subject_id
  )
    return watching.id
  if (watching && folder !== '')
    throw new StationError(
      'FOLDER_IN_USE',
      `批次「${watching.label}」正在监视这个文件夹，请先结束它，或换一个文件夹`,
    )
  if (folder !== '') await refuseScannedBefore(db, folder)
  if (label === '') throw new StationError('INPUT_INVALID', '请填写批次名称')
  await exams.listExams()
  const { exam, subject } = exams.findSubject(input.exam_id, input.subject_id)
  if (!subject.upload.open)
    throw new StationError('SUBJECT_CLOSED', subject.upload.reason || '这个科目现在不能上传')
  const { sha256 } = await exams.fetchTemplate(input.exam_id, input.subject_id)
  await exams.fetchRoster(input.exam_id)
  const id = station.newId()
  insertBatch(db, {
    id,
    exam_id: input.exam_id,
    subject_id: input.subject_id,
    exam_name: exam.exam_name,
    subject_name: subject.subject_name,
    label,
    folder,
    template_sha256: sha256,
    opened_at: station.now(),
  })
  station.changed()
  return id
}

async function checkedFolder(given: string): Promise<string> {
  const folder = path.normalize(given.trim()).replace(/(.)[/\\]+$/, '$1')
  if (!path.isAbsolute(folder))
    throw new StationError(
      'FOLDER_INVALID',
      '请填写完整的文件夹路径，例如 D:\\扫描\\数学 或 /home/scan',
    )
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory())
    throw new StationError('FOLDER_INVALID', `没有这个文件夹（${folder}），请检查路径或重新选择`)
  return folder
}

/** Pictures of an earlier batch that still lie in the folder would all be scanned a second time. */
async function refuseScannedBefore(db: StationParts['db'], folder: string): Promise<void> {
  let count = 0
  let label = ''
  for (const image of selectImagesOfFolder(db, folder)) {
    const mark = await markOf(path.join(folder, image.name))
    if (!mark || mark.size !== image.source_size || mark.mtimeMs !== image.source_mtime_ms) continue
    count++
    label = image.label
  }
  if (count > 0)
    throw new StationError(
      'FOLDER_HAS_OLD_IMAGES',
      `文件夹里有 ${count} 张图像已在批次「${label}」中扫描过，请先移走，或换一个文件夹`,
    )
}

/** Does what a person would do about a refusal: another id, the new template, or simply again. */
async function retrySheet(station: StationParts, sheetId: string): Promise<SheetWithUpload> {
  const { db, exams } = station
  const row = sheetOf(station, sheetId)
  if (row.state !== 'refused')
    throw new StationError('SHEET_NOT_REFUSED', '这张答题卡没有被退回，不需要重新上传')
  const batch = batchOf(station, row.batch_id)
  if (row.error_code === 'SCAN_TEMPLATE_OUTDATED') {
    const { sha256 } = await exams.fetchTemplate(batch.exam_id, batch.subject_id)
    updateBatchTemplate(db, batch.id, sha256)
  }
  const template = station.templateOf(batch.id)
  if (!template) throw new StationError('TEMPLATE_MISSING', '本机没有识别模板，请联网后重试')
  if (row.error_code === 'SCAN_TEMPLATE_OUTDATED')
    for (const image of selectSheetImages(db, sheetId))
      await station.readers.reread(image, template)
  const newSheetId = await remakeSheet(station, row, {
    stationName: station.stationName,
    template,
    roster: exams.rosterOf(batch.exam_id),
    newId: row.error_code === 'SCAN_SHEET_ID_CONFLICT',
  })
  station.changed()
  station.uploader.pump()
  return sheetOf(station, newSheetId)
}
