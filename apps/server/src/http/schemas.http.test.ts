import { Ajv } from 'ajv'
import fastJsonStringify from 'fast-json-stringify'
import { expect, test } from 'vitest'
import { openTestApp } from '../testing/index.ts'

test('the schemas of every call compile: the server compiles each with its first use only', async () => {
  const { routes } = await openTestApp()
  const ajv = new Ajv({ strict: false })
  expect(routes.length).toBeGreaterThan(150)
  for (const { path, params, query, body, bodyKind = 'json', reply } of routes) {
    for (const schema of [params, query, bodyKind === 'json' ? body : undefined])
      if (schema) expect(() => ajv.compile(schema), path).not.toThrow()
    if (reply) expect(() => fastJsonStringify(reply), path).not.toThrow()
  }
})
