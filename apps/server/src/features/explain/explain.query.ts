import type { Db } from '@hengjuan/db'
import {
  classLabel,
  gradeLabel,
  type Helper,
  mayDo,
  type Permission,
  type Role,
  type ScopeList,
} from '@hengjuan/domain'

const HELPERS_MOST = 3

/** People of a school whose role holds a permission: who can help. */
export async function selectHelpers(
  db: Db,
  schoolId: number | null,
  permission: Permission,
): Promise<Helper[]> {
  if (schoolId === null) return []
  const rows = await db
    .selectFrom('user_role')
    .innerJoin('user', 'user.id', 'user_role.user_id')
    .where('user_role.school_id', '=', schoolId)
    .where('user_role.role', 'in', ['school_admin', 'academic_director'])
    .where('user.disabled_at', 'is', null)
    .select(['user.id', 'user.name', 'user_role.role'])
    .orderBy('user_role.id')
    .execute()
  return rows
    .filter(({ role }) => mayDo(role as Role, permission))
    .slice(0, HELPERS_MOST)
    .map(({ id, name, role }) => ({ userId: id, name, role: role as Role }))
}

/** What a scope list holds, in words. */
export async function scopeWords(
  db: Db,
  kind: 'grade' | 'class' | 'subject',
  list: ScopeList<number>,
): Promise<string> {
  if (list === 'all') return '全部'
  if (list.length === 0) return ''
  if (kind === 'grade') return list.map((id) => gradeLabel(id)).join('、')
  if (kind === 'subject') {
    const subjects = await db
      .selectFrom('subject')
      .select('name')
      .where('id', 'in', [...list])
      .orderBy('sort')
      .execute()
    return subjects.map(({ name }) => name).join('、')
  }
  const classes = await db
    .selectFrom('class')
    .select(['grade_id', 'name'])
    .where('id', 'in', [...list])
    .orderBy('grade_id')
    .orderBy('sort')
    .execute()
  return classes.map(({ grade_id, name }) => classLabel(grade_id, name)).join('、')
}
