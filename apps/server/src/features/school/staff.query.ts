import { columnsHold, type Db, isOneOf } from '@hengjuan/db'
import {
  classLabel,
  effectiveScope,
  FULL_MARKING_USER_TYPE,
  gradeLabel,
  maskedPhone,
  type Role,
  roleLabel,
  subjectName,
} from '@hengjuan/domain'
import { listed } from './class.query.ts'

export interface StaffFilter {
  schoolId: number
  keyword?: string | undefined
  ids?: readonly number[] | undefined
  role?: string | undefined
  /** Both where it is not said. */
  disabled?: boolean | undefined
}

const staffOf = (db: Db, filter: StaffFilter) =>
  db
    .selectFrom('user')
    .where('user.school_id', '=', filter.schoolId)
    .where('user.student_id', 'is', null)
    .$if(filter.disabled !== undefined, (query) =>
      query.where('user.disabled_at', filter.disabled ? 'is not' : 'is', null),
    )
    .$if(filter.ids !== undefined, (query) => query.where(isOneOf(db, 'user.id', filter.ids ?? [])))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('user_role')
          .whereRef('user_role.user_id', '=', 'user.id')
          .where('user_role.role', '!=', 'student')
          .$if(filter.role !== undefined, (query) =>
            query.where('user_role.role', '=', filter.role ?? ''),
          )
          .select('user_role.id'),
      ),
    )
    .$if(Boolean(filter.keyword?.trim()), (query) =>
      query.where((eb) =>
        columnsHold(
          db,
          [
            eb.ref('user.name'),
            eb.ref('user.name_pinyin'),
            eb.ref('user.account'),
            eb.ref('user.staff_no'),
          ],
          filter.keyword ?? '',
        ),
      ),
    )

/** Staff of a school by pinyin, with roles and teaching assignments. */
export async function selectStaff(
  db: Db,
  filter: StaffFilter,
  range: { limit: number; offset: number },
) {
  const staff = staffOf(db, filter)
  const { total } = await staff
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const users = await staff
    .leftJoin('notice_setting', 'notice_setting.user_id', 'user.id')
    .select([
      'user.id',
      'user.account',
      'user.disabled_at',
      'user.disabled_reason',
      'user.user_type',
      'user.staff_no',
      'notice_setting.phone',
    ])
    .select((eb) => eb.fn.coalesce('user.own_name', 'user.name').as('name'))
    .orderBy('user.name_pinyin')
    .orderBy('user.id')
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  const ids = users.map(({ id }) => id)
  const [roles, lessons, signIns] = await Promise.all([
    selectRoles(db, ids),
    selectTeaching(db, ids),
    selectLastSignIns(db, ids),
  ])
  const words = await selectScopeWords(db, filter.schoolId)
  const teaching = lessons.map(({ grade_id, ...row }) => ({
    ...row,
    class_name: classLabel(grade_id, row.class_name),
    subject_name: subjectName(row.subject_id, grade_id, { [row.subject_id]: row.subject_name }),
  }))
  return {
    total: Number(total),
    list: users.map((user) => ({
      user_id: user.id,
      account: user.account,
      name: user.name,
      disabled: user.disabled_at !== null,
      full_marking: user.user_type === FULL_MARKING_USER_TYPE,
      staff_no: user.staff_no,
      phone: maskedPhone(user.phone),
      last_sign_in: signIns.get(user.id) ?? null,
      disabled_reason: user.disabled_reason,
      roles: roles
        .filter((role) => role.user_id === user.id)
        .map((role) => ({ ...role, scope: words(role) })),
      teaching: teaching.filter((row) => row.user_id === user.id),
    })),
  }
}

export async function selectRoles(db: Db, userIds: readonly number[]) {
  const rows = await db
    .selectFrom('user_role')
    .where('user_id', 'in', listed(userIds))
    .selectAll()
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    user_id: row.user_id,
    user_role_id: row.id,
    role: row.role,
    role_name: roleLabel(row.role as Role),
    grade_ids: JSON.parse(row.grade_ids) as 'all' | number[],
    class_ids: JSON.parse(row.class_ids) as 'all' | number[],
    subject_ids: JSON.parse(row.subject_ids) as 'all' | number[],
  }))
}

export const selectTeaching = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom('teaching')
    .innerJoin('class', 'class.id', 'teaching.class_id')
    .innerJoin('subject', 'subject.id', 'teaching.subject_id')
    .where('teaching.user_id', 'in', listed(userIds))
    .select([
      'teaching.user_id',
      'teaching.class_id',
      'class.name as class_name',
      'class.grade_id',
      'teaching.subject_id',
      'subject.name as subject_name',
    ])
    .orderBy('class.grade_id')
    .orderBy('class.sort')
    .orderBy('teaching.subject_id')
    .execute()

/** When each signed in last. */
async function selectLastSignIns(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('mark_client')
    .where(isOneOf(db, 'user_id', ids))
    .groupBy('user_id')
    .select(({ fn }) => ['user_id', fn.max('begun_at').as('at')])
    .execute()
  return new Map(rows.map(({ user_id, at }) => [user_id, at]))
}

/** What a role reaches, in words; nothing where it reaches the whole school. */
async function selectScopeWords(db: Db, schoolId: number) {
  const classes = await db
    .selectFrom('class')
    .where('school_id', '=', schoolId)
    .select(['id', 'grade_id', 'name'])
    .execute()
  const subjects = await db.selectFrom('subject').select(['id', 'name']).execute()
  const className = new Map(
    classes.map(({ id, grade_id, name }) => [id, classLabel(grade_id, name)]),
  )
  const subject = new Map(subjects.map(({ id, name }) => [id, name]))
  return (role: {
    role: string
    grade_ids: 'all' | number[]
    class_ids: 'all' | number[]
    subject_ids: 'all' | number[]
  }): string => {
    const scope = effectiveScope(role.role as Role, {
      grades: role.grade_ids,
      classes: role.class_ids,
      subjects: role.subject_ids,
    })
    const list = (ids: 'all' | readonly number[], nameOf: (id: number) => string | undefined) =>
      ids === 'all' ? '' : ids.flatMap((id) => nameOf(id) ?? []).join('、')
    // Grades follow from the classes where there are any.
    const places = list(scope.classes, (id) => className.get(id)) || list(scope.grades, gradeLabel)
    return [places, list(scope.subjects, (id) => subject.get(id))]
      .filter((text) => text !== '')
      .join('；')
  }
}

/** Staff members of the school by id; pupils' own accounts are not staff. */
export const selectStaffByIds = (db: Db, schoolId: number, ids: readonly number[]) =>
  db
    .selectFrom('user')
    .where('id', 'in', listed(ids))
    .where('school_id', '=', schoolId)
    .where('student_id', 'is', null)
    .selectAll()
    .execute()
