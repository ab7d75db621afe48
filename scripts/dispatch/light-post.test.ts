import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { answerHead, lightPost } from './light-post.ts'

async function clientOf(listener: RequestListener) {
  const server = createServer(listener)
  let connections = 0
  server.on('connection', () => void connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = lightPost(`http://127.0.0.1:${port}`)
  onTestFinished(() => {
    client.close()
    server.close()
  })
  return { ...client, connections: () => connections }
}

test('requests at the same time get their own answers, and connections are used again', async () => {
  const { post, connections } = await clientOf((request, answer) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as { no: number }
      const data = { ...body, who: request.headers['x-who'], path: request.url }
      const bytes = Buffer.from(JSON.stringify({ data }))
      // In two parts, which meet in the middle of a letter of three bytes.
      const cut = bytes.indexOf('第') + 1
      answer.setHeader('content-length', bytes.length)
      answer.write(bytes.subarray(0, cut))
      setTimeout(() => answer.end(bytes.subarray(cut)), 5)
    })
  })
  for (const round of [0, 10]) {
    const answers = await Promise.all(
      [1, 2, 3].map((no) => post('/mark', { 'x-who': 'a' }, { no: no + round, name: '第1题' })),
    )
    expect(answers).toEqual(
      [1, 2, 3].map((no) => ({ no: no + round, name: '第1题', who: 'a', path: '/mark' })),
    )
  }
  expect(connections()).toBe(3)
})

test('a connection that was opened before is the one that is used', async () => {
  const { post, open, connections } = await clientOf((_request, answer) => {
    const text = '{"data":1}'
    answer.writeHead(200, { 'content-length': text.length }).end(text)
  })
  await open()
  await expect.poll(connections).toBe(1)
  expect(await post('/mark', {}, {})).toBe(1)
  expect(connections()).toBe(1)
})

test('a refusal and a connection that breaks are errors', async () => {
  let calls = 0
  const { post } = await clientOf((request, answer) => {
    if (++calls === 1) {
      const text = '{"msg":"已关闭"}'
      answer.writeHead(409, { 'content-length': Buffer.byteLength(text) }).end(text)
    } else request.socket.destroy()
  })
  await expect(post('/mark', {}, {})).rejects.toThrow('/mark: 409 {"msg":"已关闭"}')
  await expect(post('/mark', {}, {})).rejects.toThrow('closed')
})

test('an answer is complete where its length says', () => {
  const bytes = (text: string) => Buffer.from(text)
  expect(answerHead(bytes('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n'))).toBeNull()
  const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'
  expect(answerHead(bytes(whole))).toEqual({
    status: 200,
    bodyAt: whole.length - 2,
    end: whole.length,
  })
  expect(() => answerHead(bytes('HTTP/1.1 200 OK\r\n\r\n'))).toThrow('length')
})
