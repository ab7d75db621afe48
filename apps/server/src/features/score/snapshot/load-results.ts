import type { Db } from '@hengjuan/db'
import type { ResultManifest, ResultVersion } from '@hengjuan/stats'
import type { ExamManifest } from './manifest.query.ts'
import { readRows } from './read-rows.ts'
import type { SnapshotManifest } from './snapshot-data.ts'
import { areColumnsStored, readColumns } from './stored-columns.ts'

/** A version never changes, so the last few that were asked for are kept: 2 KB a candidate of nine subjects. */
const KEPT = 3
type Body = Pick<ResultVersion, 'manifest' | 'columns'>
const cache = new WeakMap<object, Map<number, Promise<Body>>>()

/**
 * A whole version, by columns. Of a region it takes a second to read, away from those who mark: call it in work that
 * is done `runInWorker`.
 */
export async function loadResults(db: Db, snapshotId: number): Promise<ResultVersion> {
  // What the version says of itself is settled when it is released, which may be after its columns were read.
  const head = await db
    .selectFrom('snapshot')
    .where('id', '=', snapshotId)
    .select(['exam_id', 'version', 'created_at', 'override_reason'])
    .executeTakeFirstOrThrow()
  return {
    snapshotId,
    examId: head.exam_id,
    version: head.version,
    createdAt: head.created_at,
    overrideReason: head.override_reason,
    ...(await loadBody(db, snapshotId)),
  }
}

async function loadBody(db: Db, snapshotId: number): Promise<Body> {
  const kept = cache.get(db) ?? new Map<number, Promise<Body>>()
  cache.set(db, kept)
  for (let found = kept.get(snapshotId); found; found = kept.get(snapshotId)) {
    // The last asked for stands last.
    kept.delete(snapshotId)
    kept.set(snapshotId, found)
    // Whoever began to read it may have left, which ends the reading for them alone.
    const body = await found.catch(() => null)
    if (body) return body
    if (kept.get(snapshotId) === found) kept.delete(snapshotId)
  }
  const own = readBody(db, snapshotId)
  kept.set(snapshotId, own)
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break
    kept.delete(oldest)
  }
  try {
    return await own
  } catch (error) {
    if (kept.get(snapshotId) === own) kept.delete(snapshotId)
    throw error
  }
}

async function readBody(db: Db, snapshotId: number): Promise<Body> {
  const head = await db
    .selectFrom('snapshot')
    .where('id', '=', snapshotId)
    .select(['manifest', 'version'])
    .select(['candidates', 'columns_format', 'columns_bytes', 'columns_sha256'])
    .executeTakeFirstOrThrow()
  const manifest: unknown = JSON.parse(head.manifest)
  return areColumnsStored(head)
    ? {
        manifest: manifest as ResultManifest,
        columns: await readColumns(db, snapshotId, head),
      }
    : readRows(db, snapshotId, manifest as SnapshotManifest | ExamManifest)
}
