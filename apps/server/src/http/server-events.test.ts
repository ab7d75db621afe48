import { getEventListeners, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyReply } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { sendEvents, type ServerEvent } from './server-events.ts'

/** More than a connection takes at once. */
const LARGE = 'x'.repeat(1_000_000)

test('a stream that waits for its reader leaves nothing behind each time', async () => {
  const gone = new AbortController()
  const listeners: number[] = []
  async function* events(): AsyncGenerator<ServerEvent> {
    for (let id = 1; id <= 20; id++) {
      yield { id, data: LARGE }
      listeners.push(getEventListeners(gone.signal, 'abort').length)
    }
  }
  const server = createServer((_request, raw) => {
    const reply = { raw, hijack: () => undefined, getHeaders: () => ({}) }
    void sendEvents(reply as unknown as FastifyReply, events(), gone.signal, async () => true)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const text = await (await fetch(`http://127.0.0.1:${port}`)).text()
  expect(text.split('\n\n').length).toBe(21)
  expect(listeners).toEqual(Array.from({ length: 20 }, () => 0))
})

test('whoever signed out a moment ago is told nothing more', async () => {
  const standing = [true, true, false]
  async function* events(): AsyncGenerator<ServerEvent> {
    for (let id = 1; id <= 5; id++) yield { id, data: id }
  }
  const server = createServer((_request, raw) => {
    const reply = { raw, hijack: () => undefined, getHeaders: () => ({}) }
    const { signal } = new AbortController()
    void sendEvents(
      reply as unknown as FastifyReply,
      events(),
      signal,
      async () => standing.shift() ?? true,
    )
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const text = await (await fetch(`http://127.0.0.1:${port}`)).text()
  expect(text.match(/data: \d/g)).toEqual(['data: 1', 'data: 2'])
})
