import type { Db } from '@hengjuan/db'
import { DEFAULT_MARKER_LIMITS, type MarkerLimits } from '@hengjuan/domain'

/** The limits of an exam's traffic lights; the usual ones where it has none of its own. */
export async function selectMarkerLimits(db: Db, examId: number): Promise<MarkerLimits> {
  const { marker_limits } = await db
    .selectFrom('exam')
    .where('id', '=', examId)
    .select('marker_limits')
    .executeTakeFirstOrThrow()
  // Those that a later version adds are the usual ones.
  return {
    ...DEFAULT_MARKER_LIMITS,
    ...(JSON.parse(marker_limits ?? '{}') as Partial<MarkerLimits>),
  }
}

/** @param limits null for the usual ones */
export async function updateMarkerLimits(
  db: Db,
  examId: number,
  limits: MarkerLimits | null,
): Promise<void> {
  await db
    .updateTable('exam')
    .set({ marker_limits: limits === null ? null : JSON.stringify(limits) })
    .where('id', '=', examId)
    .execute()
}
