import { CallError, type Caller } from '@hengjuan/client'
import { currentUser } from '@hengjuan/contracts'
import type { Permission } from '@hengjuan/domain'
import { enterSession, type SessionUser, useSessionStore } from './session-store.ts'

/** Why this tab can not act for a person at present. */
export type Hold =
  | { kind: 'signedOut' }
  | { kind: 'otherPerson' }
  /** The person acts in a role that may not. */
  | { kind: 'otherRole'; roleName: string }

/** The same person in the same role. */
export const isSameIdentity = (a: SessionUser | null, b: SessionUser | null): boolean =>
  a?.user_id === b?.user_id && a?.current_role.id === b?.current_role.id

/** Why a person can not do this from this tab, as far as the tab knows; null when they can. */
export const heldBy = (userId: number, permission: Permission): Hold | null =>
  holdOf(useSessionStore.getState().user, userId, permission)

/**
 * The same as the server knows it. Cookies belong to the browser and tokens to a tab: a session that the person
 * began elsewhere since becomes this tab's.
 *
 * @throws CallError when the server could not be asked
 */
export async function askHold(
  caller: Pick<Caller, 'call'>,
  userId: number,
  permission: Permission,
): Promise<Hold | null> {
  try {
    const user = await caller.call(currentUser, {})
    const hold = holdOf(user, userId, permission)
    if (hold === null && useSessionStore.getState().user?.user_id === userId) enterSession(user)
    return hold
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return { kind: 'signedOut' }
    throw error
  }
}

/** @param user who is signed in */
export function holdOf(
  user: SessionUser | null,
  userId: number,
  permission: Permission,
): Hold | null {
  if (!user) return { kind: 'signedOut' }
  if (user.user_id !== userId) return { kind: 'otherPerson' }
  return user.permissions.includes(permission)
    ? null
    : { kind: 'otherRole', roleName: user.current_role.role_name }
}

/**
 * The token of whoever is signed in now, where that is still the person, in the role, that a call began as; else
 * null: a call is never made again as somebody else.
 */
export async function renewedToken(
  caller: Pick<Caller, 'call'>,
  began: SessionUser | null,
): Promise<string | null> {
  if (!began) return null
  const now = await caller.call(currentUser, {})
  if (!isSameIdentity(now, began)) return null
  if (isSameIdentity(useSessionStore.getState().user, began)) enterSession(now)
  return now.csrf_token
}

/**
 * Is the session of the browser the one that this tab knows? Another tab may have signed in anew, perhaps
 * somebody else, and calls that only read are answered to them. Where scripts can not see the cookie, it is
 * taken to be.
 */
export function isBrowserSession(): boolean {
  const inCookie = /(?:^|;\s*)hj_csrf=([^;]*)/.exec(document.cookie)?.[1]
  return inCookie === undefined || inCookie === useSessionStore.getState().user?.csrf_token
}
