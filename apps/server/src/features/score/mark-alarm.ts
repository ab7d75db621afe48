import type { InputOf, markAlarm } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { type Act, audit } from '../../http/audit.ts'
import { writeAlarmMark } from './alarm-marks.query.ts'

/**
 * Keeps what somebody thinks of a score that looks odd.
 *
 * @throws AppError CANDIDATE_UNKNOWN
 */
export async function markScoreAlarm(
  act: Act,
  { exam_id, candidate_id, subject_id, code, state }: InputOf<typeof markAlarm>['body'],
): Promise<void> {
  const { services, session } = act
  await services.db.transaction().execute(async (db) => {
    const known = await db
      .selectFrom('candidate')
      .where('id', '=', candidate_id)
      .where('exam_id', '=', exam_id)
      .select('id')
      .executeTakeFirst()
    if (!known) throw new AppError('CANDIDATE_UNKNOWN')
    await writeAlarmMark(
      db,
      { examId: exam_id, candidateId: candidate_id, subjectId: subject_id, code },
      state && { state, byId: session.userId, at: isoNow(services.clock) },
    )
    await audit(db, act, {
      action: 'score-alarm-mark',
      object: `exam:${exam_id}`,
      after: { candidate_id, code, mark: state },
    })
  })
}
