import type { Db } from '@hengjuan/db'
import type { AlarmMark } from '@hengjuan/domain'
import type { ResultSummary } from './snapshot/own-results.ts'

interface Place {
  candidate_id: number
  subject_id: number | null
  code: string
}

/** Names an alarm among those of an exam. */
export const alarmKey = ({ candidate_id, subject_id, code }: Place): string =>
  `${candidate_id} ${subject_id ?? 0} ${code}`

/** What people think of the alarms of an exam. */
export async function selectAlarmMarks(db: Db, examId: number) {
  const rows = await db
    .selectFrom('score_alarm_mark')
    .innerJoin('user', 'user.id', 'score_alarm_mark.by_id')
    .where('exam_id', '=', examId)
    .select(['candidate_id', 'subject_id', 'code', 'state', 'user.name as by_name', 'at'])
    .execute()
  return new Map(
    rows.map(({ by_name, at, ...row }) => [
      alarmKey(row),
      { state: row.state as AlarmMark, by_name, at },
    ]),
  )
}

/** Keeps what somebody thinks of an alarm; null forgets it. */
export async function writeAlarmMark(
  db: Db,
  place: { examId: number; candidateId: number; subjectId: number | null; code: string },
  mark: { state: AlarmMark; byId: number; at: string } | null,
): Promise<void> {
  const key = {
    exam_id: place.examId,
    candidate_id: place.candidateId,
    subject_id: place.subjectId ?? 0,
    code: place.code,
  }
  await db
    .deleteFrom('score_alarm_mark')
    .where('exam_id', '=', key.exam_id)
    .where('candidate_id', '=', key.candidate_id)
    .where('subject_id', '=', key.subject_id)
    .where('code', '=', key.code)
    .execute()
  if (mark)
    await db
      .insertInto('score_alarm_mark')
      .values({ ...key, state: mark.state, by_id: mark.byId, at: mark.at })
      .execute()
}

/** Standard scores of the totals in the last exam of the same grade that was released before; by student. */
export async function selectLastStanding(
  db: Db,
  examId: number,
): Promise<{ name: string; byStudent: ReadonlyMap<number, number> } | null> {
  const exam = await db
    .selectFrom('exam')
    .where('id', '=', examId)
    .select(['school_id', 'grade_id', 'start_date'])
    .executeTakeFirst()
  if (!exam) return null
  const last = await db
    .selectFrom('exam')
    .where('school_id', '=', exam.school_id)
    .where('grade_id', '=', exam.grade_id)
    .where('start_date', '<', exam.start_date)
    .where('published_snapshot_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .select(['name', 'published_snapshot_id'])
    .orderBy('start_date', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!last) return null
  const rows = await db
    .selectFrom('exam_result')
    .where('snapshot_id', '=', last.published_snapshot_id ?? 0)
    .select(['student_id', 'summary'])
    .execute()
  const byStudent = new Map<number, number>()
  for (const { student_id, summary } of rows) {
    const { z } = JSON.parse(summary) as Pick<ResultSummary, 'z'>
    if (z !== null) byStudent.set(student_id, z)
  }
  return { name: last.name, byStudent }
}
