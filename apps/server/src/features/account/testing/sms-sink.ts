import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'

interface Sent {
  to: string
  params: { title: string; text: string }
}

/** What a provider of SMS would have got. */
export async function openSmsSink() {
  const sent: Sent[] = []
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      sent.push(JSON.parse(Buffer.concat(parts).toString()) as Sent)
      reply.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  let read = 0
  return {
    url: `http://127.0.0.1:${port}/`,
    sent,
    /** The code that was sent to a phone since the last one was read. */
    async code(phone: string): Promise<string> {
      const next = () =>
        sent.findIndex(
          ({ to, params }, at) => at >= read && to === phone && /\d{6}/.test(params.text),
        )
      await expect.poll(next).toBeGreaterThanOrEqual(0)
      const at = next()
      read = at + 1
      return /\d{6}/.exec(sent[at]?.params.text ?? '')?.[0] ?? ''
    },
  }
}
