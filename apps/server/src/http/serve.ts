import type { Readable } from 'node:stream'
import type { InputOf, ReplyOf, Route } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteOptions,
} from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { Services } from '../services.ts'
import { fromCaller } from './caller.ts'
import { admit, assertViewed, type Found, reach } from './access.ts'
import { assertShown } from './authority.ts'
import { PART_LIMITS, takeFormParts, uploadedFile } from './body-parts.ts'
import { CallLimit } from './call-limit.ts'
import { checkOrigin } from './origin.ts'
import { networkOf } from './try-limit.ts'
import { readSession, type Session, sessionKey } from './session.ts'
import { sendEvents, type ServerEvent } from './server-events.ts'

/** A file that a call answers with. */
export interface FileReply {
  body: Buffer | Readable
  mime: string
  /** Name offered for saving; without it the browser shows the file in place. */
  fileName?: string
  cacheControl?: string
}

/** A file that is made beside the call: who asked for it follows the job. */
export interface FileLater {
  jobId: string
}

type HandlerReply<R> = R extends { replyKind: 'file' | 'image' }
  ? FileReply | FileLater
  : R extends { replyKind: 'events' }
    ? AsyncIterable<ServerEvent>
    : ReplyOf<R>

/** What a handler is given: checked input, the session (null on open calls) and what access found. */
export type Call<R extends Route> = InputOf<R> & {
  /** Throws LOGIN_EXPIRED on open calls without a session. */
  session: Session
  hasSession: boolean
  /** Rows that the access rule looked up; a getter throws when the rule names no such target. */
  found: Found
  services: Services
  request: FastifyRequest
  reply: FastifyReply
  /** Raw body of calls whose body is bytes. */
  bytes: Readable
  /** The uploaded file of multipart calls. */
  file: MultipartFile
  /** Aborts when the caller goes away. */
  signal: AbortSignal
}

/** Everything that registers calls: the application and what its handlers are given. */
export interface ServeApp {
  app: FastifyInstance
  services: Services
  /** Filled by `serve`; the OpenAPI document and the access test read it. */
  routes: Route[]
}

const limits = new WeakMap<Services, CallLimit>()

/** One count for all calls of an application. */
function limitOf(services: Services): CallLimit {
  const limit = limits.get(services) ?? new CallLimit(services.config.callLimits, services.clock)
  limits.set(services, limit)
  return limit
}

/** Who makes a request, between its admission and its handler; null on open calls without a session. */
const sessions = new WeakMap<FastifyRequest, Session | null>()

/** Serves a call: admits, validates, looks up what it is about, runs the handler, wraps the reply in the envelope. */
export function serve<R extends Route>(
  target: ServeApp,
  route: R,
  handler: (call: Call<R>) => Promise<HandlerReply<R>>,
): void {
  const { app, services, routes } = target
  const limit = limitOf(services)
  assertPlaces(route)
  routes.push(route)
  const { successCode = 200 } = route
  const ordinary = (route.replyKind ?? 'json') === 'json'
  const options: RouteOptions = {
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: { ...schemasOf(route) },
    config: { bodyKind: route.bodyKind ?? 'json' },
    // Before the body is read: a stranger is told nothing about what a call expects.
    onRequest: async (request) => {
      limit.take({ session: sessionKey(services, request), network: networkOf(request.ip) })
      const session = await readSession(services, request)
      admit(route, session)
      await assertShown(services, route, session)
      checkOrigin(route, request, session)
      sessions.set(request, session)
    },
    handler: answer,
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const caller = sessions.get(request) ?? null
    const { found, as: session } = await reach(services, route, request, caller)
    const file = route.bodyKind === 'multipart' ? await uploadedFile(request, route) : undefined
    let gone: AbortSignal | undefined
    const signal = () => (gone ??= goneSignal(reply))

    const call = {
      params: request.params,
      query: request.query,
      body: request.body,
      bytes: request.body as Readable,
      file,
      found,
      services,
      request,
      reply,
      hasSession: session !== null,
      get signal() {
        return signal()
      },
      get session() {
        if (!session) throw new AppError('LOGIN_EXPIRED')
        return session
      },
    } as unknown as Call<R>
    const asked = {
      clientId: session?.clientId ?? null,
      userId: session?.userId ?? null,
      gone: signal,
    }
    const result = await fromCaller(asked, () => handler(call))
    assertViewed(route, found)

    if (route.replyKind === 'events')
      return sendEvents(reply, result as AsyncIterable<ServerEvent>, signal(), async () => {
        const now = await readSession(services, request)
        return now?.idHash === session?.idHash && now?.userRoleId === session?.userRoleId
      })
    if (!ordinary) {
      const made = result as FileReply | FileLater
      if (!('jobId' in made)) return sendFile(reply, made)
      reply.code(202)
      return { code: successCode, msg: 'ok', data: { job_id: made.jobId } }
    }
    // Given back and not sent: Fastify waits with listeners of its own for what is sent here.
    return { code: successCode, msg: 'ok', data: result }
  }

  if (route.bodyKind !== 'multipart' && route.bodyKind !== 'form') app.route(options)
  // In a place of their own: what watches for bodies of parts would run at every other call, too.
  else
    void app.register(async (parted) => {
      await parted.register(multipart, PART_LIMITS)
      if (route.bodyKind === 'form') parted.addHook('preValidation', takeFormParts)
      parted.route(options)
    })
}

/** Aborts when the caller goes away before the answer is written. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const check = () => raw.writableFinished || gone.abort()
  if (raw.closed) check()
  else raw.once('close', check)
  return gone.signal
}

const schemas = new WeakMap<Route, FastifySchema>()

/** The same objects for the same route, so that each is compiled once. */
function schemasOf(route: Route): FastifySchema {
  const { params, query, body, bodyKind = 'json', reply, replyKind = 'json' } = route
  let known = schemas.get(route)
  if (!known) {
    known = {
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body && bodyKind === 'json' ? { body } : {}),
      ...(body && bodyKind === 'form' ? { body: { ...body, form: true } } : {}),
      ...(reply && replyKind === 'json' ? { response: { 200: envelopeOf(reply) } } : {}),
    }
    schemas.set(route, known)
  }
  return known
}

const envelopeOf = (data: TSchema) =>
  Type.Object({ code: Type.Integer(), msg: Type.String(), data })

function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  void reply.header('content-type', file.mime)
  void reply.header('x-content-type-options', 'nosniff')
  void reply.header('cache-control', file.cacheControl ?? 'no-store')
  if (file.fileName)
    void reply.header(
      'content-disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(savedName(file.fileName))}`,
    )
  return reply.send(file.body)
}

/** Names of exams and blocks may hold signs that no file name may have on some computer. */
const savedName = (name: string): string =>
  // oxlint-disable-next-line no-control-regex
  name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_')

/** A rule that names a field the route does not declare would silently allow everything: refuse to start. */
function assertPlaces(route: Route): void {
  if (route.access.kind !== 'can') return
  for (const place of Object.values(route.access.on)) {
    const [part, name] = String(place).split('.') as ['query' | 'params' | 'body', string]
    const { properties = {} }: { properties?: object } = route[part] ?? {}
    if (!Object.hasOwn(properties, name))
      throw new Error(
        `${route.method} ${route.path}: access rule names ${place}, which the route does not declare`,
      )
  }
}
