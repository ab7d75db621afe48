import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tiffPages } from '@hengjuan/omr'
import sharp from 'sharp'
import type { StationContext } from '../../context.ts'
import { isOpenNow } from '../../store/batch.store.ts'
import { findImageByContent, insertImage } from '../../store/image.store.ts'
import {
  dropSplitFile,
  putSplitFile,
  selectSplitFiles,
  type SplitFileRow,
  updateSplitTaken,
} from '../../store/split-file.store.ts'
import { type FoundFile, isSame, markOf } from '../folder-watch.ts'
import { FileSplitter } from './file-splitter.ts'
import type { SplitPage, SplitRefusal } from './split-answer.ts'
import { isCutOff } from './tiff-pages.ts'
import { badPageText, pageName, tooLargeText } from './split-words.ts'

/** `single`: one page in a form that is taken as it is; `changed`, `closed`, `stopped`: another time. */
type SplitOutcome =
  | { kind: 'taken' | 'copy' | 'single' | 'changed' | 'closed' | 'stopped' }
  | { kind: 'refused'; refusal: SplitRefusal }

interface SplitOptions {
  /** Names in the folder now. */
  isThere: (name: string) => Promise<boolean>
  /** Resolves when there is room for another page. */
  whenRoom: () => Promise<void>
  isStopped: () => boolean
  /** Position of the sheet whose paper is waited for; null when none is. */
  rescanOf: () => number | null
  onPage: () => void
}

export const isSplitName = (name: string): boolean => /\.(pdf|tiff?)$/i.test(name)

/**
 * Takes the pages of a PDF or TIFF into a batch, in order: each is on disk before its row exists, and how
 * far the file has been taken is part of the same transaction. A run that was cut off is continued.
 */
export async function takePages(
  station: StationContext,
  batchId: string,
  found: FoundFile,
  options: SplitOptions,
): Promise<SplitOutcome> {
  const isTiff = !/\.pdf$/i.test(found.name)
  // What is wrong with a single picture is found, and said, when it is read.
  if (isTiff && !(await hasPages(found.file))) return { kind: 'single' }
  const sha256 = await hashOf(found.file)
  if (!(await isUnchanged(found))) return { kind: 'changed' }
  const known = await knownFile(station, batchId, { ...found, sha256 }, options)
  if (known?.copy_of != null) return { kind: 'copy' }
  if (known && known.taken === known.pages) return { kind: 'taken' }
  const splitter = new FileSplitter(found.file, (text) =>
    station.log('split.process', { file: found.name, text }),
  )
  try {
    const answer = await splitter.open()
    if (!(await isUnchanged(found))) return { kind: 'changed' }
    if (answer.kind === 'refused') return answer
    const file = known ?? {
      ...rowOf(batchId, { ...found, sha256 }),
      pages: answer.pages,
      taken: 0,
      copy_of: null,
    }
    if (!known) putSplitFile(station.db, file)
    for (let page = file.taken + 1; page <= file.pages; page++) {
      await options.whenRoom()
      if (options.isStopped()) return { kind: 'stopped' }
      const picture = await splitter.page(page)
      if (options.isStopped()) return { kind: 'stopped' }
      if (!(await isUnchanged(found))) return { kind: 'changed' }
      const isTaken = await keepPage(station, file, { page, picture, forSeq: options.rescanOf() })
      if (!isTaken) return { kind: 'closed' }
      options.onPage()
    }
    return { kind: 'taken' }
  } finally {
    splitter.close()
  }
}

const isUnchanged = async (found: FoundFile): Promise<boolean> => {
  const mark = await markOf(found.file)
  return mark !== null && isSame(found, mark)
}

async function hasPages(tiff: string): Promise<boolean> {
  const bytes = await readFile(tiff)
  return tiffPages(bytes).length > 1 || isCutOff(bytes)
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part as Buffer)
  return hash.digest('hex')
}

const rowOf = (batch_id: string, file: FoundFile & { sha256: string }) => ({
  batch_id,
  name: file.name,
  sha256: file.sha256,
  source_size: file.size,
  source_mtime_ms: file.mtimeMs,
})

/** What the batch knows of a content: under this name, under another, or as a copy of another file. */
async function knownFile(
  { db }: StationContext,
  batchId: string,
  found: FoundFile & { sha256: string },
  { isThere }: SplitOptions,
): Promise<SplitFileRow | null> {
  const same = selectSplitFiles(db, batchId).filter(({ sha256 }) => sha256 === found.sha256)
  const own = same.find(({ name }) => name === found.name)
  const other = same.find(({ name, copy_of }) => name !== found.name && copy_of === null)
  const row = rowOf(batchId, found)
  if (own) {
    // Touched without a change, perhaps: it is not to be looked into at every look.
    const touched = { ...own, ...row }
    putSplitFile(db, touched)
    return touched
  }
  if (!other) return null
  // Renamed half-way: what was taken stays taken.
  const isRenamed = other.taken < other.pages && !(await isThere(other.name))
  const file = { ...other, ...row, copy_of: isRenamed ? null : other.name }
  db.transaction(() => {
    if (isRenamed) dropSplitFile(db, batchId, other.name)
    putSplitFile(db, file)
  }).immediate()
  return file
}

interface PageToKeep {
  page: number
  picture: SplitPage | null
  forSeq: number | null
}

/** @returns false when the batch was ended meanwhile */
async function keepPage(
  station: StationContext,
  file: SplitFileRow,
  { page, picture, forSeq }: PageToKeep,
): Promise<boolean> {
  const { db, spool } = station
  const { batch_id, source_size, source_mtime_ms } = file
  const name = pageName(file.name, page)
  const isPicture = picture?.kind === 'picture'
  const trouble = picture ? tooLargeText(page) : badPageText(page)
  // A page that cannot be had still has its row, which a person sees.
  const content = isPicture ? picture.bytes : Buffer.from(`${file.sha256} ${name}`)
  const { sha256, bytes } = await spool.takeBytes(content)
  const isCopied = isPicture && findImageByContent(db, batch_id, sha256) !== undefined
  // Empty backs of a copier are often alike to the last bit; what was written on is not.
  const isEmpty = isCopied && (await isPlain(content))
  return db
    .transaction((): boolean => {
      if (!isOpenNow(db, batch_id)) return false
      updateSplitTaken(db, batch_id, file.name, page)
      // An earlier version of a file that was written on had this page already.
      const isKnown = db
        .prepare('select 1 from image where batch_id = ? and name = ? and sha256 = ?')
        .get(batch_id, name, sha256)
      if (isKnown) return true
      const earlier = isEmpty ? undefined : findImageByContent(db, batch_id, sha256)
      insertImage(db, {
        id: station.newId(),
        batch_id,
        name,
        sha256,
        bytes,
        source_size,
        source_mtime_ms,
        taken_at: station.now(),
        state: !isPicture ? 'unreadable' : earlier ? 'duplicate' : 'taken',
        dup_of: isPicture ? (earlier?.id ?? null) : null,
        reason: !isPicture
          ? trouble
          : earlier
            ? `内容与「${earlier.name}」完全相同，没有重复计入；若确是另一页，请选「保留」`
            : '',
        for_seq: earlier ? null : forSeq,
      })
      return true
    })
    .immediate()
}

async function isPlain(picture: Uint8Array): Promise<boolean> {
  const { channels } = await sharp(picture, { limitInputPixels: false }).stats()
  return channels.every(({ min, max }) => min === max)
}
