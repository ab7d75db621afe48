import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { markReturn, ownTasks } from '@hengjuan/contracts'
import { afterEach, expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { type Caller, createCaller } from './caller.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function callerOf(listener: RequestListener): Promise<Caller> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return createCaller({ baseUrl: `http://127.0.0.1:${port}`, csrfToken: () => '' })
}

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

const WHOLE = JSON.stringify({ error: '', msg: '', data: [] })

test('a reply that came whole is unwrapped', async () => {
  const caller = await callerOf((_request, reply) => reply.end(WHOLE))
  expect(await caller.call(ownTasks, { query: {} })).toEqual([])
})

test.each([
  ['before its reply', 0],
  ['in the middle of its reply', 12],
])('a server that ends %s is offline', async (_when, bytes) => {
  const caller = await callerOf((_request, reply) => {
    if (bytes === 0) return reply.destroy()
    reply.writeHead(200, { 'content-type': 'application/json', 'content-length': WHOLE.length })
    reply.write(WHOLE.slice(0, bytes), () => reply.destroy())
  })
  const calls = [caller.call(ownTasks, { query: {} }), caller.download(ownTasks, { query: {} })]
  for (const error of await Promise.all(calls.map(errorOf))) {
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({ status: 0, code: 'OFFLINE' })
  }
})

test('a file tells how much of it has come, and of how much', async () => {
  const caller = await callerOf((_request, reply) => {
    reply.writeHead(200, {
      'content-type': 'text/csv',
      'content-length': WHOLE.length,
      'content-disposition': "attachment; filename*=UTF-8''%E8%BF%9B%E5%BA%A6.csv",
    })
    reply.write(WHOLE.slice(0, 12), () => setTimeout(() => reply.end(WHOLE.slice(12)), 20))
  })
  const heard: (number | null)[][] = []
  const onProgress = (...progress: [number, number | null]) => heard.push(progress)
  const { blob, fileName } = await caller.download(ownTasks, { query: {} }, { onProgress })
  expect([await blob.text(), blob.type, fileName]).toEqual([WHOLE, 'text/csv', '进度.csv'])
  expect(heard.at(0)).toEqual([12, WHOLE.length])
  expect(heard.at(-1)).toEqual([WHOLE.length, WHOLE.length])
})

test('a reply cut off by the caller itself is cancelled, not offline', async () => {
  const leaving = new AbortController()
  const caller = await callerOf((_request, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json', 'content-length': WHOLE.length })
    reply.write(WHOLE.slice(0, 12), () => setTimeout(() => leaving.abort(), 20))
  })
  const error = await errorOf(caller.call(ownTasks, { query: {} }, { signal: leaving.signal }))
  expect(error).toMatchObject({ code: 'CANCELLED' })
})

const CSRF_FAILED = JSON.stringify({ error: 'CSRF_FAILED', msg: '页面已失效' })

/** A server that takes calls with this token only. */
async function guardedBy(right: string, renewed: string | null | CallError) {
  const seen: unknown[] = []
  const server = createServer((request, reply) => {
    const token = request.headers['x-csrf-token']
    seen.push(token)
    if (token !== right) reply.statusCode = 403
    reply.end(token === right ? WHOLE : CSRF_FAILED)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const caller = createCaller({
    baseUrl: `http://127.0.0.1:${port}`,
    csrfToken: () => 'old',
    tokenRenewal: () => async () => {
      if (renewed instanceof CallError) throw renewed
      return renewed
    },
  })
  return { call: () => caller.call(markReturn, { body: { block_id: 1 } }), seen }
}

test('a refused token is renewed once, and the call made again with it', async () => {
  const { call, seen } = await guardedBy('new', 'new')
  expect(await call()).toEqual([])
  expect(seen).toEqual(['old', 'new'])
})

test.each([
  ['there is no other token', null, ['old'], 'CSRF_FAILED'],
  ['the other one is refused as well', 'wrong', ['old', 'wrong'], 'CSRF_FAILED'],
  [
    'nobody can be asked for one',
    new CallError({ status: 0, code: 'OFFLINE', message: '' }),
    ['old'],
    'OFFLINE',
  ],
])('a call whose token is refused fails where %s', async (_when, renewed, tokens, code) => {
  const { call, seen } = await guardedBy('new', renewed)
  expect(await errorOf(call())).toMatchObject({ code })
  expect(seen).toEqual(tokens)
})

test.each([
  ['30', 30_000, 30],
  ['Fri, 01 Jan 1999 00:00:00 GMT', 0, 0],
  ['soon', null, 10],
  [undefined, null, 10],
])('a proxy that counts requests and says %s is told in words', async (said, waitMs, seconds) => {
  const caller = await callerOf((_request, reply) => {
    reply.writeHead(429, said === undefined ? {} : { 'retry-after': said })
    reply.end('<html><h1>429 Too Many Requests</h1></html>')
  })
  expect(await errorOf(caller.call(ownTasks, { query: {} }))).toMatchObject({
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    message: `操作过于频繁，请 ${seconds} 秒后再试`,
    retryAfterMs: waitMs,
  })
})

test('what a server says itself keeps its words, and how long it wants to be left alone', async () => {
  const caller = await callerOf((_request, reply) => {
    reply.writeHead(503, { 'content-type': 'application/json', 'retry-after': '5' })
    reply.end(JSON.stringify({ error: 'SERVICE_BUSY', msg: '系统繁忙', request_id: 'r' }))
  })
  expect(await errorOf(caller.call(ownTasks, { query: {} }))).toMatchObject({
    status: 503,
    code: 'SERVICE_BUSY',
    message: '系统繁忙',
    retryAfterMs: 5000,
  })
})

test('a file that the server makes beside the call is followed and saved', async () => {
  const asked: string[] = []
  let isMade = false
  const caller = await callerOf((request, reply) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    asked.push(pathname)
    if (pathname === '/v1/job/file') {
      const name = "attachment; filename*=UTF-8''a.xlsx"
      return reply.writeHead(200, { 'content-disposition': name }).end('made')
    }
    const job = { state: isMade ? 'done' : 'running', step: '写文件', message: '' }
    const isJob = pathname === '/v1/job/get'
    reply.writeHead(isJob ? 200 : 202, { 'content-type': 'application/json' })
    reply.end(JSON.stringify({ code: 200, msg: 'ok', data: isJob ? job : { job_id: 'J1' } }))
  })
  const steps: string[] = []
  const onStep = (step: string) => {
    steps.push(step)
    isMade = true
  }
  const { blob, fileName } = await caller.download(ownTasks, { query: {} }, { onStep })
  expect([fileName, await blob.text(), steps]).toEqual(['a.xlsx', 'made', ['写文件']])
  expect(asked.slice(1)).toEqual(['/v1/job/get', '/v1/job/get', '/v1/job/file'])
})
