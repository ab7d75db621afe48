import type { Db } from '@hengjuan/db'

/** What the students of a version are told, each with the head that their class shares. */
export const storedResults = (db: Db, snapshotId: number) =>
  db
    .selectFrom('exam_result')
    .innerJoin('exam_result_head', (join) =>
      join
        .onRef('exam_result_head.snapshot_id', '=', 'exam_result.snapshot_id')
        .onRef('exam_result_head.class_id', '=', 'exam_result.class_id'),
    )
    .where('exam_result.snapshot_id', '=', snapshotId)
    .select(['exam_result.summary', 'exam_result.detail', 'exam_result_head.head'])
