import { type Db, isOneOf } from '@hengjuan/db'
import type { Role } from '@hengjuan/domain'
import type { Editor, RowState } from '../../import/define-import.ts'
import { selectHandEditors } from '../../import/hand-edits.query.ts'
import type { Assignment, RoleRow } from './staff-roles.ts'

/** Somebody of the staff, as an import may leave them. */
export interface KnownStaff {
  id: number
  account: string
  /** As registered. */
  name: string
  disabled: boolean
  phone: string | null
  roles: RoleRow[]
  teaching: Assignment[]
}

/** Staff of a school by account, those with disabled accounts too. */
export async function selectKnownStaff(
  db: Db,
  schoolId: number,
  ids: readonly number[] | 'all' = 'all',
): Promise<Map<string, KnownStaff>> {
  const users = await db
    .selectFrom('user')
    .leftJoin('notice_setting', 'notice_setting.user_id', 'user.id')
    .where('user.school_id', '=', schoolId)
    .where('user.student_id', 'is', null)
    .$if(ids !== 'all', (query) =>
      query.where(isOneOf(db, 'user.id', ids === 'all' ? [] : [...ids])),
    )
    .select(['user.id', 'user.account', 'user.disabled_at', 'notice_setting.phone'])
    .select((eb) => eb.fn.coalesce('user.own_name', 'user.name').as('name'))
    .orderBy('user.account')
    .execute()
  const found = users.map(({ id }) => id)
  const roles = await db
    .selectFrom('user_role')
    .where('school_id', '=', schoolId)
    .where(isOneOf(db, 'user_id', found))
    .select(['user_id', 'role', 'grade_ids', 'class_ids', 'subject_ids'])
    .orderBy('id')
    .execute()
  const teaching = await db
    .selectFrom('teaching')
    .where(isOneOf(db, 'user_id', found))
    .select(['user_id', 'class_id', 'subject_id'])
    .orderBy('class_id')
    .orderBy('subject_id')
    .execute()
  const rolesOf = Map.groupBy(roles, ({ user_id }) => user_id)
  const teachingOf = Map.groupBy(teaching, ({ user_id }) => user_id)
  return new Map(
    users.map(({ disabled_at, ...user }) => [
      user.account,
      {
        ...user,
        disabled: disabled_at !== null,
        roles: (rolesOf.get(user.id) ?? []).map(({ role, grade_ids, class_ids, subject_ids }) => ({
          role: role as Role,
          grade_ids,
          class_ids,
          subject_ids,
        })),
        teaching: (teachingOf.get(user.id) ?? []).map(({ class_id, subject_id }) => ({
          class_id,
          subject_id,
        })),
      },
    ]),
  )
}

/** The same as the engine compares it: flat, by id. */
export async function selectStaffStates(
  db: Db,
  schoolId: number,
  ids: readonly number[],
): Promise<Map<number, RowState>> {
  const known = await selectKnownStaff(db, schoolId, ids)
  return new Map(
    [...known.values()].map(({ id, name, disabled, phone, roles, teaching }) => [
      id,
      { name, disabled, phone, roles: JSON.stringify(roles), teaching: JSON.stringify(teaching) },
    ]),
  )
}

/** Who last changed or disabled each of the staff by hand since then. */
export const selectStaffEditors = (
  db: Db,
  schoolId: number,
  since: string,
): Promise<Map<number, Editor>> =>
  selectHandEditors(
    db,
    { schoolId },
    since,
    ['staff-update', 'staff-disable'],
    ({ action, object, after }) =>
      action === 'staff-disable'
        ? (JSON.parse(after ?? '[]') as number[])
        : [Number(object.slice('user:'.length))],
  )
