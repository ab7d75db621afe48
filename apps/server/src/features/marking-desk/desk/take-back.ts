import { AppError } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import {
  applyEvent,
  assertMarks,
  findReading,
  selectBlockRules,
  selectWindowRefusal,
  withRetry,
} from '../../marking-core/index.ts'
import { assertTakesScores } from '../../claiming/index.ts'
import { assertSeedGiven, isSeed, takeSeedBack } from '../../quality/index.ts'

/**
 * Takes own marks back: each paper is in its marker's hands again, and its score does not count until they
 * give it once more. All or none; what waits for its marker already is passed over.
 *
 * @returns how many were taken back now
 * @throws AppError MARKING_NOT_ASSIGNED, MARKING_READING_NOT_FOUND, MARKING_NOT_YOUR_READING,
 *   MARKING_BLOCK_CLOSED, MARKING_BACKMARK_CLOSED, MARKING_UNIT_LOCKED
 * @source domain rules 5.1
 */
export async function takeBack(
  services: Services,
  {
    blockId,
    markerId,
    readingIds,
  }: { blockId: number; markerId: number; readingIds: readonly number[] },
): Promise<number> {
  const rules = await selectBlockRules(services.db, blockId)
  await assertMarks(services, rules, markerId)
  return withRetry(services, async (db) => {
    let count = 0
    for (const id of new Set(readingIds)) {
      const reading = await findReading(db, id)
      if (!reading || reading.block_id !== blockId) throw new AppError('MARKING_READING_NOT_FOUND')
      if (reading.marker_id !== markerId) throw new AppError('MARKING_NOT_YOUR_READING')
      // Marked again since, or not yet: a call that comes twice does nothing the second time.
      if (reading.taken_back === 1) continue
      assertTakesScores(rules)
      const refusalOf = await selectWindowRefusal(db, rules, markerId, services.clock.now())
      const reason =
        reading.state === 'submitted' || reading.state === 'given' ? refusalOf(reading) : null
      if (reason) throw new AppError('MARKING_BACKMARK_CLOSED', { reason })
      if (isSeed(reading)) {
        assertSeedGiven(reading)
        if (await takeSeedBack(db, reading)) count++
        continue
      }
      const { effects } = await applyEvent(
        db,
        services,
        reading.unit_id,
        { type: 'take_back', readingId: id, markerId },
        { userId: markerId, rules },
      )
      if (effects.length > 0) count++
    }
    return count
  })
}
