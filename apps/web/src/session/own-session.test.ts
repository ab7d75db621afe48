import { CallError } from '@hengjuan/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askHold, heldBy, renewedToken } from './own-session.ts'
import { enterSession, type SessionUser, useSessionStore } from './session-store.ts'

const MARKING = ['marking.mark']

function person(
  userId: number,
  more: { roleId?: number; role?: string; permissions?: string[]; token?: string } = {},
): SessionUser {
  const { roleId = 1, role = '阅卷教师', permissions = MARKING, token = `t${userId}` } = more
  const held = { id: roleId, role: 'x', role_name: role } as SessionUser['current_role']
  return {
    user_id: userId,
    user_name: 'x',
    roles: [held],
    current_role: held,
    permissions,
    csrf_token: token,
  } as SessionUser
}

/** A server on which this person is signed in, or that refuses. */
const serverOf = (answer: SessionUser | CallError) => ({
  call: (async () => {
    if (answer instanceof CallError) throw answer
    return answer
  }) as never,
})

const tokenHere = () => useSessionStore.getState().user?.csrf_token

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  useSessionStore.setState({ user: null, absence: 'none', isReplaced: false })
})

test.for([
  [null, { kind: 'signedOut' }],
  [person(2), { kind: 'otherPerson' }],
  [person(1, { role: '校长', permissions: [] }), { kind: 'otherRole', roleName: '校长' }],
  [person(1), null],
] as const)(
  'whoever is on the page decides whether marks of person 1 may go: %#',
  ([user, hold]) => {
    useSessionStore.setState({ user })
    expect(heldBy(1, 'marking.mark')).toEqual(hold)
  },
)

test('a session that the same person began elsewhere becomes that of this tab, in another role as well', async () => {
  enterSession(person(1, { token: 'old' }))
  const now = person(1, { token: 'new', roleId: 2 })
  expect(await askHold(serverOf(now), 1, 'marking.mark')).toBeNull()
  expect(tokenHere()).toBe('new')
})

test('the token of somebody else never becomes that of this tab', async () => {
  enterSession(person(1, { token: 'old' }))
  expect(await askHold(serverOf(person(2)), 1, 'marking.mark')).toEqual({ kind: 'otherPerson' })
  expect(await renewedToken(serverOf(person(2)), person(1))).toBeNull()
  expect(tokenHere()).toBe('old')
})

test('the end of the session is a reason to wait; no answer is none', async () => {
  const ended = new CallError({ status: 401, code: 'LOGIN_EXPIRED', message: '' })
  expect(await askHold(serverOf(ended), 1, 'marking.mark')).toEqual({ kind: 'signedOut' })
  const offline = new CallError({ status: 0, code: 'OFFLINE', message: '' })
  await expect(askHold(serverOf(offline), 1, 'marking.mark')).rejects.toBe(offline)
})

test('a call is made again only as the person and in the role that it began as', async () => {
  const began = person(1, { token: 'old' })
  enterSession(began)
  const again = (now: SessionUser) => renewedToken(serverOf(now), began)
  expect(await again(person(1, { token: 'new', roleId: 2 }))).toBeNull()
  expect(tokenHere()).toBe('old')
  expect(await again(person(1, { token: 'new' }))).toBe('new')
  expect(tokenHere()).toBe('new')
  // The tab went on to somebody else while the call was under way: theirs stays.
  enterSession(person(2))
  expect(await again(person(1, { token: 'newer' }))).toBe('newer')
  expect(tokenHere()).toBe('t2')
  expect(await renewedToken(serverOf(began), null)).toBeNull()
})
