import type { DatabaseKind } from '@hengjuan/db/testing'
import { ulid } from 'ulid'
import type { Services } from '../../../services.ts'
import { seedSchool, type SeededSchool } from '../../../testing/index.ts'
import { claimUnits } from '../../claiming/dispatch/claim-units.ts'
import { selectBlockRules } from '../../marking-core/block/block-rules.query.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { submitMark } from '../../marking-desk/desk/submit-mark.ts'
import { seedMarking, type Wanted } from './seed-marking.ts'
import { openTestServices } from './test-services.ts'

export { takeSpotCheck } from '../../quality/spot/take-spot-check.ts'
export { nextPapers, submitMark }

export interface MarkedSubject {
  services: Services
  school: SeededSchool
  examId: number
  blockId: number
  candidateIds: number[]
  markerIds: number[]
  leaderId: number
  advance(ms: number): void
  /** Puts the papers that one marker gets in their hands. */
  claim(markerId: number, want?: number): Promise<string | null>
  /** Claims one paper and gives it a score in points. @returns the reading, null when there was none */
  mark(markerId: number, points: number | ((unitId: number) => number)): Promise<number | null>
  units(): Promise<{ id: number; state: string; final_milli: number | null; version: number }[]>
}

/** A subject of an exam with one block, its papers cut, its people assigned, open for marking. */
export async function openMarkedSubject(
  kind: DatabaseKind,
  wanted: Wanted = {},
  through?: (url: string) => Promise<string>,
): Promise<MarkedSubject> {
  const { services, advance } = await openTestServices(kind, through)
  const school = await seedSchool(services.db)
  const subject = await seedMarking(services, school, wanted)
  const { blockId } = subject
  const claim = (markerId: number, want = 1) =>
    withRetry(services, async (db) =>
      claimUnits(db, services, await selectBlockRules(db, blockId), markerId, want),
    )
  return {
    services,
    school,
    advance,
    ...subject,
    claim,
    mark: async (markerId, points) => {
      const { tasks } = await nextPapers(services, blockId, markerId, 1)
      const [task] = tasks
      if (!task) return null
      const given = typeof points === 'number' ? points : points(task.unit_id)
      // Times are compared, so no two submits fall on one.
      advance(1)
      const { readingId } = await submitMark(services, {
        markerId,
        blockId,
        readingId: task.reading_id,
        idemKey: ulid(),
        scores: task.points.length === 1 ? [given * 1000] : [],
        activeMs: 3000,
      })
      return readingId
    },
    units: () =>
      services.db
        .selectFrom('unit')
        .select(['id', 'state', 'final_milli', 'version'])
        .orderBy('id')
        .execute(),
  }
}
