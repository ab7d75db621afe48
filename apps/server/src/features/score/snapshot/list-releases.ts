import type { listReleases, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import type { ReleaseState, ReleaseTarget } from '@hengjuan/domain'
import { countLooks } from './looks.ts'

type Releases = ReplyOf<typeof listReleases>

/** Who sees a version of an exam, who is to, and who did. */
export async function selectReleases(
  db: Db,
  exam: {
    id: number
    teachers_told: number
    student_snapshot_id: number | null
    book_snapshot_id: number | null
  },
): Promise<Releases> {
  const rows = await db
    .selectFrom('release')
    .innerJoin('snapshot', 'snapshot.id', 'release.snapshot_id')
    .innerJoin('user', 'user.id', 'release.by_id')
    .where('release.exam_id', '=', exam.id)
    .select([
      'release.id as release_id',
      'release.snapshot_id',
      'snapshot.version',
      'release.audience',
      'release.state',
      'release.at',
      'release.note',
      'release.reason',
      'release.kept_snapshot_id',
      'user.name as by_name',
    ])
    .orderBy('release.id', 'desc')
    .execute()
  const versions = await db
    .selectFrom('snapshot')
    .where('exam_id', '=', exam.id)
    .where('complete', '=', 1)
    .select(['id as snapshot_id', 'version'])
    .orderBy('version', 'desc')
    .execute()
  const [newest] = versions
  const versionOf = (snapshotId: number | null) =>
    versions.find((one) => one.snapshot_id === snapshotId)?.version ?? null
  return {
    teachers_told: exam.teachers_told === 1,
    student_version: versionOf(exam.student_snapshot_id),
    book_version: versionOf(exam.book_snapshot_id),
    looked: await countLooks(db, exam.id),
    list: rows.map(({ audience, state, kept_snapshot_id: kept, ...row }) => ({
      ...row,
      audience: audience as ReleaseTarget,
      state: state as ReleaseState,
      newer:
        newest &&
        state === 'scheduled' &&
        newest.version > row.version &&
        newest.snapshot_id !== kept
          ? newest
          : null,
    })),
  }
}
