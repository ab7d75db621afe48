import { type Permission, scopeAllows } from '@hengjuan/domain'
import type { SessionUser } from './session-store.ts'

interface Named {
  examId: number | null
  subjectId: number | null
}

/**
 * May a person do this, by the current role or because they were named for an exam (阅卷管理员)?
 *
 * @param at the exam and subject in question; without an exam, in any
 */
export const mayIn = (
  user: Pick<SessionUser, 'permissions' | 'exam_grants'>,
  permission: Permission,
  { examId, subjectId }: Named = { examId: null, subjectId: null },
): boolean =>
  user.permissions.includes(permission) ||
  user.exam_grants.some(
    (grant) =>
      (examId === null || grant.exam_id === examId) &&
      (subjectId === null || scopeAllows(grant.subject_ids, subjectId)) &&
      grant.permissions.includes(permission),
  )

const idOf = (text: string | null | undefined): number | null => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The exam and the subject that an address is about. */
export function namedIn(pathname: string, search: string): Named {
  const query = new URLSearchParams(search)
  const inPath = /\/(?:exam-detail|AffairManage|divideBlock|adjust-coord)\/(\d+)/.exec(
    pathname,
  )?.[1]
  return {
    examId: idOf(inPath ?? query.get('exam_id')),
    subjectId: idOf(query.get('subject_id')),
  }
}
