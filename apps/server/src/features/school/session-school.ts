import { AppError } from '@hengjuan/domain'
import type { Session } from '../../http/session.ts'

/** The school of the current role. @throws AppError NO_SCHOOL_BOUND for roles without one */
export function schoolOf(session: Session): number {
  if (session.schoolId === null) throw new AppError('NO_SCHOOL_BOUND')
  return session.schoolId
}
