import { reportAppeals } from '@hengjuan/contracts'
import { type Db, isOneOf, lockRows } from '@hengjuan/db'
import {
  type AppealOutcome,
  type AppealState,
  appealWindow,
  AppError,
  rolesThatMay,
  subjectName,
} from '@hengjuan/domain'
import { shownOf } from '../score/index.ts'
import { settingAt } from '../setting/index.ts'

interface Filter {
  examId: number
  studentId?: number | undefined
  state?: string | undefined
  subjectIds?: readonly number[] | undefined
  subjectId?: number | undefined
  classId?: number | undefined
}

const appealsOf = (db: Db, filter: Filter) =>
  db
    .selectFrom('appeal')
    .innerJoin('candidate', 'candidate.id', 'appeal.candidate_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .innerJoin('exam', 'exam.id', 'appeal.exam_id')
    .innerJoin('subject', 'subject.id', 'appeal.subject_id')
    .leftJoin('user as handler', 'handler.id', 'appeal.handler_id')
    .where('appeal.exam_id', '=', filter.examId)
    .$if(filter.studentId !== undefined, (query) =>
      query.where('appeal.student_id', '=', filter.studentId ?? 0),
    )
    .$if(filter.state !== undefined, (query) =>
      query.where('appeal.state', '=', filter.state ?? ''),
    )
    .$if(filter.subjectIds !== undefined, (query) =>
      query.where(isOneOf(db, 'appeal.subject_id', filter.subjectIds ?? [])),
    )
    .$if(filter.subjectId !== undefined, (query) =>
      query.where('appeal.subject_id', '=', filter.subjectId ?? 0),
    )
    .$if(filter.classId !== undefined, (query) =>
      query.where('candidate.class_id', '=', filter.classId ?? 0),
    )

/** Appeals of an exam, what is due first in front. */
export async function selectAppeals(
  db: Db,
  filter: Filter,
  { page, limit }: { page: number; limit: number },
) {
  const { total } = await appealsOf(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await appealsOf(db, filter)
    .select([
      'appeal.id as appeal_id',
      'appeal.candidate_id',
      'candidate.exam_no',
      'candidate.name',
      'class.name as class_name',
      'exam.grade_id',
      'appeal.subject_id',
      'subject.name as subject_name',
      'appeal.reason',
      'appeal.state',
      'appeal.submitted_at',
      'appeal.due_at',
      'appeal.handler_id',
      'handler.name as handler_name',
      'appeal.outcome',
      'appeal.before_milli',
      'appeal.after_milli',
      'appeal.answer',
      'appeal.version',
    ])
    .orderBy('appeal.due_at')
    .orderBy('appeal.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return {
    total: Number(total),
    list: rows.map(({ grade_id, subject_name, state, outcome, ...row }) => ({
      ...row,
      subject_name: subjectName(row.subject_id, grade_id, { [row.subject_id]: subject_name }),
      state: state as AppealState,
      outcome: outcome as AppealOutcome | null,
    })),
  }
}

/** An appeal of an exam, locked. @throws AppError NOT_FOUND */
export async function lockedAppeal(db: Db, examId: number, appealId: number) {
  const row = await lockRows(
    db,
    db.selectFrom('appeal').where('id', '=', appealId).where('exam_id', '=', examId).selectAll(),
  ).executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND', { what: '复核申请' })
  return { ...row, state: row.state as AppealState }
}

/**
 * Between when and when appeals of an exam are taken; null before its students were told, and where they are not
 * taken.
 */
export async function windowOf(
  db: Db,
  exam: { id: number; school_id: number; grade_id: number },
): Promise<{ from: string; until: string } | null> {
  const shown = await db
    .selectFrom('exam')
    .where('id', '=', exam.id)
    .where('student_snapshot_id', 'is not', null)
    .select(['published_at'])
    .executeTakeFirst()
  if (!shown) return null
  // A corrected version opens no second time.
  const first = await db
    .selectFrom('release')
    .where('exam_id', '=', exam.id)
    .where('audience', '=', 'students')
    .where('state', 'in', ['released', 'withdrawn'])
    .select('at')
    .orderBy('at')
    .executeTakeFirst()
  const toldAt = first?.at ?? shown.published_at
  if (toldAt === null) return null
  if (!(await shownOf(db, exam)).items.has('appeal')) return null
  const { value } = await settingAt(db, reportAppeals, {
    schoolId: exam.school_id,
    gradeId: exam.grade_id,
    examId: exam.id,
  })
  return appealWindow(toldAt, value)
}

/** Outcomes that change scores and are in no version yet. */
export const selectToRelease = (db: Db, examId: number) =>
  db
    .selectFrom('appeal')
    .where('exam_id', '=', examId)
    .where('state', '=', 'decided')
    .select(['id', 'candidate_id', 'subject_id', 'student_id'])
    .execute()

/** Why somebody may not look at a candidate's paper again; null where they may. @source platform 7.6 */
export async function handlerProblem(
  db: Db,
  handlerId: number,
  on: { subject_id: number; candidate_id: number },
): Promise<string | null> {
  const read = await db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where('unit.candidate_id', '=', on.candidate_id)
    .where('unit.subject_id', '=', on.subject_id)
    .where('reading.marker_id', '=', handlerId)
    .select('reading.id')
    .executeTakeFirst()
  if (read) return '评阅过这份试卷'
  const { class_id: classId } = await db
    .selectFrom('candidate')
    .where('id', '=', on.candidate_id)
    .select('class_id')
    .executeTakeFirstOrThrow()
  const roles = await db
    .selectFrom('user_role')
    .where('user_id', '=', handlerId)
    .where('role', '=', 'class_teacher')
    .select('class_ids')
    .execute()
  const isOwnClass = roles.some(({ class_ids: text }) => {
    const ids = JSON.parse(text) as number[] | 'all'
    return ids !== 'all' && ids.includes(classId)
  })
  return isOwnClass ? '是该考生的班主任' : null
}

/** Staff of the school that holds an exam who may do something about its scores. */
export const selectHandlers = (
  db: Db,
  schoolId: number,
  permission: 'score.preview' | 'score.publish' = 'score.preview',
) =>
  db
    .selectFrom('user_role')
    .innerJoin('user', 'user.id', 'user_role.user_id')
    .where('user_role.school_id', '=', schoolId)
    .where('user_role.role', 'in', [...rolesThatMay(permission)])
    .where('user.disabled_at', 'is', null)
    .select(['user.id as user_id', 'user.name'])
    .distinct()
    .orderBy('user.name')
    .execute()

/** Accounts of a student. */
export const selectStudentUsers = async (db: Db, studentIds: readonly number[]) =>
  (
    await db
      .selectFrom('user')
      .where(isOneOf(db, 'student_id', studentIds))
      .where('disabled_at', 'is', null)
      .select('id')
      .execute()
  ).map(({ id }) => id)
