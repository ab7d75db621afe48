import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { SnapshotCandidate, SnapshotData, SnapshotManifest } from './snapshot-data.ts'

/** A version never changes, so the last few are kept: some 2 MB for 1,500 candidates of nine subjects. */
const KEPT = 8
const cache = new WeakMap<object, Map<number, SnapshotData>>()

/** What the released version of an exam is of, without its candidates. @throws AppError SCORE_NOT_RELEASED */
export async function loadReleasedHead(
  db: Db,
  { published_snapshot_id: snapshotId }: { published_snapshot_id: number | null },
): Promise<Pick<SnapshotData, 'snapshotId' | 'manifest'>> {
  if (snapshotId === null) throw new AppError('SCORE_NOT_RELEASED')
  const { manifest } = await db
    .selectFrom('snapshot')
    .select('manifest')
    .where('id', '=', snapshotId)
    .executeTakeFirstOrThrow()
  return { snapshotId, manifest: JSON.parse(manifest) as SnapshotManifest }
}

/** A whole version: of a region it takes a second to read, away from those who mark. */
export async function loadSnapshot(db: Db, snapshotId: number): Promise<SnapshotData> {
  const kept = cache.get(db) ?? new Map<number, SnapshotData>()
  cache.set(db, kept)
  const found = kept.get(snapshotId)
  if (found) return found

  const head = await db
    .selectFrom('snapshot')
    .selectAll()
    .where('id', '=', snapshotId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('snapshot_row')
    .selectAll()
    .where('snapshot_id', '=', snapshotId)
    .orderBy('exam_no')
    .execute()
  const data: SnapshotData = {
    snapshotId: head.id,
    examId: head.exam_id,
    version: head.version,
    createdAt: head.created_at,
    overrideReason: head.override_reason,
    manifest: JSON.parse(head.manifest) as SnapshotManifest,
    candidates: rows.map((row) => ({
      candidateId: row.candidate_id,
      studentId: row.student_id,
      classId: row.class_id,
      schoolId: row.school_id,
      examNo: row.exam_no,
      name: row.name,
      namePinyin: row.name_pinyin,
      totalMilli: row.total_milli,
      partial: row.partial === 1,
      rankSchool: row.rank_school,
      rankClass: row.rank_class,
      subjects: JSON.parse(row.results) as SnapshotCandidate['subjects'],
    })),
  }
  for (const oldest of kept.keys()) {
    if (kept.size < KEPT) break
    kept.delete(oldest)
  }
  kept.set(snapshotId, data)
  return data
}
