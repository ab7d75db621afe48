import { createHash, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { callStation } from '../bridge/call-station.ts'
import type { StationState } from '../bridge/station-api.ts'
import type { Station } from '../core/station.ts'

const COOKIE = 'hj_station'
/** The same rules as in the Electron window. */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Serves a station on the loopback address: its calls as JSON, its live state as server-sent events,
 * its pictures, and the operator's screen. Every request needs the token of this run.
 */
export function serveStation(
  station: Station,
  options: { token: string; screenDir: string; log: (event: string, facts: object) => void },
): FastifyInstance {
  const app = Fastify({ bodyLimit: 4 * 2 ** 20, forceCloseConnections: true })

  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({
      'content-security-policy': CSP,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    // Another name for this address would let a foreign page in through DNS.
    const host = request.headers.host?.replace(/:\d+$/, '') ?? ''
    if (!['127.0.0.1', 'localhost'].includes(host))
      return refuse(reply, 403, 'HOST_REFUSED', '只能从本机打开')
    if (request.url.startsWith('/open?')) return
    if (!isSame(tokenOf(request), options.token))
      return refuse(reply, 401, 'TOKEN_MISSING', '请用启动时打印的地址打开扫描站')
  })

  app.get('/open', async (request, reply) => {
    const { token } = request.query as { token?: string }
    if (!isSame(token ?? '', options.token))
      return refuse(reply, 401, 'TOKEN_WRONG', '地址已失效，请用最近一次启动时打印的地址')
    void reply.header('set-cookie', `${COOKIE}=${options.token}; Path=/; HttpOnly; SameSite=Strict`)
    return reply.redirect('/')
  })

  app.post('/api/:call', async (request, reply) => {
    const { call } = request.params as { call: string }
    const outcome = await callStation(station.api, call, request.body, (error) =>
      options.log('call.bug', { call, error: String(error) }),
    )
    if (outcome.ok) return { data: outcome.data }
    const { isBug, code, message } = outcome
    return reply.status(isBug ? 500 : 400).send({ code, message })
  })

  app.get('/api/events', async (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    const send = (state: StationState) => reply.raw.write(`data: ${JSON.stringify(state)}\n\n`)
    send(await station.api.state({}))
    const leave = station.subscribe(send)
    // Keeps proxies and sleeping browsers from taking silence for the end.
    const ping = setInterval(() => reply.raw.write(':\n\n'), 15_000)
    request.raw.once('close', () => {
      clearInterval(ping)
      leave()
    })
  })

  app.get('/api/pictures/:id/:kind', async (request, reply) => {
    const { id, kind } = request.params as { id: string; kind: string }
    const query = new URL(request.url, 'http://station').searchParams
    const picture =
      kind === 'page' || kind === 'thumb' ? await station.readPicture(id, kind, query) : null
    if (!picture) return refuse(reply, 404, 'PICTURE_NOT_FOUND', '没有这张图像')
    return reply
      .type(picture.mime)
      .header('cache-control', 'private, max-age=3600')
      .send(picture.bytes)
  })

  if (existsSync(options.screenDir))
    void app.register(fastifyStatic, { root: options.screenDir, cacheControl: false })
  else
    app.get('/', async (_, reply) =>
      refuse(reply, 503, 'SCREEN_MISSING', '界面还没有构建，请先在 apps/station 运行 vite build'),
    )
  return app
}

const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.status(status).send({ code, message })

function tokenOf(request: FastifyRequest): string {
  const header = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  const cookie = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1]
  return header ?? cookie ?? ''
}

const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(hash(given), hash(expected))

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
