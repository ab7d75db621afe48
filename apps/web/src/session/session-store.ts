import type { currentUser, ReplyOf } from '@hengjuan/contracts'
import { isRole, type Permission, type Role } from '@hengjuan/domain'
import { useLocation } from 'react-router'
import { create } from 'zustand'
import { mayIn, namedIn } from './exam-grants.ts'

export type SessionUser = ReplyOf<typeof currentUser>
export type HeldRole = SessionUser['current_role']

/** Why there is no session: never had one, signed out, or it ended under our feet. */
export type Absence = 'none' | 'signedOut' | 'expired'

interface Session {
  user: SessionUser | null
  absence: Absence
  /** Another tab signed in somebody else, or took another role: what this page shows is not theirs. */
  isReplaced: boolean
}

/** Who is signed in. The server's word is in the query cache of `currentUser`; this is the copy that guards read. */
export const useSessionStore = create<Session>(() => ({
  user: null,
  absence: 'none',
  isReplaced: false,
}))

/** What the specification keeps locally, section 3; the session id itself stays in an HttpOnly cookie. */
const stored = {
  userId: 'examination_userId',
  userName: 'examination_userName',
  userRole: 'examination_userRole',
  currentRole: 'examination_currentRole',
  schoolId: 'examination_userSchoolId',
  schoolName: 'examination_userSchoolName',
} as const

/** The user who was last signed in on this browser; null after signing out. */
export const storedUserId = (): string | null => localStorage.getItem(stored.userId)

/** Local storage keys whose change means that another tab signed in, out, or took another role. */
export const isIdentityKey = (key: string | null): boolean =>
  key === null || key === stored.userId || key === stored.currentRole

/** Is this tab's person, in this tab's role, who was last signed in on this browser? */
export function isStoredIdentity(): boolean {
  const { user } = useSessionStore.getState()
  return (
    user !== null &&
    storedUserId() === String(user.user_id) &&
    localStorage.getItem(stored.currentRole) === String(user.current_role.id)
  )
}

/** Starts or replaces the session: after signing in, switching role, or loading the page. */
export function enterSession(user: SessionUser): void {
  localStorage.setItem(stored.userId, String(user.user_id))
  localStorage.setItem(stored.userName, user.user_name)
  localStorage.setItem(stored.userRole, JSON.stringify(user.roles.map(({ role }) => role)))
  localStorage.setItem(stored.currentRole, String(user.current_role.id))
  localStorage.setItem(stored.schoolId, String(user.school_id ?? ''))
  localStorage.setItem(stored.schoolName, user.school_name ?? '')
  useSessionStore.setState({ user, absence: 'none', isReplaced: false })
}

/** Forgets the session on this browser. */
export function leaveSession(absence: Absence): void {
  for (const key of Object.values(stored)) localStorage.removeItem(key)
  useSessionStore.setState({ user: null, absence })
}

/** The signed-in person; only for what is inside the guarded layout. */
export function useSession(): SessionUser {
  const user = useSessionStore((session) => session.user)
  if (!user) throw new Error('no session')
  return user
}

/** The current role; null if the server knows one that this client does not. */
export const roleOf = (user: SessionUser): Role | null =>
  isRole(user.current_role.role) ? user.current_role.role : null

/**
 * May the signed-in person do this, in the current role or in the exam of this page? For hiding or explaining
 * actions.
 */
export function useMay(permission: Permission): boolean {
  const { pathname, search } = useLocation()
  return useSessionStore(({ user }) => {
    if (!user) return false
    const named = namedIn(pathname, search)
    return named.examId === null
      ? user.permissions.includes(permission)
      : mayIn(user, permission, named)
  })
}
