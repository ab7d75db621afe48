import {
  downloadCreate,
  type Frame,
  jobFile,
  jobGet,
  type Report,
  type ReportKey,
  reportPdf,
} from '@hengjuan/contracts'
import type { Role } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { unpackWorkbook } from '../../spreadsheet/unpack-workbook.ts'
import {
  type JointExam,
  type JointSchool,
  openTestApp,
  pdfText,
  seedJointExam,
  seedTinyExam,
  type TestApp,
  type TestClient,
} from '../../testing/index.ts'
import { REPORTS } from './serving/registry.ts'

/*
 * Every report, and every file of one, against every role that reads some: what lies outside the own school, classes
 * and subjects is in no reply, no sentence and no file, whoever asks by whatever filter.
 *
 * @source reports 9 (2)
 */

type AnyReport = Report<Record<string, unknown>, Frame, object>
const reports = REPORTS.map(({ report }) => report as unknown as AnyReport)
const [CHINESE, MATHEMATICS] = [1, 2]

/** Roles of a school that read reports, each by an account that holds another one of the same reach. */
const ACCOUNTS: Partial<Record<Role, string>> = {
  school_admin: 'admin',
  principal: 'principal',
  vice_principal: 'director',
  academic_director: 'director',
  marking_admin: 'admin',
  grade_director: 'grade',
  grade_group_leader: 'grade',
  subject_leader: 'leader',
  prep_leader: 'leader',
  class_teacher: 'head',
  subject_teacher: 'head',
  marking_teacher: 'marker1',
}
/** They see one subject, and those of a class that class. */
const OF_A_SUBJECT: readonly string[] = [
  'subject_leader',
  'prep_leader',
  'class_teacher',
  'subject_teacher',
]
const OF_A_CLASS: readonly string[] = ['class_teacher', 'subject_teacher']

/** The account in the role, which is given to it where it has another one. */
async function clientIn(app: TestApp, own: JointSchool, role: Role): Promise<TestClient> {
  const account = ACCOUNTS[role] ?? ''
  const { db } = app.services
  const held = await db
    .selectFrom('user_role')
    .where('user_id', '=', own.userIds[account] ?? 0)
    .select([
      'user_id',
      'scope_level',
      'school_id',
      'grade_ids',
      'class_ids',
      'subject_ids',
      'role',
    ])
    .execute()
  if (!held.some((one) => one.role === role))
    await db
      .insertInto('user_role')
      .values({ ...held[0]!, role })
      .execute()
  return app.signIn(`${own.prefix}${account}`, role)
}

/** What whoever sees only the first class of the school must not read of the second. */
async function ofOtherClass({ services: { db } }: TestApp, own: JointSchool, examId: number) {
  const people = await db
    .selectFrom('candidate')
    .where('exam_id', '=', examId)
    .where('class_id', '=', own.classIds[1] ?? 0)
    .select(['name', 'exam_no'])
    .execute()
  expect(people.length).toBeGreaterThan(2)
  return people.flatMap(({ name, exam_no }) => [name, exam_no])
}

const textOf = (bytes: Buffer): string =>
  bytes[0] === 0x50 && bytes[1] === 0x4b
    ? [...unpackWorkbook(bytes)].map(([, body]) => body.toString('utf8')).join('\n')
    : bytes.toString('utf8')

/** Filters by which somebody may try to reach further, and whether the answer must be a refusal. */
function triesOf({ query, of }: AnyReport, exam: Tried, role: string) {
  const { properties = {} } = query as { properties?: object }
  const has = (name: string) => Object.hasOwn(properties, name)
  const subject_id = of === 'total' ? {} : { subject_id: MATHEMATICS }
  return [
    { query: subject_id, isRefused: false },
    ...(has('class_id')
      ? [exam.ownClass, exam.foreignClass].map((class_id) => ({
          query: { ...subject_id, class_id },
          isRefused: false,
        }))
      : []),
    ...(has('school_id')
      ? [{ query: { ...subject_id, school_id: exam.foreignSchool }, isRefused: false }]
      : []),
    ...(has('keyword')
      ? [{ query: { ...subject_id, keyword: exam.foreignNumber }, isRefused: false }]
      : []),
    ...(of !== 'total' && has('subject_id')
      ? [{ query: { subject_id: CHINESE }, isRefused: OF_A_SUBJECT.includes(role) }]
      : []),
    ...(has('compare_exam_id')
      ? [{ query: { ...subject_id, compare_exam_id: exam.foreignExam }, isRefused: true }]
      : []),
  ]
}

interface Tried {
  examId: number
  /** The second class of the own school. */
  ownClass: number
  foreignClass: number
  foreignSchool: number
  foreignNumber: string
  /** Of another school, by itself. */
  foreignExam: number
}

async function open() {
  const app = await openTestApp()
  const joint: JointExam = await seedJointExam(app, 4)
  const own = joint.schools.find(({ prefix }) => prefix === 'west-')!
  const others = joint.schools.filter((school) => school !== own)
  const foreign = others[0]!
  const { examId: foreignExam } = await seedTinyExam(app.services, app.otherSchool)
  const number = foreign.secrets.find((secret) => /^7\d{7}$/.test(secret)) ?? ''
  const tried: Tried = {
    examId: joint.examId,
    ownClass: own.classIds[1] ?? 0,
    foreignClass: foreign.classIds[0] ?? 0,
    foreignSchool: foreign.schoolId,
    foreignNumber: number,
    foreignExam,
  }
  const secretsFor = async (role: string) => [
    ...others.flatMap(({ secrets }) => secrets),
    ...(OF_A_CLASS.includes(role) ? await ofOtherClass(app, own, joint.examId) : []),
  ]
  return { app, joint, own, tried, secretsFor }
}

test('reach: no report and no workbook tells any role of what lies outside, by no filter', async () => {
  const { app, own, tried, secretsFor } = await open()
  const wrong: string[] = []
  for (const role of Object.keys(ACCOUNTS) as Role[]) {
    const secrets = await secretsFor(role)
    const client = await clientIn(app, own, role)
    let answers = 0
    for (const report of reports)
      for (const [at, { query, isRefused }] of triesOf(report, tried, role).entries())
        // A file is cut by the same filters as its page.
        for (const route of at === 0 || isRefused ? [report.list, report.export] : [report.list]) {
          const asked = `${role} ${report.key} ${JSON.stringify(query)}`
          const answer = await client.send(route, { query: { exam_id: tried.examId, ...query } })
          if (answer.status >= 500) wrong.push(`${asked}: ${answer.status}`)
          if (answer.status === 200) answers += 1
          if (isRefused && answer.status === 200) wrong.push(`${asked} is answered`)
          const text = textOf(answer.bytes)
          for (const secret of secrets) if (text.includes(secret)) wrong.push(`${asked}: ${secret}`)
        }
    expect(answers, role).toBeGreaterThan(reports.length)
  }
  expect(wrong).toEqual([])
})

test('reach: what another school does by itself is not there for anybody of this one', async () => {
  const { app, own, tried } = await open()
  const client = await clientIn(app, own, 'principal')
  for (const report of reports) {
    const answer = await client.send(report.list, { query: { exam_id: tried.foreignExam } })
    expect([report.key, answer.status]).toEqual([report.key, 404])
  }
})

test('reach: the search would find what the organiser is told', async () => {
  const { joint, tried, secretsFor } = await open()
  const secrets = await secretsFor('class_teacher')
  const { bytes } = await joint.organiser.send(reports.find(({ key }) => key === 'student')!.list, {
    query: { exam_id: tried.examId, limit: 100 },
  })
  const text = textOf(bytes)
  expect(secrets.filter((secret) => text.includes(secret)).length).toBeGreaterThan(20)
})

test.for(['class_teacher', 'academic_director'] as const)(
  'reach: no PDF and no workbook of the download centre tells a %s of what lies outside',
  async (role) => {
    const { app, own, tried, secretsFor } = await open()
    const secrets = await secretsFor(role)
    const client = await clientIn(app, own, role)
    const wrong: string[] = []
    let files = 0
    for (const { key, of } of reports)
      for (const begin of [reportPdf, downloadCreate]) {
        const filters: Record<string, number> = of === 'total' ? {} : { subject_id: MATHEMATICS }
        const begun = await client.send(begin, {
          body: { exam_id: tried.examId, report: key as ReportKey, filters },
        })
        if (begun.status !== 200) continue
        await app.runJobs()
        const job = await client.send(jobGet, { query: begun.data })
        // A table without a row is no file, and says so.
        if (job.data.state !== 'done') continue
        files += 1
        const { bytes } = await client.send(jobFile, { query: begun.data })
        const text = begin === reportPdf ? await pdfText(bytes) : textOf(bytes)
        for (const secret of secrets) if (text.includes(secret)) wrong.push(`${key}: ${secret}`)
      }
    expect(wrong).toEqual([])
    expect(files).toBeGreaterThan(reports.length)
  },
)
