import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { COLUMN_FORMAT, decodeColumns, encodeColumns, type ResultColumns } from '@hengjuan/stats'

/** What is compressed, and written, at a time: on SQLite others write in between. */
const PART_BYTES = 4 << 20

/** What a version says of its columns. */
export interface StoredColumns {
  candidates: number
  columns_format: number
  columns_bytes: number
  columns_sha256: string
}

/** A version from before columns were stored has its candidates as rows. */
export const areColumnsStored = <Head extends { [Key in keyof StoredColumns]: unknown }>(
  head: Head,
): head is Head & StoredColumns => head.columns_sha256 !== null

/** Columns as they are stored. */
interface PackedColumns {
  head: StoredColumns
  parts: Uint8Array[]
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export async function packColumns(columns: ResultColumns): Promise<PackedColumns> {
  const bytes = encodeColumns(columns)
  const parts: Uint8Array[] = []
  for (let from = 0; from < bytes.length; from += PART_BYTES)
    parts.push(await compress(bytes.subarray(from, from + PART_BYTES)))
  return {
    head: {
      candidates: columns.n,
      columns_format: COLUMN_FORMAT,
      columns_bytes: bytes.length,
      columns_sha256: hashOf(bytes),
    },
    parts,
  }
}

/** Stores a part of a version's columns. */
export const insertPart = (db: Db, snapshotId: number, part: number, bytes: Uint8Array) =>
  db
    .insertInto('snapshot_column')
    .values({ snapshot_id: snapshotId, part, bytes: Buffer.from(bytes) })
    .execute()

/**
 * Reads the columns of a version.
 *
 * @throws AppError SNAPSHOT_DAMAGED where they are not what was stored: rather no scores than wrong ones
 */
export async function readColumns(
  db: Db,
  snapshotId: number,
  { version, ...head }: StoredColumns & { version: number },
): Promise<ResultColumns> {
  if (head.columns_format !== COLUMN_FORMAT)
    throw new Error(`columns of a version are of the unknown format ${head.columns_format}`)
  const bytes = new Uint8Array(head.columns_bytes)
  let end = 0
  for (let part = 0; end < bytes.length; part++) {
    const row = await db
      .selectFrom('snapshot_column')
      .where('snapshot_id', '=', snapshotId)
      .where('part', '=', part)
      .select('bytes')
      .executeTakeFirst()
    const content = row && (await decompress(row.bytes).catch(() => null))
    if (!content || content.length > bytes.length - end) break
    bytes.set(content, end)
    end += content.length
  }
  if (hashOf(bytes) !== head.columns_sha256) throw new AppError('SNAPSHOT_DAMAGED', { version })
  return decodeColumns(bytes)
}

/** Takes away what is stored of a version. */
export const deleteColumns = (db: Db, snapshotId: number) =>
  db.deleteFrom('snapshot_column').where('snapshot_id', '=', snapshotId).execute()
