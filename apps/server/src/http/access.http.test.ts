import { mayEnter, type Route } from '@hengjuan/contracts'
import { PERMISSIONS, type Permission, type Role } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../testing/index.ts'

/** Accounts of the test school by role. */
const ACCOUNTS: Partial<Record<Role, string>> = {
  school_admin: 'admin',
  academic_director: 'director',
  principal: 'principal',
  grade_director: 'grade',
  subject_leader: 'leader',
  class_teacher: 'head',
  marking_teacher: 'marker1',
  scan_operator: 'scanner',
  student: 'student',
}

const nameOf = ({ method, path }: Route): string => `${method} ${path}`

/** Sends a call with nothing in it: whoever is not admitted must learn that before anything else. */
const knock = (client: TestClient, route: Route) =>
  client.send(route, { params: { schoolId: 1, examId: 1, subjectId: 1 } })

describe('access', () => {
  test('nobody without a session gets past the door of a call that needs one', async () => {
    const { routes, anonymous } = await openTestApp()
    for (const route of routes) {
      if (route.access.kind === 'anyone') continue
      const answer = await knock(anonymous, route)
      expect([nameOf(route), answer.status, answer.error.error]).toEqual([
        nameOf(route),
        401,
        'LOGIN_EXPIRED',
      ])
    }
  })

  test.for(Object.entries(ACCOUNTS))(
    'a %s is admitted to what the role may do and to nothing else',
    async ([role, account]) => {
      const { routes, signIn } = await openTestApp()
      const client = await signIn(account)
      const wrong: string[] = []
      for (const route of routes) {
        if (route.access.kind !== 'can') continue
        // An event stream that is let in does not end by itself.
        if (route.replyKind === 'events' && mayEnter(role as Role, route.access)) continue
        const answer = await knock(client, route)
        const refused = answer.error?.error === 'NOT_ALLOWED'
        const may = mayEnter(role as Role, route.access)
        if (refused === may) wrong.push(`${nameOf(route)}: ${answer.status}`)
        if (answer.status >= 500) wrong.push(`${nameOf(route)}: ${answer.status}`)
      }
      expect(wrong).toEqual([])
    },
  )

  test('every permission is used by a call or says whose part it is', async () => {
    const { routes } = await openTestApp()
    const used = new Set(
      routes.flatMap(({ access }) => (access.kind === 'can' ? [access.permission] : [])),
    )
    for (const one of ASKED_INSIDE) used.add(one)
    const unused = (Object.keys(PERMISSIONS) as Permission[]).filter((one) => !used.has(one))
    expect(unused).toEqual(WITHOUT_CALLS_YET)
  })

  test('an unsafe call without the token of its session is refused', async () => {
    const { routes, signIn, app } = await openTestApp()
    const route = routes.find(({ path }) => path === '/v1/auth/logout')
    expect(route).toBeDefined()
    await signIn('admin')
    const login = await app.inject({
      method: 'POST',
      url: '/v1/auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'account=admin&password=test-password-1',
    })
    const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    for (const headers of [{ cookie }, { cookie, 'x-csrf-token': 'wrong' }]) {
      const answer = await app.inject({ method: 'POST', url: '/v1/auth/logout', headers })
      expect([answer.statusCode, answer.json().error]).toEqual([403, 'CSRF_FAILED'])
    }
  })

  test('a foreign page can not sign anybody in', async () => {
    const { app } = await openTestApp()
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/auth/login',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://elsewhere.example',
      },
      payload: 'account=admin&password=test-password-1',
    })
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'CSRF_FAILED'])
  })
})

/** Permissions of screens that are not there yet. */
const WITHOUT_CALLS_YET: Permission[] = ['account.self']

/** Asked for in the middle of a call that others may use for something else. */
const ASKED_INSIDE: Permission[] = ['marking.override', 'report.policy', 'server.manage']
