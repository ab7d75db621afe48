import { type Kysely, sql } from 'kysely'

/** Indexes in which taking a paper finds what it asks for without reading the whole block. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Third readings are few and asked for first at every take.
  await sql
    .raw(`create index unit_third_idx on unit (block_id, ord) where free_role = 'R3'`)
    .execute(db)
  // The latest readings of a block tell how long its papers take.
  await sql
    .raw(`create index reading_latest_idx on reading (block_id, id) where state = 'submitted'`)
    .execute(db)
  // The same of one person. What a person has done is counted at every take, so the index has all of it;
  // the one that it replaces led to each reading's row.
  await db.schema
    .createIndex('reading_own_idx')
    .on('reading')
    .columns(['block_id', 'marker_id', 'state', 'id', 'role', 'total_milli'])
    .execute()
  await db.schema.dropIndex('reading_block_id_marker_id_state_idx').execute()
  // So is who is expected in a subject, where work is shared out.
  await db.schema
    .createIndex('candidate_subject_attendance_idx')
    .on('candidate_subject')
    .columns(['exam_id', 'subject_id', 'attendance'])
    .execute()
  await db.schema.dropIndex('candidate_subject_exam_id_subject_id_idx').execute()
}
