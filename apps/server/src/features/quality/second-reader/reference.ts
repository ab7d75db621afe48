import type { ReplyOf, secondReaderReference } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { assertMarks, findReading, selectBlockRules } from '../../marking-core/index.ts'
import { findReaderOn } from './reader.query.ts'
import { findScore } from './score.query.ts'
import { insertShown } from './sent.query.ts'

/** Handed in, seeds and own papers again among them: they must look like any other paper. */
const HANDED_IN = ['submitted', 'given']

/**
 * What the second reader gave a paper that the caller has handed in. That it was shown is kept.
 *
 * @throws AppError MARKING_NOT_ASSIGNED, MARKING_NOT_YOUR_READING; MARKING_READING_NOT_FOUND for a paper
 *   that is not handed in, or no more
 * @source domain rules 7.6: shown after submit
 */
export async function referenceOf(
  services: Services,
  { blockId, readingId, markerId }: { blockId: number; readingId: number; markerId: number },
): Promise<ReplyOf<typeof secondReaderReference>> {
  const { db, clock } = services
  const rules = await selectBlockRules(db, blockId)
  await assertMarks(services, rules, markerId)
  const reading = await findReading(db, readingId)
  if (!reading || reading.block_id !== blockId) throw new AppError('MARKING_READING_NOT_FOUND')
  if (reading.marker_id !== markerId) throw new AppError('MARKING_NOT_YOUR_READING')
  if (!HANDED_IN.includes(reading.state)) throw new AppError('MARKING_READING_NOT_FOUND')
  const reader = await findReaderOn(db, rules.block)
  const score = reader && (await findScore(db, reader.id, reading.unit_id))
  if (!score) return { reference: null }
  await insertShown(db, {
    reading_id: reading.id,
    block_id: blockId,
    score_id: score.id,
    at: isoNow(clock),
  })
  return {
    reference: {
      total_milli: score.total_milli,
      scores: JSON.parse(score.points) as number[],
      reader_name: reader.name,
      reader_version: reader.version,
    },
  }
}
