import { CallError, type Caller } from '@hengjuan/client'
import { currentUser } from '@hengjuan/contracts'
import { AppError, isOwnAddress, PERMISSIONS, type Permission } from '@hengjuan/domain'
import { redirect } from 'react-router'
import { mayIn, namedIn } from './exam-grants.ts'
import { enterSession, type SessionUser, storedUserId, useSessionStore } from './session-store.ts'

/** Where to sign in, and where to return to afterwards. */
export function loginAddress(from: string): string {
  return from === '/' || from.startsWith('/Login')
    ? '/Login'
    : `/Login?${new URLSearchParams({ from })}`
}

const FIRST = '/first-sign-in'

/** An address of this site to return to; anything else is home. */
export const returnAddress = (from: string | null): string =>
  from && isOwnAddress(from) && !from.startsWith('/Login') ? from : '/MainPage/homePage'

/** Whoever has something to do before anything else is led there, and nobody else. */
function free(user: SessionUser, pathname: string, search: string): SessionUser {
  const isHeld = user.must_change || user.must_secure
  if (isHeld === (pathname === FIRST)) return user
  if (isHeld) throw redirect(`${FIRST}?${new URLSearchParams({ from: pathname + search })}`)
  throw redirect(returnAddress(new URLSearchParams(search).get('from')))
}

/**
 * Makes the navigation guard: without a stored user id every guarded page goes to Login.
 *
 * @source specification, section 2 (navigation guard)
 */
export function createSessionGuard(caller: Caller) {
  let asking: Promise<SessionUser> | null = null

  /** The session, asked of the server once per page load. */
  function askServer(): Promise<SessionUser> {
    asking ??= caller
      .call(currentUser, {})
      .then((user) => {
        enterSession(user)
        return user
      })
      .finally(() => {
        asking = null
      })
    return asking
  }

  async function requireSession(request: Request): Promise<SessionUser> {
    const { user } = useSessionStore.getState()
    const { pathname, search } = new URL(request.url)
    if (user) return free(user, pathname, search)
    const away = redirect(loginAddress(pathname + search))
    if (storedUserId() === null) throw away
    try {
      return free(await askServer(), pathname, search)
    } catch (error) {
      if (error instanceof CallError && error.status === 401) throw away
      throw error
    }
  }

  async function requireOneOf(request: Request, needed: readonly Permission[]): Promise<null> {
    const user = await requireSession(request)
    const { pathname, search } = new URL(request.url)
    const named = namedIn(pathname, search)
    if (needed.some((permission) => mayIn(user, permission, named))) return null
    throw new AppError('NOT_ALLOWED', {
      role: user.current_role.role_name,
      action: needed.map((permission) => PERMISSIONS[permission].label).join('或'),
    })
  }

  return { requireSession, requireOneOf }
}

export type SessionGuard = ReturnType<typeof createSessionGuard>
