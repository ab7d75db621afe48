import { type Frame, type Report, reportConfigSave, studentScore } from '@hengjuan/contracts'
import type { Role } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { openTestApp, seedBureau, seedJointExam, type TestClient } from '../../testing/index.ts'
import { REPORTS } from './serving/registry.ts'

/*
 * Who is told what: every field of every report against who asks, for a joint exam of four schools. The table beside
 * this file is read by a person whenever it changes: a field that a report gains is in no column of it, and fails here
 * until somebody has looked at whom it is told (`vitest run -u` writes it anew).
 */

type AnyReport = Report<{ exam_id: number }, Frame, object>
const reports = REPORTS.map(({ report }) => report as unknown as AnyReport)

/** Columns of the table, in its order. */
const VIEWERS = [
  'organiser',
  'researcher',
  'research_leader',
  'school_admin',
  'principal',
  'vice_principal',
  'academic_director',
  'marking_admin',
  'grade_director',
  'grade_group_leader',
  'subject_leader',
  'prep_leader',
  'class_teacher',
  'subject_teacher',
  'marking_teacher',
  'scan_operator',
  'class_teacher without ranks',
]

/** Accounts of the school, and the roles that no account of it has: they are given to one who has another. */
const ACCOUNTS: Partial<Record<Role, string>> = {
  school_admin: 'admin',
  principal: 'principal',
  academic_director: 'director',
  grade_director: 'grade',
  subject_leader: 'leader',
  class_teacher: 'head',
  marking_teacher: 'marker1',
  scan_operator: 'scanner',
}
const LENT: Partial<Record<Role, 'admin' | 'director' | 'grade' | 'leader' | 'head'>> = {
  vice_principal: 'director',
  marking_admin: 'admin',
  grade_group_leader: 'grade',
  prep_leader: 'leader',
  subject_teacher: 'head',
}

/** Fields at the ends of a reply, and whether any of them has something in it; entries of a list are one. */
function fieldsOf(value: unknown, path = '', found = new Map<string, boolean>()) {
  if (Array.isArray(value) && value.length > 0)
    for (const one of value) fieldsOf(one, `${path}[]`, found)
  else if (typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const [key, inner] of Object.entries(value)) fieldsOf(inner, `${path}.${key}`, found)
  else {
    const isTold = value !== null && value !== '' && !Array.isArray(value)
    found.set(path, isTold || (found.get(path) ?? false))
  }
  return found
}

async function clientsOf(gradeId: number) {
  const app = await openTestApp()
  const { organiser, examId, schools } = await seedJointExam(app, 4, gradeId)
  await seedBureau(app.services, {
    name: '西山区教育局',
    region: '330106=浙省/江城市/西山区',
    account: 'district',
    role: 'researcher',
  })
  // Teachers of the test schools have grade 10.
  await app.services.db
    .updateTable('user_role')
    .set({ grade_ids: JSON.stringify([gradeId]) })
    .where(
      'school_id',
      'in',
      schools.map(({ schoolId }) => schoolId),
    )
    .execute()
  await seedBureau(app.services, {
    name: '西山区教育局',
    region: '330106=浙省/江城市/西山区',
    account: 'lead',
    role: 'research_leader',
  })
  const regional = [
    await app.signIn('district', 'researcher'),
    await app.signIn('lead', 'research_leader'),
  ]
  const west = schools.find(({ prefix }) => prefix === 'west-')
  for (const [role, account] of Object.entries(LENT)) {
    const own = await app.services.db
      .selectFrom('user_role')
      .where('user_id', '=', west?.userIds[account] ?? 0)
      .select(['user_id', 'scope_level', 'school_id', 'grade_ids', 'class_ids', 'subject_ids'])
      .executeTakeFirstOrThrow()
    await app.services.db
      .insertInto('user_role')
      .values({ ...own, role })
      .execute()
  }
  const clients = [organiser, ...regional]
  for (const role of VIEWERS.slice(clients.length, -1) as Role[])
    clients.push(await app.signIn(`west-${ACCOUNTS[role] ?? LENT[role] ?? ''}`, role))
  return { clients, student: await app.signIn('west-student'), organiser, examId }
}

const queryOf = ({ key, of }: AnyReport, exam_id: number, viewer: string) => ({
  exam_id,
  // Leaders and the class teacher have mathematics; Chinese has questions with a key.
  ...(of === 'total' ? {} : { subject_id: /^(subject|prep|class)_/.test(viewer) ? 2 : 1 }),
  // What each report shows most with. Steps of one point are refused where ranks are hidden.
  ...(key === 'average' ? { trim: 5 } : {}),
  ...(key === 'section' && viewer === 'academic_director' ? { width: 1 } : {}),
})

async function tableOf(gradeId: number): Promise<string[]> {
  const { clients, student, organiser, examId } = await clientsOf(gradeId)
  const seen = reports.map(() => [] as (Map<string, boolean> | string)[])
  const look = async (client: TestClient, viewer = '') => {
    for (const [at, report] of reports.entries()) {
      const { data, status, error } = await client.send(report.list, {
        query: queryOf(report, examId, viewer),
      })
      seen[at]?.push(status === 200 ? fieldsOf(data) : error.error)
    }
  }
  for (const [at, client] of clients.entries()) await look(client, VIEWERS[at])
  const own = await student.send(studentScore, { body: { exam_id: examId, exam_no: '72000001' } })
  expect(own.status).toBe(200)
  const saved = await organiser.send(reportConfigSave, {
    body: {
      exam_id: examId,
      reason: '试',
      versions: {},
      user_visible: { teacher: false, student: false },
    },
  })
  expect(saved.status).toBe(200)
  await look(clients[VIEWERS.indexOf('class_teacher')] ?? organiser, VIEWERS.at(-1))
  return [
    ...reports.flatMap(({ key, title }, at) => linesOf(`${key} ${title}`, seen[at] ?? [])),
    ...linesOf('a student, of the own scores', [fieldsOf(own.data)]),
  ]
}

function linesOf(title: string, seen: readonly (Map<string, boolean> | string)[]): string[] {
  const paths = [
    ...new Set(seen.flatMap((one) => (typeof one === 'string' ? [] : [...one.keys()]))),
  ]
  const refused = seen.flatMap((one, at) =>
    typeof one === 'string' ? [`${VIEWERS[at]}: ${one}`] : [],
  )
  const mark = (one: Map<string, boolean> | string, path: string): string =>
    typeof one === 'string' || !one.has(path) ? ' ' : one.get(path) ? 'x' : '-'
  return [
    title,
    ...refused.map((text) => `  ${text}`),
    ...paths.toSorted().map((path) => `  ${seen.map((one) => mark(one, path)).join('')} ${path}`),
    '',
  ]
}

test.for([
  ['senior', 10],
  ['compulsory', 8],
] as const)('fields: who is told what is as reviewed, %s', async ([policy, gradeId]) => {
  const table = [
    'x told, - there and empty, blank absent; in the order:',
    VIEWERS.join(', '),
    '',
    ...(await tableOf(gradeId)),
  ]
  await expect(table.join('\n')).toMatchFileSnapshot(`reviewed-fields/${policy}.txt`)
})
