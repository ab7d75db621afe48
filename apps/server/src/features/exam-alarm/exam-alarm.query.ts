import type { Db } from '@hengjuan/db'
import { OLD_EXCEPTION_HOURS } from '@hengjuan/domain'
import { type Clock, isoNow, minutesFrom } from '../../clock.ts'

/** Open exceptions that have been there for hours, by subject; of one school only those of its candidates. */
export async function selectOldExceptions(
  db: Db,
  clock: Clock,
  examId: number,
  schoolId: number | undefined,
): Promise<Map<number, { count: number; oldest: string }>> {
  const rows = await db
    .selectFrom('scan_exception')
    .where('scan_exception.exam_id', '=', examId)
    .where('scan_exception.state', '=', 'open')
    .where('scan_exception.created_at', '<', minutesFrom(clock, -OLD_EXCEPTION_HOURS * 60))
    .$if(schoolId !== undefined, (query) =>
      query
        .innerJoin('candidate', 'candidate.id', 'scan_exception.candidate_id')
        .where('candidate.school_id', '=', schoolId ?? 0),
    )
    .groupBy('scan_exception.subject_id')
    .select(({ fn }) => [
      'scan_exception.subject_id',
      fn.countAll<number>().as('count'),
      fn.min('scan_exception.created_at').as('oldest'),
    ])
    .execute()
  return new Map(rows.map((row) => [row.subject_id, { ...row, count: Number(row.count) }]))
}

/** Candidates without a sheet who are not absent either, by subject. */
export async function selectNoRecord(
  db: Db,
  examId: number,
  schoolId: number | undefined,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .where('candidate_subject.exam_id', '=', examId)
    .where('candidate_subject.attendance', '=', -1)
    .$if(schoolId !== undefined, (query) => query.where('candidate.school_id', '=', schoolId ?? 0))
    .groupBy('candidate_subject.subject_id')
    .select(({ fn }) => ['candidate_subject.subject_id', fn.countAll<number>().as('n')])
    .execute()
  return new Map(rows.map(({ subject_id, n }) => [subject_id, Number(n)]))
}

/** Names of markers whom their seeds stopped, by subject. */
export async function selectSuspended(db: Db, examId: number): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('block_marker')
    .innerJoin('block', 'block.id', 'block_marker.block_id')
    .innerJoin('user', 'user.id', 'block_marker.user_id')
    .where('block.exam_id', '=', examId)
    .where('block_marker.seed_state', '=', 'suspended')
    .where('block_marker.suspended_at', 'is', null)
    .select(['block.subject_id', 'user.id', 'user.name'])
    .distinct()
    .orderBy('user.id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ subject_id }) => subject_id)].map(([subjectId, people]) => [
      subjectId,
      people.map(({ name }) => name),
    ]),
  )
}

/** Nothing has come from the school, or it was asked to mend its list. */
const NOT_HANDED_IN = ['invited', 'reopened']

/** Schools of a joint exam, and which of them have not handed in their list. */
export async function selectRosterStates(db: Db, examId: number) {
  const rows = await db
    .selectFrom('exam_school')
    .innerJoin('school', 'school.id', 'exam_school.school_id')
    .where('exam_school.exam_id', '=', examId)
    .where('exam_school.state', '<>', 'declined')
    .select(['exam_school.school_id', 'school.short_name', 'exam_school.state'])
    .orderBy('exam_school.label')
    .execute()
  return rows.map(({ school_id, short_name, state }) => ({
    school_id,
    name: short_name,
    isOpen: NOT_HANDED_IN.includes(state),
  }))
}

export const selectReleasesToCome = (db: Db, examId: number) =>
  db
    .selectFrom('release')
    .where('exam_id', '=', examId)
    .where('state', 'in', ['scheduled', 'missed'])
    .select(['state', 'at', 'audience'])
    .orderBy('at')
    .execute()

const APPEAL_OPEN = ['submitted', 'accepted', 'assigned', 'approving']

/** When appeals that nobody has answered are due; of some subjects, and of one school only its own. */
export async function selectAppealsDue(
  db: Db,
  examId: number,
  subjectIds: readonly number[],
  schoolId: number | undefined,
): Promise<{ dueAt: string }[]> {
  if (subjectIds.length === 0) return []
  const rows = await db
    .selectFrom('appeal')
    .innerJoin('candidate', 'candidate.id', 'appeal.candidate_id')
    .where('appeal.exam_id', '=', examId)
    .where('appeal.subject_id', 'in', [...subjectIds])
    .where('appeal.state', 'in', APPEAL_OPEN)
    .$if(schoolId !== undefined, (query) => query.where('candidate.school_id', '=', schoolId ?? 0))
    .select('appeal.due_at')
    .execute()
  return rows.map(({ due_at }) => ({ dueAt: due_at }))
}

/** What nobody wants to be told of for now, the latest last. */
export const selectMutes = (db: Db, clock: Clock, examId: number) =>
  db
    .selectFrom('exam_alarm_mute')
    .innerJoin('user', 'user.id', 'exam_alarm_mute.by_id')
    .where('exam_id', '=', examId)
    .where('until', '>', isoNow(clock))
    .select(['code', 'subject_id', 'until', 'reason', 'user.name as by_name'])
    .orderBy('exam_alarm_mute.id')
    .execute()
