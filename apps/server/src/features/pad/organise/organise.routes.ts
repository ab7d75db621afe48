import {
  padChoose,
  padComplete,
  padExtend,
  padLate,
  padMakeup,
  padRelease,
  padRevoke,
  padStatus,
} from '@hengjuan/contracts'
import { afterPadAct, AppError, padStanding } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { enterSoon } from '../marking/enter-jobs.ts'
import { countAttempts, findPadExam, lockPadExam, placeOf } from '../pad.query.ts'
import { complete } from './complete.ts'
import { chooseAttempt, decideLate } from './decide-attempt.ts'
import { extend } from './extend.ts'
import { giveCodes } from './give-codes.ts'
import { release } from './release.ts'
import { padStatusOf } from './status.ts'
import { tellCandidates, tellRevoked } from './tell-candidates.ts'

const objectOf = (at: { exam_id: number; subject_id: number }): string =>
  `exam:${at.exam_id}/${at.subject_id}`

/** What whoever holds an online exam does. @source platform 10.1 */
export function registerOrganise(target: ServeApp): void {
  serve(target, padStatus, async ({ query, services }) => padStatusOf(services.db, services, query))

  serve(target, padRelease, async (call) => {
    const { body, services, session } = call
    return services.db.transaction().execute(async (db) => {
      const { exam_id: _exam, subject_id: _subject, ...settings } = body
      const { before, after } = await release(db, services, placeOf(body), {
        ...settings,
        byId: session.userId,
      })
      await audit(db, call, {
        action: 'pad-release',
        object: objectOf(body),
        before: before && {
          state: before.state,
          starts_at: before.starts_at,
          ends_at: before.ends_at,
        },
        after: { state: after.state, starts_at: after.starts_at, ends_at: after.ends_at },
      })
      await tellCandidates(db, call, placeOf(body), { before, after })
      const now = isoNow(services.clock)
      return {
        state: padStanding({ state: after.state, startsAt: after.starts_at }, now),
        room_code: after.room_code,
      }
    })
  })

  serve(target, padRevoke, async (call) => {
    const { body, services } = call
    const place = placeOf(body)
    return services.db.transaction().execute(async (db) => {
      const exam = await lockPadExam(db, place)
      const begun = await countAttempts(db, place)
      const next = afterPadAct(exam?.state ?? 'draft', 'revoke', { begun: begun > 0 })
      if (!exam || 'refusal' in next)
        throw new AppError('refusal' in next ? next.refusal : 'PAD_NOT_RELEASED')
      await db
        .updateTable('pad_exam')
        .set({
          state: next.state,
          paused_at: next.state === 'paused' ? isoNow(services.clock) : null,
          version: exam.version + 1,
        })
        .where('exam_id', '=', place.examId)
        .where('subject_id', '=', place.subjectId)
        .execute()
      await audit(db, call, {
        action: 'pad-revoke',
        object: objectOf(body),
        before: { state: exam.state },
        after: { state: next.state, reason: body.reason },
      })
      // Who sits at the paper is told there.
      if (begun === 0) await tellRevoked(db, call, place)
      return { state: next.state, begun }
    })
  })

  serve(target, padComplete, async (call) => {
    const { body, services, session, found } = call
    const preview = body.preview === 1
    return services.db.transaction().execute(async (db) => {
      const reply = await complete(db, services, placeOf(body), {
        preview,
        by: session,
        schoolId: found.exam.school_id,
      })
      if (!preview)
        await audit(db, call, {
          action: 'pad-complete',
          object: objectOf(body),
          after: { open: reply.open, submitted: reply.submitted, absent: reply.absent },
        })
      return reply
    })
  })

  serve(target, padMakeup, async (call) => {
    const { body, services, session } = call
    return services.db.transaction().execute(async (db) => {
      const { exam_id: _exam, subject_id: _subject, ...wanted } = body
      const codes = await giveCodes(db, services, placeOf(body), {
        ...wanted,
        byId: session.userId,
      })
      await audit(db, call, {
        action: 'pad-makeup',
        object: objectOf(body),
        after: {
          names: codes.map(({ name }) => name),
          minutes: body.minutes,
          valid_until: body.valid_until,
        },
      })
      return { codes }
    })
  })

  serve(target, padExtend, async (call) => {
    const { body, services } = call
    return services.db.transaction().execute(async (db) => {
      const extended = await extend(db, services, placeOf(body), body)
      await audit(db, call, {
        action: 'pad-extend',
        object: objectOf(body),
        after: {
          candidates: body.candidate_ids.length,
          minutes: body.minutes,
          reason: body.reason,
        },
      })
      return { extended }
    })
  })

  serve(target, padChoose, async (call) => {
    const { body, services, session, found } = call
    const place = placeOf(body)
    return services.db.transaction().execute(async (db) => {
      const candidate = await chooseAttempt(db, services, place, body.attempt_id)
      await audit(db, call, {
        action: 'pad-choose',
        object: objectOf(body),
        after: { candidate_id: candidate, attempt_id: body.attempt_id, reason: body.reason },
      })
      const exam = await findPadExam(db, place)
      const isOver = exam?.state === 'completed'
      return {
        job_id: isOver ? await enterSoon(db, services, place, session, found.exam.school_id) : null,
      }
    })
  })

  serve(target, padLate, async (call) => {
    const { body, services, session, found } = call
    const place = placeOf(body)
    return services.db.transaction().execute(async (db) => {
      const decided = await decideLate(db, services, place, {
        attemptId: body.attempt_id,
        accept: body.accept,
      })
      await audit(db, call, {
        action: 'pad-late',
        object: objectOf(body),
        after: {
          attempt_id: body.attempt_id,
          answers: decided,
          accepted: body.accept,
          reason: body.reason,
        },
      })
      const exam = await findPadExam(db, place)
      const isOver = body.accept && exam?.state === 'completed'
      return {
        decided,
        job_id: isOver ? await enterSoon(db, services, place, session, found.exam.school_id) : null,
      }
    })
  })
}
