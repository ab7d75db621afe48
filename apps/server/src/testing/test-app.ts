import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ErrorEnvelope, InputOf, ReplyOf, Route } from '@hengjuan/contracts'
import { fileFieldOf, login, switchUser } from '@hengjuan/contracts'
import { migrateToLatest } from '@hengjuan/db'
import { type DatabaseKind, migratedDatabaseUrl, withoutDiskWaits } from '@hengjuan/db/testing'
import { isRegionalRole, type Role } from '@hengjuan/domain'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { ensureFirstRows } from '../first-rows.ts'
import { jobs } from '../features/jobs.ts'
import { runDue } from '../jobs/testing/run-due.ts'
import { openServices, type Services } from '../services.ts'
import { type SeededSchool, seedSchool, TEST_PASSWORD } from './seed-school.ts'

/** What a call answered. `data` is typed for the reply of success; look at `status` first. */
export interface Answer<R extends Route> {
  status: number
  data: ReplyOf<R>
  /** Set when the call was refused. */
  error: ErrorEnvelope
  bytes: Buffer
  headers: Record<string, unknown>
}

export interface TestClient {
  /** What tells the session of this caller, for a request that is not sent by `send`. */
  headers: Readonly<Record<string, string>>
  send: <R extends Route>(
    route: R,
    input?: InputOf<R>,
    extra?: {
      file?: Buffer
      fileName?: string
      payload?: Buffer
      headers?: Record<string, string>
    },
  ) => Promise<Answer<R>>
}

export interface TestApp {
  app: FastifyInstance
  routes: readonly Route[]
  services: Services
  school: SeededSchool
  /** Another school with the same people; its accounts begin with `other-`. */
  otherSchool: SeededSchool
  /** Moves the clock of the server. */
  advance: (ms: number) => void
  /** Runs what waits to be done beside the calls, until nothing is due. @throws what a job fails with unexpectedly */
  runJobs: () => Promise<void>
  /** Signs an account in; with a role, as whoever holds several and goes on as this one. */
  signIn: (account: string, role?: Role) => Promise<TestClient>
  /** A caller without a session. */
  anonymous: TestClient
}

/** The whole server on a database of its own, with two schools in it; gone after the test. */
export async function openTestApp(
  kind: DatabaseKind = 'sqlite',
  overrides: Partial<Config> = {},
): Promise<TestApp> {
  const app = await openAppOn(await migratedDatabaseUrl(kind), overrides)
  const { db } = app.services
  await withoutDiskWaits(db)
  const school = await seedSchool(db)
  const otherSchool = await seedSchool(db, { name: '另一中学', prefix: 'other-' })
  return { ...app, school, otherSchool }
}

/** The same on a database that there is, brought up to date; both are gone after the test. */
export async function openAppOn(
  database: { url: string; discard: () => Promise<void> },
  overrides: Partial<Config> = {},
): Promise<Omit<TestApp, 'school' | 'otherSchool'>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hengjuan-http-'))
  const { url, discard } = database
  let now = Date.parse('2026-11-20T01:00:00.000Z')
  const services = await openServices(
    readConfig(
      {
        DATA_DIR: dataDir,
        DATABASE_URL: url,
        LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
      },
      { callLimits: { session: 0, address: 0, stranger: 0 }, ...overrides },
    ),
    { now: () => new Date(now) },
  )
  await migrateToLatest(services.db)
  await ensureFirstRows(services)
  const { app, routes } = await buildApp(services)
  onTestFinished(async () => {
    await app.close()
    await services.db.destroy()
    await discard()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  const anonymous = clientOf(app, {})
  return {
    app,
    routes,
    services,
    anonymous,
    advance: (ms) => void (now += ms),
    runJobs: () => runDue(services, jobs),
    signIn: async (account, role) => {
      const entry = {
        entry: role && isRegionalRole(role) ? ('region' as const) : ('school' as const),
      }
      const answer = await anonymous.send(login, {
        body: { account, password: TEST_PASSWORD, ...entry },
      })
      const client = sessionOf(app, account, answer)
      if (role === undefined || answer.data.current_role.role === role) return client
      const held = answer.data.roles.find((one) => one.role === role)
      const body = { user_role_id: held?.id ?? 0 }
      return sessionOf(app, account, await client.send(switchUser, { body }))
    },
  }
}

/** A caller with the session that an answer began. */
function sessionOf(
  app: FastifyInstance,
  account: string,
  { status, error, headers, data }: Answer<typeof login> | Answer<typeof switchUser>,
): TestClient {
  if (status !== 200) throw new Error(`${account}: ${error.msg}`)
  const cookies = [headers['set-cookie']].flat().map((line) => String(line).split(';')[0])
  return clientOf(app, { cookie: cookies.join('; '), 'x-csrf-token': data.csrf_token })
}

function clientOf(app: FastifyInstance, own: Record<string, string>): TestClient {
  return {
    headers: own,
    async send(route, input, extra = {}) {
      const { params, query, body } = (input ?? {}) as Record<string, Record<string, unknown>>
      const { payload, contentType } = payloadOf(route, body, extra)
      const response = await app.inject({
        method: route.method,
        url: route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name])),
        query: textQuery(query),
        headers: {
          ...(contentType ? { 'content-type': contentType } : {}),
          ...own,
          ...extra.headers,
        },
        ...(payload === undefined ? {} : { payload }),
      } as InjectOptions)
      const json = String(response.headers['content-type']).startsWith('application/json')
      const reply = json ? response.json() : undefined
      return {
        status: response.statusCode,
        data: reply?.data,
        error: reply,
        bytes: response.rawPayload,
        headers: response.headers,
      }
    },
  }
}

function textQuery(query: Record<string, unknown> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query ?? {})
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
}

function payloadOf(
  route: Route,
  body: Record<string, unknown> | undefined,
  extra: { file?: Buffer; fileName?: string; payload?: Buffer },
): { payload?: Buffer | string; contentType?: string } {
  if (route.bodyKind === 'bytes')
    return {
      ...(extra.payload ? { payload: extra.payload } : {}),
      contentType: 'application/octet-stream',
    }
  if (route.bodyKind === 'multipart') {
    const boundary = 'test-boundary-7d1f'
    const name = extra.fileName ?? 'upload.xlsx'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${fileFieldOf(route)}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
    return {
      payload: Buffer.concat([
        Buffer.from(head),
        extra.file ?? Buffer.alloc(0),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
      contentType: `multipart/form-data; boundary=${boundary}`,
    }
  }
  if (body === undefined) return {}
  if (route.bodyKind === 'form')
    return {
      payload: new URLSearchParams(
        Object.entries(body ?? {})
          .filter(([, value]) => value !== undefined)
          .flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
      ).toString(),
      contentType: 'application/x-www-form-urlencoded',
    }
  return { payload: JSON.stringify(body), contentType: 'application/json' }
}
