import type { Lesson } from './LessonRows.tsx'
import type { RoleDraft } from './RoleRows.tsx'
import type { StaffRow } from './StaffTable.tsx'

export interface StaffDraft {
  account: string
  name: string
  staffNo: string
  roles: RoleDraft[]
  lessons: Lesson[]
}

export const draftOf = (row: StaffRow | undefined): StaffDraft => ({
  account: row?.account ?? '',
  name: row?.name ?? '',
  staffNo: row?.staff_no ?? '',
  roles: row?.roles.map(({ role, grade_ids, class_ids, subject_ids }) => ({
    role,
    grade_ids,
    class_ids,
    subject_ids,
  })) ?? [{ role: 'subject_teacher' }],
  lessons: row?.teaching.map(({ class_id, subject_id }) => ({ class_id, subject_id })) ?? [],
})

export function problemOf({ name, account, roles, lessons }: StaffDraft): string | null {
  if (name.trim() === '') return '请填写姓名'
  if (!/^[0-9A-Za-z_.@-]{2,64}$/.test(account.trim()))
    return '账号由 2 位以上的字母、数字或 _ . @ - 组成'
  if (roles.length === 0) return '请至少给一个身份'
  if (roles.some(({ role }) => role === 'subject_teacher') && lessons.length === 0)
    return '任课教师请填写任课'
  return null
}
