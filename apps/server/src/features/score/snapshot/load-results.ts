import type { Db } from '@hengjuan/db'
import type { ResultVersion } from '@hengjuan/stats'
import { readOldVersion } from './old-version.ts'
import type { OldManifest } from './snapshot-data.ts'

/** A version never changes, so the last few that were asked for are kept: 2 KB a candidate of nine subjects. */
const KEPT = 3
const cache = new WeakMap<object, Map<number, Promise<ResultVersion>>>()

/**
 * A whole version, by columns. Of a region it takes a second to read, away from those who mark: call it in work that
 * is done `beside`.
 */
export async function loadResults(db: Db, snapshotId: number): Promise<ResultVersion> {
  const kept = cache.get(db) ?? new Map<number, Promise<ResultVersion>>()
  cache.set(db, kept)
  for (let found = kept.get(snapshotId); found; found = kept.get(snapshotId)) {
    // The last asked for stands last.
    kept.delete(snapshotId)
    kept.set(snapshotId, found)
    // Whoever began to read it may have left, which ends the reading for them alone.
    const version = await found.catch(() => null)
    if (version) return version
    if (kept.get(snapshotId) === found) kept.delete(snapshotId)
  }
  const own = readVersion(db, snapshotId)
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

async function readVersion(db: Db, snapshotId: number): Promise<ResultVersion> {
  const head = await db
    .selectFrom('snapshot')
    .selectAll()
    .where('id', '=', snapshotId)
    .executeTakeFirstOrThrow()
  return {
    snapshotId: head.id,
    examId: head.exam_id,
    version: head.version,
    createdAt: head.created_at,
    overrideReason: head.override_reason,
    ...(await readOldVersion(db, snapshotId, JSON.parse(head.manifest) as OldManifest)),
  }
}
