import cookie from '@fastify/cookie'
import { anyone, defineRoute } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { openMarkedSubject } from '../features/marking/testing/marked-subject.ts'
import { NobodyWaits } from '../http/caller.ts'
import { installErrors } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { openReaderThread } from './run-in-worker.ts'
import { slowWork, workSeen } from './testing/watched-work.ts'

const slow = defineRoute({
  method: 'GET',
  path: '/v1/slow',
  summary: '',
  area: 'home',
  access: anyone('a test'),
})

everyDatabase('a page that is left, on %s', (kind) => {
  test('what it asked for is called off, and what it would ask for next is not begun', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 2, markers: 1 })
    const { blockId } = subject
    const readerThread = openReaderThread(subject.services, { fromRows: 0 })
    const services = { ...subject.services, readerThread }
    const errors: string[] = []
    const app = Fastify({
      forceCloseConnections: true,
      logger: { level: 'error', stream: { write: (line: string) => void errors.push(line) } },
    })
    onTestFinished(async () => {
      await app.close()
      await readerThread.close()
    })
    installErrors(app)
    await app.register(cookie)
    const ended = Promise.withResolvers<unknown>()
    serve({ app, services, routes: [] }, slow, async () => {
      try {
        for (const name of ['first', 'second']) await slowWork(services, blockId, name)
        return null
      } catch (error) {
        ended.resolve(error)
        throw error
      }
    })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const page = new AbortController()
    const asked = fetch(`${address}${slow.path}`, { signal: page.signal })
    const seen = () => workSeen(services)
    await expect.poll(seen, { interval: 5, timeout: 10_000 }).toEqual({ begun: 1, done: 0 })
    page.abort()
    await expect(asked).rejects.toThrow('aborted')
    expect(await ended.promise).toBeInstanceOf(NobodyWaits)
    const rename = (name: string) => services.db.updateTable('block').set({ name }).execute()
    // The thread heard of it before it did this.
    await rename('other')
    await slowWork(services, blockId, 'other')
    // Were it still asked for, this would be its answer.
    await rename('first')
    await slowWork(services, blockId, 'first')
    expect(await seen()).toEqual({ begun: 3, done: 2 })
    expect(errors).toEqual([])
  })
})
