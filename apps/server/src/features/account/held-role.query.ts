import type { Db } from '@hengjuan/db'
import { type Role, roleLabel } from '@hengjuan/domain'

/** The roles that a person holds, in the order they were given. */
export async function selectHeldRoles(db: Db, userId: number) {
  const rows = await db
    .selectFrom('user_role')
    .leftJoin('school', 'school.id', 'user_role.school_id')
    .where('user_role.user_id', '=', userId)
    .orderBy('user_role.id')
    .selectAll('user_role')
    .select('school.name as school_name')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    role: row.role,
    role_name: roleLabel(row.role as Role),
    scope_level: row.scope_level,
    school_id: row.school_id,
    school_name: row.school_name,
    grade_ids: JSON.parse(row.grade_ids) as number[] | 'all',
    class_ids: JSON.parse(row.class_ids) as number[] | 'all',
    subject_ids: JSON.parse(row.subject_ids) as number[] | 'all',
  }))
}
