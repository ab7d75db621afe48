import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { servePortal } from './portal.ts'

const SCRIPT = 'console.log("试卷")\n'

/** A server of a folder with one page, and one script that the build compressed. */
async function openPortal() {
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-portal-'))
  await mkdir(join(folder, 'assets'))
  const script = join(folder, 'assets', 'main-x1.js')
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(script, SCRIPT)
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT))
  await writeFile(`${script}.gz`, gzipSync(SCRIPT))
  const app = Fastify()
  onTestFinished(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  await servePortal(app, folder)
  return app
}

test.for([
  ['gzip, deflate, br, zstd', 'br', brotliCompressSync(SCRIPT)],
  ['gzip, deflate', 'gzip', gzipSync(SCRIPT)],
  ['identity', undefined, Buffer.from(SCRIPT)],
] as const)('a browser that takes %s gets the script as %s', async ([accepts, encoding, bytes]) => {
  const app = await openPortal()
  const reply = await app.inject({
    url: '/assets/main-x1.js',
    headers: { 'accept-encoding': accepts },
  })
  expect(reply.headers['content-encoding']).toBe(encoding)
  expect(reply.headers['content-type']).toMatch(/^(text|application)\/javascript/)
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  // A cache between them keeps each kind apart.
  expect(reply.headers['vary']).toBe('accept-encoding')
  expect(reply.rawPayload.equals(bytes)).toBe(true)
})

test('a file that was not compressed comes as it is, and the first page is asked for anew', async () => {
  const app = await openPortal()
  const reply = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-encoding']).toBeUndefined()
  expect(reply.headers['cache-control']).toBe('no-cache')
  expect(reply.body).toBe('<!doctype html>')
})
