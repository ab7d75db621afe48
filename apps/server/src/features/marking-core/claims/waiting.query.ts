import type { Db } from '@hengjuan/db'
import type { MarkerGone } from '@hengjuan/domain'

/** A reading that its marker has to give again. */
export interface WaitingReading {
  readingId: number
  unitId: number
  blockId: number
  markerId: number
  markerName: string
  /** Why its marker gives nothing any more; null while they are at work. */
  gone: MarkerGone | null
  secretCode: string
  className: string
  schoolName: string
}

/**
 * Readings of papers that wait for their markers, because they were sent back or taken back; in the order in
 * which the papers are served.
 *
 * @source domain rules 4.4, 5.2
 */
export async function selectWaitingReadings(
  db: Db,
  on: { examId: number } | { blockId: number },
): Promise<WaitingReading[]> {
  const rows = await db
    .selectFrom('unit_queue as place')
    .innerJoin('block', 'block.id', 'place.block_id')
    .innerJoin('unit', 'unit.id', 'place.unit_id')
    .innerJoin('reading', (join) =>
      join.onRef('reading.unit_id', '=', 'unit.id').on('reading.state', '=', 'rejected'),
    )
    .innerJoin('user', 'user.id', 'reading.marker_id')
    .innerJoin('class', 'class.id', 'unit.class_id')
    .innerJoin('school', 'school.id', 'unit.school_id')
    .leftJoin('block_marker as duty', (join) =>
      join
        .onRef('duty.block_id', '=', 'place.block_id')
        .onRef('duty.user_id', '=', 'reading.marker_id')
        .on('duty.duty', '=', 'marker'),
    )
    .where('place.queue', '=', 'REJECTED')
    .$if('examId' in on, (query) =>
      query.where('block.exam_id', '=', 'examId' in on ? on.examId : 0),
    )
    .$if('blockId' in on, (query) =>
      query.where('place.block_id', '=', 'blockId' in on ? on.blockId : 0),
    )
    .select(['reading.id', 'reading.unit_id', 'place.block_id', 'reading.marker_id'])
    .select(['user.name', 'user.disabled_at', 'duty.user_id as assigned', 'duty.suspended_at'])
    .select(['unit.secret_code', 'class.name as class_name', 'school.name as school_name'])
    .orderBy('place.block_id')
    .orderBy('place.ord')
    .orderBy('reading.id')
    .execute()
  return rows.map((row) => ({
    readingId: row.id,
    unitId: row.unit_id,
    blockId: row.block_id,
    markerId: row.marker_id,
    markerName: row.name,
    gone: row.disabled_at
      ? 'disabled'
      : !row.assigned
        ? 'removed'
        : row.suspended_at
          ? 'stopped'
          : null,
    secretCode: row.secret_code,
    className: row.class_name,
    schoolName: row.school_name,
  }))
}
