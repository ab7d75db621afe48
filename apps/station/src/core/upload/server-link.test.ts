import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestStation, type TestStation } from '../../testing/station-context.ts'
import { ServerLink } from './server-link.ts'

let station: TestStation
let link: ServerLink
let isAway: boolean
/** Answered by the test, one call after the other. */
let held: { path: string; answer: () => void }[] | null
let sessions: number

beforeEach(async () => {
  station = await openTestStation()
  isAway = false
  held = null
  sessions = 0
  link = new ServerLink(station, 'http://server', serve)
})

afterEach(() => station.close())

const serve: typeof fetch = async (address) => {
  if (isAway) throw new TypeError('fetch failed')
  const { pathname } = new URL(address as string)
  const { promise, resolve } = Promise.withResolvers<void>()
  if (held) held.push({ path: pathname, answer: resolve })
  else resolve()
  await promise
  const data = {
    user_name: '孙小梅',
    school_name: '明德中学',
    permissions: ['scan.operate'],
    csrf_token: 't',
    current_role: { role_name: '扫描员' },
  }
  const headers = { 'set-cookie': `hj_session=${++sessions}; Path=/` }
  return Response.json({ code: 200, msg: 'ok', data }, { headers })
}

/** Lets the next call that the server has not answered be answered. */
async function answerOne(): Promise<void> {
  const first = await vi.waitUntil(() => held?.shift(), { timeout: 50_000, interval: 1 })
  first.answer()
}

async function workOffline(): Promise<void> {
  await link.signIn('operator', 'right')
  await link.signOut()
  isAway = true
  await link.signIn('operator', 'right')
  isAway = false
  link.retryNow()
  held = []
}

test('who signs out while the server is being shown who works here stays signed out', async () => {
  await workOffline()
  const proof = link.prove()
  await link.signOut()
  await answerOne()
  await proof
  expect(link.session).toBeNull()
})

test('who works here without the server is known to it once it has answered', async () => {
  await workOffline()
  const proof = link.prove()
  await answerOne()
  await proof
  expect(link.isSignedIn).toBe(true)
})

test('who signs in while the server is told that another one has left stays signed in', async () => {
  await link.signIn('operator', 'right')
  held = []
  const leaving = link.signOut()
  const coming = link.signIn('second', 'right')
  // The sign-in is answered first.
  while (held.length < 2) await new Promise((next) => setImmediate(next))
  held.find(({ path }) => path.endsWith('/login'))?.answer()
  await coming
  held.find(({ path }) => path.endsWith('/logout'))?.answer()
  await leaving
  expect(link.session).toMatchObject({ account: 'second' })
})
