import { permissionsOf, type Role, roleLabel } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import type { SessionUser } from '../session/session-store.ts'
import { menuTree } from './menu-tree.ts'
import type { Page } from './page.ts'

const page = (path: string, access: Page['access'], menu: Page['menu']): Page => ({
  path,
  title: path,
  load: () => Promise.reject(new Error('not loaded here')),
  access,
  ...(menu ? { menu } : {}),
})
const pages: Page[] = [
  page('/home', 'signedIn', { item: 'home' }),
  page('/exams', 'exam.read', { item: 'examManage' }),
  page('/exams/:id', 'exam.read', undefined),
  page('/tasks', 'marking.mark', { item: 'markingTasks' }),
  page('/arbitration/:mode', 'marking.arbitrate', {
    item: 'markingTasks',
    to: '/arbitration/waiting',
  }),
  page('/supervision', 'marking.supervise', { item: 'markingSupervision' }),
  page('/errors', 'exception.handle', { item: 'exceptionCenter' }),
]

/** A person as the server describes one. */
function person(role: Role, userType: number): SessionUser {
  const held = {
    id: 1,
    role,
    role_name: roleLabel(role),
    scope_level: 4,
    school_id: 1,
    school_name: '测试中学',
    grade_ids: [],
    class_ids: [],
    subject_ids: [],
  }
  return {
    user_id: 1,
    user_name: '王老师',
    account: 'wang',
    user_type: userType,
    school_id: 1,
    school_name: '测试中学',
    student_id: null,
    current_role: held,
    roles: [held],
    permissions: permissionsOf(role),
    exam_grants: [],
    csrf_token: '',
    must_change: false,
    must_secure: false,
  }
}
const addresses = (role: Role, userType: number) =>
  menuTree(pages, person(role, userType)).flatMap(({ entries }) =>
    entries.flatMap(({ links }) => links.map(({ to }) => to)),
  )

test.for([
  ['school_admin', 999, ['/home', '/exams', '/supervision', '/errors'], 'full marking account'],
  ['school_admin', 0, ['/home', '/supervision', '/errors'], 'others see no exam management'],
  ['marking_teacher', 0, ['/home', '/tasks', '/arbitration/waiting'], 'no permission to supervise'],
  ['student', 0, ['/home'], 'only where everyone lands'],
] as const)('a %s of type %i sees %o (%s)', ([role, userType, expected]) => {
  expect(addresses(role, userType)).toEqual(expected)
})
