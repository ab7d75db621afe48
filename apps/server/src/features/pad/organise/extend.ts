import type { Db } from '@hengjuan/db'
import { AppError, shifted } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { attemptsOf, lockPadExam, type Place } from '../pad.query.ts'
import { candidatesNamed } from './give-codes.ts'

/**
 * Gives candidates more time: who answers at once, who has not begun when they do.
 *
 * @throws AppError PAD_NOT_RELEASED, PAD_COMPLETED, CANDIDATE_UNKNOWN
 */
export async function extend(
  db: Db,
  services: Services,
  place: Place,
  wanted: { candidate_ids: readonly number[]; minutes: number; reason: string },
): Promise<number> {
  const exam = await lockPadExam(db, place)
  if (!exam || exam.state === 'draft') throw new AppError('PAD_NOT_RELEASED')
  if (exam.state === 'completed') throw new AppError('PAD_COMPLETED')
  const now = isoNow(services.clock)
  const candidates = await candidatesNamed(db, place, wanted.candidate_ids)
  for (const { id } of candidates) {
    const values = { minutes: wanted.minutes, reason: wanted.reason }
    await db
      .insertInto('pad_extra')
      .values({
        exam_id: place.examId,
        subject_id: place.subjectId,
        candidate_id: id,
        ...values,
      })
      .onConflict((conflict) =>
        conflict.columns(['exam_id', 'subject_id', 'candidate_id']).doUpdateSet((eb) => ({
          minutes: eb('pad_extra.minutes', '+', wanted.minutes),
          reason: wanted.reason,
        })),
      )
      .execute()
    const open = await attemptsOf(db, place)
      .where('candidate_id', '=', id)
      .where('submitted_at', 'is', null)
      .select(['id', 'ends_at', 'extra_minutes'])
      .execute()
    for (const attempt of open)
      await db
        .updateTable('attempt')
        .set({
          // Time that ran out meanwhile is given from now on.
          ends_at: shifted(attempt.ends_at > now ? attempt.ends_at : now, wanted.minutes),
          extra_minutes: attempt.extra_minutes + wanted.minutes,
        })
        .where('id', '=', attempt.id)
        .execute()
  }
  return candidates.length
}
