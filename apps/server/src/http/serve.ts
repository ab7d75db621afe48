import type { Readable } from 'node:stream'
import type { InputOf, ReplyOf, Route } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { Services } from '../services.ts'
import { admit, type Found, reach } from './access.ts'
import { checkOrigin } from './origin.ts'
import { readSession, type Session } from './session.ts'
import { sendEvents, type ServerEvent } from './server-events.ts'

/** A file that a call answers with. */
export interface FileReply {
  body: Buffer | Readable
  mime: string
  /** Name offered for saving; without it the browser shows the file in place. */
  fileName?: string
  cacheControl?: string
}

type HandlerReply<R> = R extends { replyKind: 'file' | 'image' }
  ? FileReply
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

/** Who makes a request, between its admission and its handler. */
const sessions = new WeakMap<FastifyRequest, Session | null>()

/** Serves a call: admits, validates, looks up what it is about, runs the handler, wraps the reply in the envelope. */
export function serve<R extends Route>(
  target: ServeApp,
  route: R,
  handler: (call: Call<R>) => Promise<HandlerReply<R>>,
): void {
  const { app, services, routes } = target
  assertPlaces(route)
  routes.push(route)
  const ordinary = (route.replyKind ?? 'json') === 'json'
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: { ...schemasOf(route) },
    // Before the body is read: a stranger is told nothing about what a call expects.
    onRequest: async (request) => {
      const session = await readSession(services, request)
      admit(route, session)
      checkOrigin(route, request, session)
      sessions.set(request, session)
    },
    handler: async (request, reply) => {
      const session = sessions.get(request) ?? null
      const found = await reach(services, route, request, session)
      const file = route.bodyKind === 'multipart' ? await uploadedFile(request) : undefined
      const gone = new AbortController()
      reply.raw.once('close', () => reply.raw.writableFinished || gone.abort())

      const result = await handler({
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
        signal: gone.signal,
        get session() {
          if (!session) throw new AppError('LOGIN_EXPIRED')
          return session
        },
      } as unknown as Call<R>)

      if (route.replyKind === 'events')
        return sendEvents(reply, result as AsyncIterable<ServerEvent>, gone.signal)
      if (!ordinary) return sendFile(reply, result as FileReply)
      return reply.send({ code: route.successCode ?? 200, msg: 'ok', data: result })
    },
  })
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
      `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    )
  return reply.send(file.body)
}

async function uploadedFile(request: FastifyRequest): Promise<MultipartFile> {
  const file = request.isMultipart() ? await request.file() : undefined
  if (!file)
    throw new AppError('INPUT_INVALID').withDetails([{ path: 'file', message: '请选择文件' }])
  return file
}

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
