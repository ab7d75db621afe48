import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fetchPicture } from './picture-file.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A server that answers as it is told. */
async function serving(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const begun = createServer(answer ?? (() => undefined))
  server = begun
  await new Promise<void>((done) => begun.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(begun.address() as AddressInfo).port}/`
}

const JPEG = [0xff, 0xd8, 1, 2, 3, 0xff, 0xd9]

test('a picture that comes is its bytes, however it is cut up on the way', async () => {
  const url = await serving((_, reply) => {
    reply.writeHead(200, { 'content-type': 'image/jpeg' })
    for (const byte of JPEG) reply.write(Buffer.of(byte))
    reply.end()
  })
  const file = await fetchPicture(url)
  expect([file.type, ...(await file.bytes())]).toEqual(['image/jpeg', ...JPEG])
})

test('a line that brings nothing more is given up, and so is half a picture', async () => {
  const stalled = await serving((_, reply) => {
    reply.writeHead(200, { 'content-type': 'image/jpeg' })
    reply.write(Buffer.from(JPEG.slice(0, 3)))
  })
  await expect(fetchPicture(stalled, 50)).rejects.toThrow('does not come')
  server?.closeAllConnections()
  server?.close()
  const half = await serving((_, reply) => reply.end(Buffer.from(JPEG.slice(0, 5))))
  await expect(fetchPicture(half)).rejects.toThrow('ends before its end')
})

test('an address that has run out is told from a server that stumbles', async () => {
  let status = 403
  const url = await serving((_, reply) => reply.writeHead(status).end())
  const isOfAddress = async () =>
    fetchPicture(url).catch((error: { isOfAddress: boolean }) => error)
  expect(await isOfAddress()).toMatchObject({ isOfAddress: true })
  status = 500
  expect(await isOfAddress()).toMatchObject({ isOfAddress: false })
})
