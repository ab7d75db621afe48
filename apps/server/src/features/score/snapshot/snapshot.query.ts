import type { Db } from '@hengjuan/db'

/** The versions of an exam, newest first. */
export async function selectSnapshots(
  db: Db,
  exam: { id: number; published_snapshot_id: number | null },
) {
  const rows = await db
    .selectFrom('snapshot')
    .innerJoin('user', 'user.id', 'snapshot.created_by')
    .where('snapshot.exam_id', '=', exam.id)
    .where('snapshot.complete', '=', 1)
    .select([
      'snapshot.id as snapshot_id',
      'snapshot.version',
      'snapshot.name',
      'snapshot.created_at',
      'snapshot.override_reason',
      'user.name as created_by_name',
    ])
    .select(({ fn, selectFrom }) =>
      fn
        .coalesce(
          'snapshot.candidates',
          // Of a version from before columns were stored.
          selectFrom('snapshot_row')
            .whereRef('snapshot_row.snapshot_id', '=', 'snapshot.id')
            .select(({ fn: of }) => of.countAll<number>().as('count')),
        )
        .as('candidates'),
    )
    .orderBy('snapshot.version', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    candidates: Number(row.candidates),
    published: row.snapshot_id === exam.published_snapshot_id,
  }))
}
