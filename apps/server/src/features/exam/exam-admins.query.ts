import { columnsHold, type Db, type Tables } from '@hengjuan/db'
import type { ExamAdminMay, Role, ScopeList } from '@hengjuan/domain'
import { roleLabel } from '@hengjuan/domain'
import type { Selectable } from 'kysely'

type Exam = Pick<Selectable<Tables['exam']>, 'id' | 'school_id'>

/** Who was named for an exam, by whom, in the order in which they were. */
export async function selectAdmins(db: Db, examId: number) {
  const rows = await db
    .selectFrom('exam_admin')
    .innerJoin('user', 'user.id', 'exam_admin.user_id')
    .innerJoin('school', 'school.id', 'exam_admin.school_id')
    .innerJoin('user as adder', 'adder.id', 'exam_admin.added_by')
    .where('exam_admin.exam_id', '=', examId)
    .select(['exam_admin.user_id', 'exam_admin.school_id', 'exam_admin.subject_ids'])
    .select(['exam_admin.may', 'exam_admin.added_at', 'exam_admin.added_by'])
    .select(['user.name', 'school.name as school_name', 'adder.name as added_by_name'])
    .orderBy('exam_admin.added_at')
    .orderBy('exam_admin.user_id')
    .execute()
  return rows.map((row) => ({
    ...row,
    subject_ids: JSON.parse(row.subject_ids) as ScopeList<number>,
    may: JSON.parse(row.may) as ExamAdminMay[],
  }))
}

/** The schools whose staff may be named: the one that holds the exam, and those that take part in it. */
export const schoolsOfExam = (db: Db, exam: Exam) =>
  db
    .selectFrom('school')
    .where((eb) =>
      eb.or([
        eb('school.id', '=', exam.school_id),
        eb(
          'school.id',
          'in',
          eb
            .selectFrom('exam_school')
            .where('exam_school.exam_id', '=', exam.id)
            .where('exam_school.state', '<>', 'declined')
            .select('exam_school.school_id'),
        ),
      ]),
    )
    .select('school.id')

/**
 * Staff in use of the schools of an exam. Whoever works at two of them is there once, with the holder's.
 *
 * @param only these people, or those whose name, pinyin or account holds a word, so many at most
 */
export async function selectPeople(
  db: Db,
  exam: Exam,
  only: { ids: readonly number[] } | { keyword: string; most: number },
) {
  const rows = await db
    .selectFrom('user_role')
    .innerJoin('user', 'user.id', 'user_role.user_id')
    .innerJoin('school', 'school.id', 'user_role.school_id')
    .where('user_role.school_id', 'in', schoolsOfExam(db, exam))
    .where('user_role.role', '<>', 'student')
    .where('user.disabled_at', 'is', null)
    .where((eb) =>
      'ids' in only
        ? eb('user.id', 'in', [...only.ids, -1])
        : columnsHold(
            db,
            [eb.ref('user.name'), eb.ref('user.name_pinyin'), eb.ref('user.account')],
            only.keyword,
          ),
    )
    .select(['user.id', 'user.name', 'user.account', 'user_role.role'])
    .select(['school.id as school_id', 'school.name as school_name'])
    .orderBy('user.name_pinyin')
    .orderBy('user.id')
    .orderBy('school.id')
    .$if('most' in only, (query) => query.limit('most' in only ? only.most * ROLES_EACH : 0))
    .execute()
  const people = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const held = own.some(({ school_id }) => school_id === exam.school_id)
    const at = own.filter(({ school_id }) =>
      held ? school_id === exam.school_id : school_id === own[0]?.school_id,
    )
    const [first] = at
    return first
      ? [
          {
            user_id: first.id,
            name: first.name,
            account: first.account,
            school_id: first.school_id,
            school_name: first.school_name,
            role_names: at.map(({ role }) => roleLabel(role as Role)),
          },
        ]
      : []
  })
  return 'most' in only ? people.slice(0, only.most) : people
}

/** Hardly anybody holds more roles than that. */
const ROLES_EACH = 4
