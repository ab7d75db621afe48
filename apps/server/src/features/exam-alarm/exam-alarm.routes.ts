import { examAlarmList, examAlarmMute } from '@hengjuan/contracts'
import { AppError, scopeAllows } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { audit } from '../../http/audit.ts'
import { shows } from '../../http/exam-view.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { takeAlarms } from './take-alarms.ts'

export function registerExamAlarm(target: ServeApp): void {
  serve(target, examAlarmList, async ({ found, query, services, session }) => {
    const { exam, view } = found
    const isMember = view.side === 'member'
    const schoolId = isMember ? (session.schoolId ?? 0) : query.school_id
    if (schoolId !== undefined && !shows(view, schoolId))
      throw new AppError('SCHOOL_NOT_FOUND', { schoolId })
    const { subject_id: only } = query
    const { list, schools, subjects } = await takeAlarms(services, exam, {
      subjects: session.scope.subjects,
      schoolId,
      withScores: true,
    })
    return {
      exam_name: exam.name,
      schools: isMember ? [] : schools,
      subjects,
      list: list.filter(
        ({ subject_id }) => only === undefined || subject_id === null || subject_id === only,
      ),
    }
  })

  serve(target, examAlarmMute, async (call) => {
    const { body, found, services, session } = call
    const at = isoNow(services.clock)
    const until = body.until === null ? null : Date.parse(body.until)
    const reason = body.reason.trim()
    if (until !== null && !(until > Date.parse(at))) throw new AppError('EXAM_ALARM_UNTIL')
    if (until !== null && reason.length < 2) throw new AppError('EXAM_ALARM_REASON')
    if (body.subject_id !== null && !scopeAllows(session.scope.subjects, body.subject_id))
      throw new AppError('SUBJECT_NOT_IN_EXAM', { subjectName: `（编号 ${body.subject_id}）` })
    await services.db.transaction().execute(async (db) => {
      // What was muted before no longer counts, whoever did it.
      await db
        .updateTable('exam_alarm_mute')
        .set({ until: at })
        .where('exam_id', '=', found.exam.id)
        .where('code', '=', body.code)
        .where('subject_id', body.subject_id === null ? 'is' : '=', body.subject_id)
        .where('until', '>', at)
        .execute()
      if (until !== null)
        await db
          .insertInto('exam_alarm_mute')
          .values({
            exam_id: found.exam.id,
            subject_id: body.subject_id,
            code: body.code,
            until: new Date(until).toISOString(),
            reason,
            by_id: session.userId,
            at,
          })
          .execute()
      await audit(db, call, {
        action: 'exam-alarm-mute',
        object: `exam:${found.exam.id}`,
        after: { code: body.code, until: body.until, reason },
      })
    })
    return { ok: true as const }
  })
}
