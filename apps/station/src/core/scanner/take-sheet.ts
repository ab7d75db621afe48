import type { DeliveredSheet, ScannerProfile } from '@hengjuan/scanner-bridge'
import type { StationContext } from '../context.ts'
import { findImageByContent, insertImage } from '../store/image.store.ts'
import type { Store } from '../store/open-store.ts'
import { encodePage } from './encode-page.ts'
import { feederName, feederSheetOf, rescanName } from './sheet-name.ts'

/** Paper that is fed again to take the place of a sheet of the batch. */
export interface Refeed {
  rescanId: string
  /** How many times its paper has been put in by now, this time included. */
  attempt: number
  /** Position of the sheet in the batch. */
  seq: number
  /** Pieces of paper that it has. */
  papers: number
  /** Of these, what earlier tries have brought. */
  have: number
}

/**
 * Takes a sheet from the feeder into a batch: its pictures are on disk first, then all of them become
 * known in one transaction. Half a sheet is never in the batch. What is fed again goes to the sheet that
 * it belongs to and is not counted anew.
 */
export async function takeSheet(
  station: StationContext,
  batchId: string,
  sheet: DeliveredSheet,
  options: Pick<ScannerProfile, 'output' | 'flipBack'> & { refeed?: Refeed | null },
): Promise<void> {
  const { db, spool } = station
  const taken: { name: string; sha256: string; bytes: number }[] = []
  for (const page of sheet.pages) {
    const { bytes, ending } = await encodePage(page, options)
    const name = options.refeed
      ? rescanName(options.refeed, sheet.number, page.side, ending)
      : feederName(sheet.number, page.side, ending)
    taken.push({ name, ...(await spool.takeBytes(bytes)) })
  }
  db.transaction(() => {
    const earlierOf = taken.map(({ sha256 }) => findImageByContent(db, batchId, sha256))
    // Two empty backs may well be alike; a copy is a piece of paper of which both sides are.
    const isCopy = earlierOf.every((earlier) => earlier !== undefined)
    for (const [at, { name, sha256, bytes }] of taken.entries()) {
      const earlier = isCopy ? earlierOf[at] : undefined
      insertImage(db, {
        id: station.newId(),
        batch_id: batchId,
        name,
        sha256,
        bytes,
        source_size: bytes,
        source_mtime_ms: 0,
        taken_at: station.now(),
        state: earlier ? 'duplicate' : 'taken',
        dup_of: earlier?.id ?? null,
        reason: earlier
          ? `内容与「${earlier.name}」完全相同，没有重复计入；若确是另一页，请选「保留」`
          : '',
        for_seq: options.refeed?.seq ?? null,
      })
    }
  }).immediate()
}

/** Number of the last sheet that a feeder gave to a batch; 0 before the first. */
export function lastFeederSheet(db: Store, batchId: string): number {
  const row = db
    .prepare(
      "select max(name) as name from image where batch_id = ? and name glob 'feeder-[0-9][0-9][0-9][0-9][0-9][0-9]-[12].*'",
    )
    .get(batchId) as { name: string | null }
  return (row.name === null ? null : feederSheetOf(row.name)) ?? 0
}

/** The front of a sheet, once it has a picture to show. */
export function findFrontOf(db: Store, batchId: string, sheet: number): string | null {
  const prefix = feederName(sheet, 'front', '')
  const row = db
    .prepare(
      'select id from image where batch_id = ? and name >= ? and name < ? and mime is not null order by id desc limit 1',
    )
    .get(batchId, prefix, `${prefix}~`) as { id: string } | undefined
  return row?.id ?? null
}
