import { columnsHold, type Db } from '@hengjuan/db'
import { FULL_MARKING_USER_TYPE, type Role, roleLabel } from '@hengjuan/domain'
import { listed } from './class.query.ts'

export interface StaffFilter {
  schoolId: number
  keyword?: string | undefined
  role?: string | undefined
  disabled: boolean
}

const staffOf = (db: Db, filter: StaffFilter) =>
  db
    .selectFrom('user')
    .where('user.school_id', '=', filter.schoolId)
    .where('user.student_id', 'is', null)
    .where('user.disabled_at', filter.disabled ? 'is not' : 'is', null)
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
          [eb.ref('user.name'), eb.ref('user.name_pinyin'), eb.ref('user.account')],
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
    .select(['user.id', 'user.account', 'user.disabled_at', 'user.user_type'])
    .select((eb) => eb.fn.coalesce('user.own_name', 'user.name').as('name'))
    .orderBy('user.name_pinyin')
    .orderBy('user.id')
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  const ids = users.map(({ id }) => id)
  const [roles, teaching] = await Promise.all([selectRoles(db, ids), selectTeaching(db, ids)])
  return {
    total: Number(total),
    list: users.map((user) => ({
      user_id: user.id,
      account: user.account,
      name: user.name,
      disabled: user.disabled_at !== null,
      full_marking: user.user_type === FULL_MARKING_USER_TYPE,
      roles: roles.filter((role) => role.user_id === user.id),
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
      'teaching.subject_id',
      'subject.name as subject_name',
    ])
    .orderBy('class.grade_id')
    .orderBy('class.sort')
    .orderBy('teaching.subject_id')
    .execute()

/** Staff members of the school by id; pupils' own accounts are not staff. */
export const selectStaffByIds = (db: Db, schoolId: number, ids: readonly number[]) =>
  db
    .selectFrom('user')
    .where('id', 'in', listed(ids))
    .where('school_id', '=', schoolId)
    .where('student_id', 'is', null)
    .selectAll()
    .execute()
