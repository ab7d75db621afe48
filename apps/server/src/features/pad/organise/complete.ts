import type { padComplete, ReplyOf } from '@hengjuan/contracts'
import { type Db, isOneOf } from '@hengjuan/db'
import { ABSENT, afterPadAct, AppError, NO_RECORD, NOT_SELECTED } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Asker } from '../../../jobs/index.ts'
import type { Services } from '../../../services.ts'
import { scoreCandidates } from '../../scoring/index.ts'
import { enterSoon } from '../marking/enter-jobs.ts'
import { attemptsOf, countAttempts, lockPadExam, type Place } from '../pad.query.ts'

const SHOWN = 200

/**
 * Ends a subject: what is open is handed in as it is, who never began is absent, and answers go into marking.
 *
 * @throws AppError PAD_NOT_RELEASED, PAD_COMPLETED
 */
export async function complete(
  db: Db,
  services: Services,
  place: Place,
  { preview, by, schoolId }: { preview: boolean; by: Asker; schoolId: number },
): Promise<ReplyOf<typeof padComplete>> {
  const exam = await lockPadExam(db, place)
  const next = afterPadAct(exam?.state ?? 'draft', 'complete', { begun: true })
  if (!exam || 'refusal' in next)
    throw new AppError('refusal' in next ? next.refusal : 'PAD_NOT_RELEASED')
  const now = isoNow(services.clock)
  const open = await attemptsOf(db, place)
    .where('submitted_at', 'is', null)
    .where('is_makeup', '=', 0)
    .select(['id', 'ends_at'])
    .execute()
  const absentees = await selectNeverBegun(db, place)
  const reply = {
    state: exam.state,
    open: open.filter(({ ends_at }) => now < ends_at).length,
    submitted: await countAttempts(db, place),
    waiting: await countWaiting(db, place),
    absent: absentees.length,
    absentees: absentees.slice(0, SHOWN),
    job_id: null,
  }
  if (preview) return reply
  for (const { id, ends_at } of open)
    await db
      .updateTable('attempt')
      .set({ submitted_at: now < ends_at ? now : ends_at })
      .where('id', '=', id)
      .execute()
  const ids = absentees.map(({ candidate_id }) => candidate_id)
  if (ids.length > 0) {
    await db
      .updateTable('candidate_subject')
      .set((eb) => ({
        attendance: ABSENT,
        attendance_source: 'machine',
        version: eb('version', '+', 1),
      }))
      .where('exam_id', '=', place.examId)
      .where('subject_id', '=', place.subjectId)
      .where('attendance', '=', NO_RECORD)
      .where(isOneOf(db, 'candidate_id', ids))
      .execute()
    await scoreCandidates(db, { ...place, candidateIds: ids })
  }
  await db
    .updateTable('pad_exam')
    .set({ state: 'completed', completed_at: now, paused_at: null, version: exam.version + 1 })
    .where('exam_id', '=', place.examId)
    .where('subject_id', '=', place.subjectId)
    .execute()
  const job_id = await enterSoon(db, services, place, by, schoolId)
  return { ...reply, state: 'completed', job_id }
}

/** Who takes the subject and has no attempt. */
const selectNeverBegun = (db: Db, { examId, subjectId }: Place) =>
  db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .where('candidate_subject.exam_id', '=', examId)
    .where('candidate_subject.subject_id', '=', subjectId)
    .where('candidate_subject.attendance', '!=', NOT_SELECTED)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('attempt')
            .whereRef('attempt.candidate_id', '=', 'candidate_subject.candidate_id')
            .where('attempt.exam_id', '=', examId)
            .where('attempt.subject_id', '=', subjectId)
            .select('attempt.id'),
        ),
      ),
    )
    .select(['candidate.id as candidate_id', 'candidate.name', 'class.name as class_name'])
    .orderBy('candidate.exam_no')
    .execute()

/** Answers of a subject that came too late to count by themselves. */
export async function countWaiting(db: Db, { examId, subjectId }: Place): Promise<number> {
  const { n } = await db
    .selectFrom('attempt_late')
    .innerJoin('attempt', 'attempt.id', 'attempt_late.attempt_id')
    .where('attempt.exam_id', '=', examId)
    .where('attempt.subject_id', '=', subjectId)
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
