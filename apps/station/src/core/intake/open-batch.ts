import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { StationInput } from '../../bridge/station-api.ts'
import { StationError } from '../../bridge/station-error.ts'
import type { StationParts } from '../station-parts.ts'
import { insertBatch, selectUnfinishedBatches } from '../store/batch.store.ts'
import { selectImagesOfFolder } from '../store/image.store.ts'
import { selectSplitFilesOfFolder } from '../store/split-file.store.ts'
import { insertLot } from '../store/lot.store.ts'
import { markOf } from './folder-watch.ts'

/**
 * Opens a batch for one subject, for several of an exam, or for whatever of the exam lies in the stack.
 *
 * @throws StationError
 */
export async function openBatch(
  station: StationParts,
  input: StationInput<'openBatch'>,
): Promise<string> {
  const { db, exams } = station
  const label = input.label.trim()
  // Without a folder, pages come from a scanner that this station drives.
  const folder = input.folder === undefined ? '' : await checkedFolder(input.folder)
  const same = findOpen(station, input, { label, folder })
  if (same !== null) return same
  if (folder !== '') await refuseScannedBefore(db, folder)
  if (label === '') throw new StationError('INPUT_INVALID', '请填写批次名称')
  await exams.listExams()
  const { exam, subject } = exams.findSubject(input.exam_id, input.subject_id)
  if (!subject.upload.open)
    throw new StationError('SUBJECT_CLOSED', subject.upload.reason || '这个科目现在不能上传')
  const lots = await fetchLots(station, input)
  // Sheets of the other subjects are known when they come, whether they are wanted or not.
  await exams.fetchTemplatesOf(input.exam_id)
  await exams.fetchRoster(input.exam_id)
  // The same call may have come again while the server was being asked.
  const meanwhile = findOpen(station, input, { label, folder })
  if (meanwhile !== null) return meanwhile
  const id = station.newId()
  const batch = {
    id,
    exam_id: input.exam_id,
    subject_id: input.subject_id,
    exam_name: exam.exam_name,
    subject_name: subject.subject_name,
    label,
    folder,
    template_sha256: lots[0]?.template_sha256 ?? '',
    opened_at: station.now(),
    is_mixed: input.is_mixed === true ? (1 as const) : (0 as const),
  }
  db.transaction(() => {
    insertBatch(db, batch)
    for (const [at, lot] of lots.entries())
      insertLot(db, {
        ...lot,
        batch_id: id,
        upload_batch_id: at === 0 ? id : station.newId(),
      })
  }).immediate()
  station.changed()
  return id
}

/**
 * The same call again, after its answer was lost: the same batch.
 *
 * @throws StationError when another batch watches the folder
 */
function findOpen(
  { db }: StationParts,
  input: StationInput<'openBatch'>,
  { label, folder }: { label: string; folder: string },
): string | null {
  const watching = selectUnfinishedBatches(db).find(
    (batch) =>
      batch.state === 'open' &&
      batch.folder === folder &&
      (folder !== '' || (batch.label === label && batch.subject_id === input.subject_id)),
  )
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
  return null
}

/** The subject that was chosen first, then the others, with what they are read with. */
async function fetchLots({ exams }: StationParts, input: StationInput<'openBatch'>) {
  const { exam_id, subject_id, more_subjects = [] } = input
  const lots: { subject_id: number; subject_name: string; template_sha256: string }[] = []
  for (const each of new Set([subject_id, ...more_subjects])) {
    const { subject } = exams.findSubject(exam_id, each)
    const { subject_name, upload } = subject
    if (!upload.open)
      throw new StationError('SUBJECT_CLOSED', `《${subject_name}》：${upload.reason}`)
    const { sha256 } = await exams.fetchTemplate(exam_id, each)
    lots.push({ subject_id: each, subject_name, template_sha256: sha256 })
  }
  return lots
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
  for (const image of [
    ...selectImagesOfFolder(db, folder),
    ...selectSplitFilesOfFolder(db, folder),
  ]) {
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
