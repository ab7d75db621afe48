import { everyDatabase } from '@hengjuan/db/testing'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { openTestApp } from '../testing/index.ts'

/** Inputs that once ended in a server error; `hostile.http.test.ts` searches for others. */
const INPUTS: readonly [what: string, account: string | null, request: InjectOptions][] = [
  ['a NUL in the account', null, login({ account: 'a\u0000b', password: 'x' })],
  ['a NUL in the password', null, login({ account: 'admin', password: '\u0000' })],
  ['half of a character in the account', null, login({ account: '\ud800', password: 'x' })],
  ['a NUL in a name that is looked for', 'admin', get('/v1/school/student/list?keyword=%00')],
  [
    'a NUL in a name that is written',
    'admin',
    post('/v1/exams/draft', { draft: { name: '期中\u0000' } }),
  ],
  [
    'an id that no column holds',
    'admin',
    get('/v1/result/candidate?exam_id=2147483648&subject_id=1'),
  ],
  ['a page beyond all numbers', 'admin', get('/v1/exams/newlist2?page=1e308')],
  ['a page beyond all rows', 'admin', get('/v1/school/student/list?page=9007199254740991')],
  [
    'figures of a block without one',
    'admin',
    get('/v1/marker/block/master/detail?block_id=1e308&page=1e308'),
  ],
  ['nothing to delete', 'admin', post('/v1/answersheet/delete', {})],
  [
    'bytes for an exam',
    'admin',
    {
      method: 'PUT',
      url: '/v1/exams/1/2',
      payload: Buffer.from([0, 255]),
      headers: { 'content-type': 'application/octet-stream' },
    },
  ],
]

everyDatabase('input that was answered 500, on %s', (kind) => {
  test('is refused in words', async () => {
    const { app, signIn, anonymous } = await openTestApp(kind)
    const admin = await signIn('admin')
    for (const [what, account, request] of INPUTS) {
      const { headers } = account === null ? anonymous : admin
      const answer = await app.inject({ ...request, headers: { ...headers, ...request.headers } })
      expect([what, answer.statusCode, answer.json().msg]).toEqual([
        what,
        expect.toSatisfy((status: number) => status >= 400 && status < 500),
        expect.stringMatching(/\p{Script=Han}/u),
      ])
    }
  })
})

function get(url: string): InjectOptions {
  return { method: 'GET', url }
}

function post(url: string, payload: object): InjectOptions {
  return { method: 'POST', url, payload }
}

function login(payload: object): InjectOptions {
  return post('/v1/login_user', payload)
}
