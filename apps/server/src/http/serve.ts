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
import { fromClient } from './caller.ts'
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
  const { successCode = 200 } = route
  const ordinary = (route.replyKind ?? 'json') === 'json'
  const options: RouteOptions = {
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
      const result = await fromClient(session?.clientId ?? null, () => handler(call))

      if (route.replyKind === 'events')
        return sendEvents(reply, result as AsyncIterable<ServerEvent>, signal())
      if (!ordinary) return sendFile(reply, result as FileReply)
      // Given back and not sent: Fastify waits with listeners of its own for what is sent here.
      return { code: successCode, msg: 'ok', data: result }
    },
  }
  if (route.bodyKind !== 'multipart') app.route(options)
  // In a place of their own: what watches for uploaded files would run at every other call, too.
  else
    void app.register(async (uploads) => {
      await uploads.register(multipart, UPLOADS)
      uploads.route(options)
    })
}

const UPLOADS = { limits: { files: 1, fileSize: 32 * 2 ** 20, fields: 20 } }

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
