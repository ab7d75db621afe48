import { GRADES, roleLabel } from '@hengjuan/domain'
import type { RoleRow } from './staff-roles.ts'

/** Names of what roles reach, by id. */
export interface ScopeNames {
  classes: ReadonlyMap<number, string>
  subjects: ReadonlyMap<number, string>
}

/** A role with what it reaches: 任课教师（高一(1)班、高一(2)班；数学）. Equal reach has equal words. */
export function roleText(
  { role, grade_ids, class_ids, subject_ids }: RoleRow,
  names: ScopeNames,
): string {
  const classes = listed(class_ids, (id) => names.classes.get(id))
  const parts = [
    // Grades follow from the classes where there are any.
    classes || listed(grade_ids, (id) => GRADES[id]?.label),
    listed(subject_ids, (id) => names.subjects.get(id)),
  ].filter((part) => part !== '')
  return `${roleLabel(role)}${parts.length === 0 ? '' : `（${parts.join('；')}）`}`
}

function listed(text: string, nameOf: (id: number) => string | undefined): string {
  const ids = JSON.parse(text) as 'all' | number[]
  if (ids === 'all') return '全部'
  return ids
    .toSorted((a, b) => a - b)
    .map((id) => nameOf(id) ?? String(id))
    .join('、')
}
