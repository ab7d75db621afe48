import type { Db } from '@hengjuan/db'
import { LATE_MINUTES } from '@hengjuan/domain'
import { minutesFrom } from '../../../clock.ts'
import { type Asker, defineJob, enqueue } from '../../../jobs/index.ts'
import type { Services } from '../../../services.ts'
import type { Place } from '../pad.query.ts'
import { enterMarking, selectToEnter } from './enter-marking.ts'

/** Draws what was answered, and hands it to marking, candidate by candidate. */
export const enterAnswers = defineJob<Place>(
  'pad.enter',
  { title: '线上作答进入阅卷', queue: 'pad' },
  async ({ services, progress, signal }, place) => {
    const ids = await selectToEnter(services.db, place)
    for (const [done, id] of ids.entries()) {
      progress(done, ids.length, `第 ${done + 1} 份`)
      await enterMarking(services, id)
      signal.throwIfAborted()
    }
    progress(ids.length, ids.length, '完成')
    return { entered: ids.length }
  },
)

/** Asks for it, in the transaction that made it needed. @returns the job, which may be under way already */
export async function enterSoon(
  db: Db,
  services: Services,
  place: Place,
  by: Asker | null,
  schoolId: number,
): Promise<string> {
  const { job_id } = await enqueue(db, services, enterAnswers, place, {
    by,
    schoolId,
    examId: place.examId,
  })
  await db
    .updateTable('pad_exam')
    .set({ job_id })
    .where('exam_id', '=', place.examId)
    .where('subject_id', '=', place.subjectId)
    .execute()
  return job_id
}

const SWEEP_MS = 60_000

/** Makeups whose time is over and whose browser never said so are handed in as they are. */
export const closeMakeups = defineJob(
  'pad.close',
  { title: '收取到时的补考', queue: 'pad', everyMs: SWEEP_MS },
  async ({ services }) => {
    const { db, clock } = services
    const over = await db
      .selectFrom('attempt')
      .innerJoin('pad_exam', (join) =>
        join
          .onRef('pad_exam.exam_id', '=', 'attempt.exam_id')
          .onRef('pad_exam.subject_id', '=', 'attempt.subject_id'),
      )
      .innerJoin('exam', 'exam.id', 'attempt.exam_id')
      .where('pad_exam.state', '=', 'completed')
      .where('attempt.submitted_at', 'is', null)
      .where('attempt.ends_at', '<=', minutesFrom(clock, -LATE_MINUTES))
      .select(['attempt.id', 'attempt.exam_id', 'attempt.subject_id', 'attempt.counts'])
      .select('exam.school_id')
      .execute()
    for (const { id, exam_id: examId, subject_id: subjectId, counts, school_id } of over)
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('attempt')
          .set((eb) => ({ submitted_at: eb.ref('ends_at') }))
          .where('id', '=', id)
          .where('submitted_at', 'is', null)
          .execute()
        if (counts === 1) await enterSoon(tx, services, { examId, subjectId }, null, school_id)
      })
  },
)
