import {
  downloadCreate,
  jobFile,
  jobGet,
  mayEnter,
  reportPdf,
  type Route,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import type { Role } from '@hengjuan/domain'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import {
  type JointExam,
  type JointSchool,
  openTestApp,
  pdfText,
  seedJointExam,
} from '../testing/index.ts'
import type { Answer, TestApp, TestClient } from '../testing/index.ts'

/** People of a school by role. */
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

/** The two databases answer alike: one of them is asked as these only. */
const TYPICAL = ['academic_director', 'class_teacher', 'student']

/** Ids of the exam under every name by which calls ask for them, of a foreign school where there is one. */
async function askedIds(
  { services: { db } }: TestApp,
  exam: JointExam,
  [own, foreign]: JointSchool[],
) {
  const of = (school: JointSchool | undefined) => school?.schoolId ?? 0
  const candidate = await db
    .selectFrom('candidate')
    .where('exam_id', '=', exam.examId)
    .where('school_id', '=', of(foreign))
    .select(['id', 'exam_no', 'student_id', 'class_id'])
    .executeTakeFirstOrThrow()
  const unit = await db
    .selectFrom('unit')
    .where('candidate_id', '=', candidate.id)
    .where('subject_id', '=', 1)
    .select(['id', 'block_id'])
    .executeTakeFirstOrThrow()
  return {
    exam_id: exam.examId,
    examId: exam.examId,
    subject_id: 1,
    subjectId: 1,
    school_id: of(foreign),
    schoolId: of(own),
    class_id: candidate.class_id,
    block_id: unit.block_id,
    unit_id: unit.id,
    candidate_id: candidate.id,
    candidate_ids: [candidate.id],
    student_id: candidate.student_id,
    snapshot_id: exam.snapshotId,
    version: 1,
    exam_no: candidate.exam_no,
    user_id: foreign?.userIds['marker1'] ?? 0,
    marker_id: foreign?.userIds['marker1'] ?? 0,
    limit: 500,
  }
}

type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  minItems?: number
  properties?: Record<string, Schema>
  required?: string[]
}

/** Something that a call takes where it must have a value that no id is known for. */
function sampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {})
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return true
  return '1'
}

/** What a call asks for, as far as it is known by name; the filters of schools and classes only when wanted. */
function inputFor(route: Route, ids: Record<string, unknown>, narrowed: boolean) {
  const FILTERS = [
    'school_id',
    'class_id',
    'candidate_id',
    'student_id',
    'exam_no',
    'user_id',
    'marker_id',
  ]
  // What reads is asked in full; what writes is not made up, or the exam would change under the search.
  const part = (schema: Schema | undefined) =>
    schema?.properties &&
    Object.fromEntries(
      Object.entries(schema.properties).flatMap(([name, field]) => {
        const isRequired = schema.required?.includes(name) ?? false
        if (name in ids)
          return narrowed || isRequired || !FILTERS.includes(name) ? [[name, ids[name]]] : []
        return isRequired && route.method === 'GET' ? [[name, sampleOf(field)]] : []
      }),
    )
  return {
    params: part(route.params),
    query: part(route.query),
    body: part(route.body),
  }
}

/** All text of a reply; of a workbook that of all its cells, of a PDF what can be read on its pages. */
async function textOf({ bytes, headers }: Answer<Route>): Promise<string> {
  if (bytes.subarray(0, 5).toString() === '%PDF-') return pdfText(bytes)
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (!isZip) return JSON.stringify(headers) + bytes.toString('utf8')
  return Object.values(unzipSync(new Uint8Array(bytes)))
    .map((file) => strFromU8(file))
    .join('\n')
}

/** Sends a call in every way that a member might; @returns what it told of others, and whether it answered at all */
async function told(
  client: TestClient,
  route: Route,
  ids: Record<string, unknown>,
  secrets: string[],
) {
  const leaks: string[] = []
  let isAnswered = false
  const inputs = [false, true].map((narrowed) => inputFor(route, ids, narrowed))
  const isSame = JSON.stringify(inputs[0]) === JSON.stringify(inputs[1])
  for (const input of isSame ? inputs.slice(1) : inputs) {
    const answer = await client.send(route, input)
    const text = await textOf(answer)
    isAnswered ||= answer.status === 200
    for (const secret of secrets)
      if (text.includes(secret)) leaks.push(`${route.method} ${route.path}: ${secret}`)
    if (answer.status >= 500) leaks.push(`${route.method} ${route.path}: ${answer.status}`)
  }
  return { leaks, isAnswered }
}

/** Calls that answer to anybody in some role, or they would prove nothing. */
const ANSWERED = [
  '/v1/exams/newlist2',
  '/v1/exams/{schoolId}/{examId}',
  '/v1/joint/school/student',
  '/v1/scorereport/student/list',
  '/v1/scorereport/average/class',
  '/v1/scorereport/section/score',
  '/v1/scorereport/little/list',
  '/v1/scorereport/basic/analysis',
  '/v1/scorereport/student/export',
  '/v1/scorereport/average/export',
  '/v1/scorereport/section/export',
  '/v1/scorereport/little/export',
]

/** Ends the session that the test goes on with, or its password. */
const ENDS_SESSION = [
  '/v1/auth/logout',
  '/v1/auth/jointSwitchUser',
  '/v1/school/user/password/update',
]

/** Text of every file that a role can have made beside the calls. */
async function filesOf(
  app: TestApp,
  client: TestClient,
  examId: number,
  subjectId: number,
): Promise<string[]> {
  const texts: string[] = []
  for (const route of [reportPdf, downloadCreate])
    for (const report of ['basic', 'student', 'average', 'little', 'section'] as const) {
      const body = {
        exam_id: examId,
        report,
        ...(report === 'little' ? { filters: { subject_id: subjectId } } : {}),
      }
      const begun = await client.send(route, { body })
      expect([report, begun.status]).toEqual([report, 200])
      await app.runJobs()
      const { data } = await client.send(jobGet, { query: begun.data })
      expect([report, data.state, data.message]).toEqual([report, 'done', ''])
      texts.push(await textOf(await client.send(jobFile, { query: begun.data })))
    }
  return texts
}

everyDatabase('joint exam on %s', (kind) => {
  test('no call tells a member school who sat, taught or which school took part elsewhere', async () => {
    const app = await openTestApp(kind)
    const exam = await seedJointExam(app)
    const [own, ...others] = exam.schools as [JointSchool, ...JointSchool[]]
    const ids = await askedIds(app, exam, [own, ...others])
    const secrets = others.flatMap((school) => school.secrets)
    const leaks: string[] = []
    const answered = new Set<string>()
    for (const [role, account] of Object.entries(ACCOUNTS)) {
      if (kind === 'postgres' && !TYPICAL.includes(role)) continue
      const client = await app.signIn(`${own.prefix}${account}`)
      for (const route of app.routes) {
        const { access, path } = route
        if (ENDS_SESSION.includes(path) || route.replyKind === 'events') continue
        if (access.kind === 'anyone') continue
        if (access.kind === 'can' && !mayEnter(role as Role, access)) continue
        const one = await told(client, route, ids, secrets)
        leaks.push(...one.leaks.map((leak) => `${role} ${leak}`))
        if (one.isAnswered) answered.add(path)
      }
    }
    expect(leaks).toEqual([])
    expect(ANSWERED.filter((path) => !answered.has(path))).toEqual([])
  })

  test('the search finds what the organiser is told, so that it would find a leak', async () => {
    const app = await openTestApp(kind)
    const exam = await seedJointExam(app)
    const [own, ...others] = exam.schools as [JointSchool, ...JointSchool[]]
    const ids = await askedIds(app, exam, [own, ...others])
    const secrets = others.flatMap((school) => school.secrets)
    const openCalls = app.routes.filter(({ path }) => path.startsWith('/v1/scorereport/student'))
    expect(openCalls.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/v1/scorereport/student/list', '/v1/scorereport/student/export']),
    )
    for (const route of openCalls) {
      const { leaks } = await told(
        exam.organiser,
        route,
        { ...ids, schoolId: exam.bureau.bureauId },
        secrets,
      )
      // Names and numbers of seven others at least of each school.
      expect(leaks.length).toBeGreaterThan(20)
    }
  })
})

test.for([
  ['director', 1],
  ['head', 2],
] as const)(
  'no PDF and no workbook made for the %s of a member school names anything of the others',
  async ([account, subjectId]) => {
    const app = await openTestApp()
    const { schools, examId, organiser } = await seedJointExam(app, 4)
    const [own, ...others] = schools as [JointSchool, ...JointSchool[]]
    const secrets = others.flatMap((school) => school.secrets)
    const foundIn = (texts: string[]) =>
      secrets.filter((secret) => texts.some((text) => text.includes(secret)))
    const client = await app.signIn(`${own.prefix}${account}`)
    expect(foundIn(await filesOf(app, client, examId, subjectId))).toEqual([])
    // And yet the search would find them.
    expect(foundIn(await filesOf(app, organiser, examId, subjectId)).length).toBeGreaterThan(20)
  },
)
