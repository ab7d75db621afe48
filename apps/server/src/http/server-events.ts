import { once } from 'node:events'
import type { FastifyReply } from 'fastify'

/** One server-sent event. `id` comes back as `Last-Event-ID` when the browser reconnects. */
export interface ServerEvent {
  id?: string | number
  event?: string
  data: unknown
}

/** A comment that keeps proxies from closing a quiet stream. */
const HEARTBEAT = ': 保持连接\n\n'
const HEARTBEAT_MS = 15_000

/**
 * Streams events until the source ends or the browser goes away.
 *
 * @param stands asked before each event: whoever signed out a moment ago is told nothing more
 */
export async function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<ServerEvent>,
  signal: AbortSignal,
  stands: () => Promise<boolean>,
): Promise<FastifyReply> {
  reply.hijack()
  const out = reply.raw
  out.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  const heartbeat = setInterval(() => out.write(HEARTBEAT), HEARTBEAT_MS)
  try {
    for await (const event of events) {
      if (signal.aborted || !(await stands())) break
      const head = `${event.id === undefined ? '' : `id: ${event.id}\n`}${event.event ? `event: ${event.event}\n` : ''}`
      if (!out.write(`${head}data: ${JSON.stringify(event.data)}\n\n`))
        // Takes its listeners away again: such a stream is open all day.
        await once(out, 'drain', { signal }).catch(() => undefined)
    }
  } catch (error) {
    reply.request.log.error({ err: error }, 'event stream failed')
  } finally {
    clearInterval(heartbeat)
    out.end()
  }
  return reply
}
