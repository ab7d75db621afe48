import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/index.ts'

test('the committed document is the one that this server answers with (npx pnpm openapi writes it)', async () => {
  const { app } = await openTestApp()
  const served = (await app.inject({ url: '/v1/openapi.json' })).json()
  const committed = JSON.parse(
    await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8'),
  )
  expect(served).toEqual(committed)
})

test('the documentation page and its scripts are served from here', async () => {
  const { app } = await openTestApp()
  for (const url of [
    '/docs',
    '/docs/start.js',
    '/docs/swagger-ui-bundle.js',
    '/docs/swagger-ui.css',
  ])
    expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 200])
})
