import { type Route, sheetSave, sheetSettings } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { seedMarking } from '../features/marking/testing/seed-marking.ts'
import { seedScanExam } from '../features/scan/testing/scan-exam.ts'
import {
  openTestApp,
  seedBureau,
  seedTinyExam,
  type TestApp,
  type TestClient,
} from '../testing/index.ts'
import {
  FILES,
  type Input,
  inputFor,
  type Known,
  type Random,
  randomFrom,
  spoil,
} from './testing/hostile-input.ts'

/** A longer search by hand: HOSTILE_SEED=7 HOSTILE_ROUNDS=20. */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20261204)
const ROUNDS = Number(process.env['HOSTILE_ROUNDS'] ?? 1)

/** Requests a round for each call by who makes them; those who are let in make more. */
const FITTING = 2
const SPOILED = 3

everyDatabase('hostile input on %s', (kind) => {
  test(
    'no call ends in a server error, whoever makes it',
    { timeout: 300_000 * ROUNDS },
    async () => {
      const world = await openWorld(kind)
      const random = randomFrom(SEED)
      const failures = new Map<string, string>()
      let count = 0
      for (let round = 0; round < ROUNDS; round++)
        for (const name of world.people) {
          let { headers } = await world.enter(name)
          for (const route of world.routes) {
            const tries = [
              ...Array.from({ length: FITTING }, () => inputFor(route, random, world.known)),
              ...Array.from({ length: SPOILED }, () =>
                spoil(inputFor(route, random, world.known), random),
              ),
            ]
            for (const input of tries) {
              const request = requestOf(route, input, random, headers)
              const { statusCode, body } = await world.app.inject(request)
              count++
              if (statusCode >= 500)
                failures.set(
                  `${route.method} ${route.path}`,
                  `${name} ${request.url} ${JSON.stringify(request.payload ?? null).slice(0, 600)} → ${body}`,
                )
              if (statusCode === 401 && name !== 'nobody') ({ headers } = await world.enter(name))
              // Not admitted: the rest would be told the same.
              if (statusCode === 401 || body.includes('NOT_ALLOWED')) break
            }
          }
        }
      expect(Object.fromEntries(failures)).toEqual({})
      expect(count).toBeGreaterThan(3000 * ROUNDS)
    },
  )
})

/** A school with papers being marked, sheets being scanned and scores being looked at, and people of seven kinds. */
async function openWorld(kind: 'sqlite' | 'postgres') {
  const world = await openTestApp(kind)
  const { services, school, anonymous } = world
  const { db } = services
  const scanned = await seedScanExam(db, school)
  const marked = await seedMarking(services, school, { candidates: 4 })
  const scored = await seedTinyExam(services, school)
  await designSheets(world)
  await seedBureau(services, {
    name: '江城市教育考试院',
    region: '330100=浙省/江城市',
    account: 'bureau',
    role: 'researcher',
  })
  const untouched = await db
    .selectFrom('user')
    .select('password_hash')
    .where('account', '=', 'admin')
    .executeTakeFirstOrThrow()
  const idsOf = async (table: 'unit' | 'block' | 'question' | 'answer_sheet' | 'candidate') =>
    (await db.selectFrom(table).select('id').orderBy('id').limit(40).execute()).map(({ id }) => id)
  const examIds = [marked.examId, scanned.examId, scored.examId]
  const users = Object.values(school.userIds)
  const known: Known = {
    exam_id: examIds,
    examId: examIds,
    subject_id: [2, 2, 1],
    subjectId: [2, 2, 1],
    school_id: [school.schoolId],
    schoolId: [school.schoolId],
    block_id: await idsOf('block'),
    unit_id: await idsOf('unit'),
    question_id: await idsOf('question'),
    sheet_id: await idsOf('answer_sheet'),
    candidate_id: await idsOf('candidate'),
    class_id: school.classIds,
    student_id: school.studentIds,
    grade_id: [10, 11],
    user_id: users,
    marker_id: users,
  }
  return {
    ...world,
    known,
    people: ['nobody', 'student', 'marker1', 'scanner', 'head', 'bureau', 'admin'],
    routes: world.routes.filter(isAskable),
    enter: async (name: string): Promise<TestClient> => {
      if (name === 'nobody') return anonymous
      // Calls before may have disabled the account.
      const { password_hash } = untouched
      await db
        .updateTable('user')
        .set({ password_hash, disabled_at: null })
        .where('account', '=', name)
        .execute()
      return world.signIn(name, name === 'bureau' ? 'researcher' : undefined)
    },
  }
}

/** Gives the sheets of the seeded exams what the designer would have made. */
async function designSheets({ signIn, services: { db } }: TestApp): Promise<void> {
  const admin = await signIn('admin')
  const { data: settings } = await admin.send(sheetSettings, { query: {} })
  const sample = settings.samples.find(({ code }) => code === 'mathematics')
  if (!sample) throw new Error('the mathematics sample is gone')
  const { design: sampleDesign, keys } = sample
  const body = { type: 1, name: '数学', design: sampleDesign, keys }
  const { data } = await admin.send(sheetSave, { body })
  const { design, geometry } = await db
    .selectFrom('answer_sheet')
    .select(['design', 'geometry'])
    .where('id', '=', data.sheet_id)
    .executeTakeFirstOrThrow()
  await db.updateTable('answer_sheet').set({ design, geometry }).execute()
}

/** A stream does not end; who signed out, or has a new password, could ask for nothing more. */
const isAskable = ({ replyKind }: Route): boolean => replyKind !== 'events'

function requestOf(
  route: Route,
  { params, query, body }: Input,
  random: Random,
  headers: Readonly<Record<string, string>>,
): InjectOptions & { url: string } {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(safeText(params[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat(1)) search.append(name, safeText(one))
  const { type, payload } = payloadOf(route, body, random)
  return {
    method: route.method,
    url: `${path}?${search}`,
    headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
    ...(payload === undefined || route.method === 'GET' ? {} : { payload }),
  }
}

/** As it can stand in an address. */
const safeText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()

function payloadOf(
  { bodyKind = 'json' }: Route,
  body: unknown,
  random: Random,
): { type?: string; payload?: string | Buffer } {
  const some = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  // Another kind of body than the call takes, or none.
  if (random() < 0.04) return { type: 'application/octet-stream', payload: some(FILES) }
  if (random() < 0.04) return { type: 'application/json', payload: some(['', '{', '"', '[1', 'x']) }
  if (bodyKind === 'bytes') return { type: 'application/octet-stream', payload: some(FILES) }
  if (bodyKind === 'multipart') {
    const name = some(['file', 'marker_file', 'image'])
    const head = `--b\r\ncontent-disposition: form-data; name="${name}"; filename="${some(['a.xlsx', 'a.csv', '\u0000.pdf', ''])}"\r\n\r\n`
    return {
      type: 'multipart/form-data; boundary=b',
      payload: Buffer.concat([
        Buffer.from(head),
        some(FILES),
        Buffer.from(random() < 0.2 ? '' : '\r\n--b--\r\n'),
      ]),
    }
  }
  if (body === undefined) return {}
  if (bodyKind === 'form' && typeof body === 'object' && body !== null && random() < 0.7) {
    const fields = Object.entries(body).map(([name, value]) => [name, safeText(value)])
    return {
      type: 'application/x-www-form-urlencoded',
      payload: new URLSearchParams(fields).toString(),
    }
  }
  return { type: 'application/json', payload: JSON.stringify(body) }
}
