import { expect, test } from 'vitest'
import { openTestApp } from '../testing/index.ts'

const CONTENT =
  "default-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' blob: data:;" +
  "font-src 'self' data:;worker-src 'self' blob:;frame-ancestors 'none';object-src 'none';base-uri 'none';form-action 'self'"

test.for([
  ['/v1/login_user', 'a call that is refused'],
  ['/v1/nothing/here', 'a call that does not exist'],
  ['/login', 'a page'],
] as const)('%s carries the security headers (%s)', async ([address]) => {
  const { app } = await openTestApp()
  const { headers } = await app.inject(address)
  expect(headers['content-security-policy']).toBe(CONTENT)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(headers['x-powered-by']).toBeUndefined()
})
