import type { StationContext } from '../context.ts'
import { isOpenNow } from '../store/batch.store.ts'
import { findImageByContent, insertImage, updateImageState } from '../store/image.store.ts'
import { type FoundFile, isSame, markOf } from './folder-watch.ts'

export type TakeOutcome = 'taken' | 'duplicate' | 'known' | 'changed' | 'closed'

/**
 * Takes one finished file into a batch: copied and on disk first, then recorded. A file that changed
 * while it was copied is left for the next look; a batch that was ended meanwhile takes nothing more.
 *
 * @param forSeq position of the sheet whose paper is being scanned again, where one is waited for
 */
export async function takeFile(
  station: StationContext,
  batchId: string,
  found: FoundFile,
  forSeq: number | null = null,
): Promise<TakeOutcome> {
  const { db, spool } = station
  const { sha256, bytes } = await spool.takePicture(found.file)
  const after = await markOf(found.file)
  if (!after || !isSame(found, after)) return 'changed'
  return db
    .transaction((): TakeOutcome => {
      if (!isOpenNow(db, batchId)) return 'closed'
      const same = db
        .prepare('select id from image where batch_id = ? and name = ? and sha256 = ?')
        .get(batchId, found.name, sha256) as { id: string } | undefined
      if (same) {
        // Touched without a change: remember the new time, so that it is not copied at every look.
        db.prepare('update image set source_size = ?, source_mtime_ms = ? where id = ?').run(
          found.size,
          found.mtimeMs,
          same.id,
        )
        return 'known'
      }
      dropUnreadableVersions(station, batchId, found.name)
      const earlier = findImageByContent(db, batchId, sha256)
      insertImage(db, {
        id: station.newId(),
        batch_id: batchId,
        name: found.name,
        sha256,
        bytes,
        source_size: found.size,
        source_mtime_ms: found.mtimeMs,
        taken_at: station.now(),
        state: earlier ? 'duplicate' : 'taken',
        dup_of: earlier?.id ?? null,
        reason: earlier
          ? `内容与「${earlier.name}」完全相同，没有重复计入；若确是另一页，请选「保留」`
          : '',
        for_seq: earlier ? null : forSeq,
      })
      return earlier ? 'duplicate' : 'taken'
    })
    .immediate()
}

/** A file that was written on after a pause: the half of it that was taken first is of no use. */
function dropUnreadableVersions(station: StationContext, batchId: string, name: string): void {
  const halves = station.db
    .prepare("select id from image where batch_id = ? and name = ? and state = 'unreadable'")
    .all(batchId, name) as { id: string }[]
  for (const half of halves)
    updateImageState(station.db, half.id, 'discarded', '同名文件已重新写入，以新的为准')
}
