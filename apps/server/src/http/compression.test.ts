import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { installCompression } from './compression.ts'

const ROWS = Array.from({ length: 1000 }, (_, at) => ({ at, name: `阅卷教师${at}` }))

function openLists() {
  const app = Fastify()
  onTestFinished(() => app.close())
  installCompression(app)
  app.get('/many', () => ROWS)
  app.get('/few', () => ROWS.slice(0, 3))
  const ask = (url: string, accepts?: string) =>
    app.inject({ url, headers: accepts === undefined ? {} : { 'accept-encoding': accepts } })
  return { ask }
}

test('a long list goes compressed to who takes it so, and says what it depends on', async () => {
  const { ask } = openLists()
  const reply = await ask('/many', 'gzip, deflate, br, zstd')
  expect(reply.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(reply.rawPayload.length),
  })
  expect(reply.rawPayload.length).toBeLessThan(JSON.stringify(ROWS).length / 4)
  expect(JSON.parse(gunzipSync(reply.rawPayload).toString())).toEqual(ROWS)
})

test.for([[undefined], ['identity'], ['gzip;q=0, br']])(
  'a long list goes as it is to who accepts %s',
  async ([accepts]) => {
    const reply = await openLists().ask('/many', accepts)
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.headers['vary']).toBe('accept-encoding')
    expect(reply.json()).toEqual(ROWS)
  },
)

test('a short answer is not worth it', async () => {
  const reply = await openLists().ask('/few', 'gzip')
  expect(reply.headers['content-encoding']).toBeUndefined()
  expect(reply.json()).toEqual(ROWS.slice(0, 3))
})
