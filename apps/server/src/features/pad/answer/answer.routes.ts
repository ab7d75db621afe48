import type { Readable } from 'node:stream'
import { padEnter, padMine, padPhoto, padSave, padSubmit } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { clientLabel } from '../../../http/client-label.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { forgetTries, takeTry } from '../../../http/try-limit.ts'
import type { Services } from '../../../services.ts'
import { enterSoon } from '../marking/enter-jobs.ts'
import { findAttempt, findPadExam } from '../pad.query.ts'
import { keepPicture } from '../store-picture.ts'
import { enter } from './enter.ts'
import { ownPadExams } from './mine.ts'
import { lockOwnAttempt } from './own-attempt.ts'
import { saveAnswers } from './save-answers.ts'

const MOST_PHOTO_BYTES = 12 * 2 ** 20
const MOST_PHOTOS = 6
/** Wrong codes before a student waits, on whatever device: a new session does not begin anew. @source platform 10.1 */
const TRIES = 5
const WAIT_MINUTES = 10

/** What students do in an online exam. @source platform 10.2 */
export function registerAnswer(target: ServeApp): void {
  serve(target, padMine, async ({ services, session }) =>
    session.studentId === null ? [] : ownPadExams(services.db, services, session.studentId),
  )

  serve(target, padEnter, async ({ body, services, session, request }) => {
    const { studentId } = session
    if (studentId === null) throw new AppError('PAD_NOT_YOURS')
    const device = clientLabel(request.headers['user-agent'])
    const bucket = `pad-code:${studentId}`
    if (body.code?.trim()) await takeCodeTry(services, bucket)
    const entered = await services.db
      .transaction()
      .execute((db) => enter(db, services, { ...body, studentId, device }))
    if (body.code?.trim()) await forgetTries(services, bucket)
    return entered
  })

  serve(target, padSave, async ({ body, services, session }) =>
    services.db.transaction().execute(async (db) => {
      const attempt = await lockOwnAttempt(db, session.studentId, body)
      return saveAnswers(db, services, attempt, body)
    }),
  )

  serve(target, padPhoto, async ({ query, bytes, services, session }) => {
    const { db } = services
    const check = async () => {
      const attempt = await lockOwnAttempt(db, session.studentId, query)
      const place = { examId: attempt.exam_id, subjectId: attempt.subject_id }
      const exam = await findPadExam(db, place)
      if (exam?.allow_photo !== 1) throw new AppError('PAD_PHOTO_OFF')
      if (attempt.submitted_at !== null) throw new AppError('PAD_SUBMITTED')
      const photos = await db
        .selectFrom('attempt_photo')
        .where('attempt_id', '=', attempt.id)
        .where('question_id', '=', query.question_id)
        .select('hash')
        .execute()
      // Those that were taken again count, too: nobody takes so many.
      if (photos.length >= 5 * MOST_PHOTOS)
        throw new AppError('PAD_PHOTOS_FULL', { most: MOST_PHOTOS })
    }
    const file = await wholeOf(bytes)
    await check()
    const { hash } = await keepPicture(services, file)
    await db
      .insertInto('attempt_photo')
      .values({
        attempt_id: query.attempt_id,
        question_id: query.question_id,
        hash,
        at: isoNow(services.clock),
      })
      .onConflict((conflict) => conflict.columns(['attempt_id', 'question_id', 'hash']).doNothing())
      .execute()
    return { hash, url: services.links.sign(hash) }
  })

  serve(target, padSubmit, async ({ body, services, session }) =>
    services.db.transaction().execute(async (db) => {
      const attempt = await lockOwnAttempt(db, session.studentId, body)
      const saved = await saveAnswers(db, services, attempt, { changes: [], ...body })
      const now = isoNow(services.clock)
      // Handed in already, as by its end or whoever holds the exam.
      if (attempt.submitted_at !== null) return saved
      const submitted_at = now < attempt.ends_at ? now : attempt.ends_at
      await db.updateTable('attempt').set({ submitted_at }).where('id', '=', attempt.id).execute()
      const place = { examId: attempt.exam_id, subjectId: attempt.subject_id }
      const exam = await findPadExam(db, place)
      // A makeup after the end of the exam goes into marking by itself.
      const after = await findAttempt(db, attempt.id)
      if (exam?.state === 'completed' && after?.counts === 1)
        await enterSoon(db, services, place, null, await holderOf(db, place.examId))
      return { ...saved, submitted_at }
    }),
  )
}

/** Counts a code before it is looked at. @throws AppError PAD_CODE_LOCKED */
async function takeCodeTry(services: Services, bucket: string): Promise<void> {
  const wait = await takeTry(services, {
    bucket,
    free: TRIES,
    waits: [WAIT_MINUTES],
    windowMinutes: WAIT_MINUTES,
  })
  if (wait !== null) throw new AppError('PAD_CODE_LOCKED', { minutes: wait })
}

async function holderOf(db: Db, examId: number): Promise<number> {
  const { school_id } = await db
    .selectFrom('exam')
    .where('id', '=', examId)
    .select('school_id')
    .executeTakeFirstOrThrow()
  return school_id
}

/** @throws AppError PAD_PICTURE_INVALID, PAYLOAD_TOO_LARGE */
async function wholeOf(body: Readable | undefined): Promise<Buffer> {
  if (typeof body?.pipe !== 'function')
    throw new AppError('PAD_PICTURE_INVALID', { reason: '没有收到图片' })
  const parts: Buffer[] = []
  let length = 0
  for await (const part of body as AsyncIterable<Buffer>) {
    length += part.length
    if (length > MOST_PHOTO_BYTES)
      throw new AppError('PAYLOAD_TOO_LARGE', { limit: `${MOST_PHOTO_BYTES / 2 ** 20} MB` })
    parts.push(part)
  }
  return Buffer.concat(parts)
}
