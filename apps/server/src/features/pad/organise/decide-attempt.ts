import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { forgetEntered } from '../marking/enter-marking.ts'
import { attemptsOf, findAttempt, lockPadExam, type Place } from '../pad.query.ts'

/** An attempt of the subject; what is published stays. @throws AppError NOT_FOUND, EXAM_PUBLISHED */
async function attemptOf(db: Db, place: Place, attemptId: number, action: string) {
  const { published_snapshot_id } = await db
    .selectFrom('exam')
    .where('id', '=', place.examId)
    .select('published_snapshot_id')
    .executeTakeFirstOrThrow()
  if (published_snapshot_id !== null) throw new AppError('EXAM_PUBLISHED', { action })
  await lockPadExam(db, place)
  const attempt = await findAttempt(db, attemptId)
  const isHere = attempt?.exam_id === place.examId && attempt.subject_id === place.subjectId
  if (!attempt || !isHere) throw new AppError('NOT_FOUND', { what: '这份作答' })
  return attempt
}

/** Has another of a candidate's attempts scored. @returns the candidate */
export async function chooseAttempt(
  db: Db,
  services: Services,
  place: Place,
  attemptId: number,
): Promise<number> {
  const attempt = await attemptOf(db, place, attemptId, '改以哪份计分')
  const own = await attemptsOf(db, place)
    .where('candidate_id', '=', attempt.candidate_id)
    .select('id')
    .execute()
  for (const { id } of own)
    await db
      .updateTable('attempt')
      .set({ counts: id === attemptId ? 1 : 0 })
      .where('id', '=', id)
      .execute()
  await closeIfOver(db, services, attemptId)
  await forgetEntered(
    db,
    own.map(({ id }) => id),
  )
  return attempt.candidate_id
}

/** Takes answers that came too late, or not. @returns how many there were */
export async function decideLate(
  db: Db,
  services: Services,
  place: Place,
  { attemptId, accept }: { attemptId: number; accept: boolean },
): Promise<number> {
  const attempt = await attemptOf(db, place, attemptId, '采用迟到的作答')
  const waiting = await db
    .selectFrom('attempt_late')
    .where('attempt_id', '=', attemptId)
    .selectAll()
    .execute()
  if (accept) {
    for (const answer of waiting)
      await db
        .insertInto('attempt_answer')
        .values(answer)
        .onConflict((conflict) =>
          conflict.columns(['attempt_id', 'question_id', 'sub']).doUpdateSet({
            value: answer.value,
            at: answer.at,
            received_at: answer.received_at,
            seq: answer.seq,
          }),
        )
        .execute()
    await db
      .updateTable('attempt')
      .set({ late_count: attempt.late_count + waiting.length })
      .where('id', '=', attemptId)
      .execute()
    await forgetEntered(db, [attemptId])
  }
  await db.deleteFrom('attempt_late').where('attempt_id', '=', attemptId).execute()
  await closeIfOver(db, services, attemptId)
  return waiting.length
}

/** Past its end an attempt is handed in, whether or not its browser said so. */
async function closeIfOver(db: Db, { clock }: Services, attemptId: number): Promise<void> {
  await db
    .updateTable('attempt')
    .set((eb) => ({ submitted_at: eb.ref('ends_at') }))
    .where('id', '=', attemptId)
    .where('submitted_at', 'is', null)
    .where('ends_at', '<=', isoNow(clock))
    .execute()
}
