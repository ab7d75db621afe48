import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestStation, type TestStation } from '../../testing/station-context.ts'
import { countWaitingUploads } from '../store/outbox.store.ts'
import { Heartbeat } from './heartbeat.ts'
import { ServerLink } from './server-link.ts'
import { Uploader } from './uploader.ts'

const { setTimeout: realTimeout } = globalThis
/** Files are really read and written, which no simulated clock makes faster. */
const realPause = () => new Promise((next) => realTimeout(next, 2))

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** What the line or the server does with a request; `null` lets it through. */
type Trouble = ((signal: AbortSignal | null) => Promise<Response>) | null

let station: TestStation
let link: ServerLink
let uploader: Uploader
let heartbeat: Heartbeat
let trouble: Trouble
let requests: { at: number; path: string }[]
/** Sheets that the server holds, by id; and how often each was sent. */
let held: Map<string, string>
let sent: Map<string, number>
let limit: number
let losesNextAnswer: boolean

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
  station = await openTestStation()
  trouble = null
  requests = []
  held = new Map()
  sent = new Map()
  limit = 0
  losesNextAnswer = false
  link = new ServerLink(station, 'http://server', serve)
  uploader = new Uploader(station, link, {
    parallel: 2,
    bytesPerSecond: () => limit,
    repack: async () => null,
    onSettled: () => undefined,
  })
  heartbeat = new Heartbeat(link, () => uploader.pump())
  await link.signIn('operator', 'right')
})

afterEach(async () => {
  const stopping = Promise.all([heartbeat.stop(), uploader.stop()])
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  await stopping
  vi.useRealTimers()
  await station.close()
})

const envelope = (data: unknown, status = 200): Response =>
  Response.json(
    { code: status, msg: 'ok', data },
    { status, headers: { date: new Date().toUTCString() } },
  )

const serve: typeof fetch = async (address, init) => {
  const url = new URL(address as string)
  requests.push({ at: performance.now(), path: url.pathname })
  const isUpload = url.pathname === '/v1/client/marking'
  const sheetId = url.searchParams.get('sheet_id') ?? ''
  if (isUpload) sent.set(sheetId, (sent.get(sheetId) ?? 0) + 1)
  if (trouble) return trouble(init?.signal ?? null)
  if (isUpload) {
    const body = new Uint8Array(await new Response(init?.body).arrayBuffer())
    const sha256 = createHash('sha256').update(body).digest('hex')
    held.set(sheetId, sha256)
    if (losesNextAnswer) {
      losesNextAnswer = false
      throw new TypeError('fetch failed')
    }
    return envelope({
      sheet_id: sheetId,
      sha256,
      received_at: new Date().toISOString(),
      exceptions: [],
    })
  }
  if (url.pathname === '/v1/client/marking/check') {
    const ids = url.searchParams.getAll('ids').filter((id) => held.has(id))
    return envelope(
      ids.map((sheet_id) => ({ sheet_id, sha256: held.get(sheet_id), received_at: '' })),
    )
  }
  return envelope({
    user_name: '孙小梅',
    school_name: '明德中学',
    permissions: ['scan.operate'],
    csrf_token: 't',
    current_role: { role_name: '扫描员' },
  })
}

const cut: Trouble = () => Promise.reject(new TypeError('fetch failed'))
const halfOpen: Trouble = (signal) =>
  new Promise((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )
const broken =
  (status: number): Trouble =>
  async () =>
    Response.json({ code: status, msg: '服务器正忙，请稍后', error: 'SERVICE_BUSY' }, { status })

async function pass(ms: number): Promise<void> {
  const steps = Math.max(4, Math.ceil(ms / 3000))
  for (let step = 0; step < steps; step++) {
    await vi.advanceTimersByTimeAsync(ms / steps)
    if (uploader.isBusy) await realPause()
  }
}

async function untilSent(): Promise<number> {
  const from = performance.now()
  for (let step = 0; step < 2000 && countWaitingUploads(station.db) > 0; step++) {
    await vi.advanceTimersByTimeAsync(200)
    await realPause()
  }
  return performance.now() - from
}

test.for<[what: string, trouble: Trouble, leastTries: number, mostTries: number]>([
  ['the network is cut', cut, 100, 300],
  ['the server answers 503', broken(503), 100, 300],
  ['the server answers 500', broken(500), 100, 300],
  // Each knock waits a minute or more for an answer that never comes.
  ['connections stay open without an answer', halfOpen, 20, 200],
])(
  'an hour in which %s costs nothing but the hour',
  { timeout: 60_000 },
  async ([, what, least, most]) => {
    await station.addSheets(30)
    trouble = what
    requests = []
    uploader.pump()
    await pass(HOUR)
    expect(countWaitingUploads(station.db)).toBe(30)
    expect(held.size).toBe(0)
    expect(link.isReachable).toBe(false)
    expect(link.note).not.toBe('')
    // It kept knocking, and did not hammer.
    expect(requests.length).toBeGreaterThan(least)
    expect(requests.length).toBeLessThan(most)
    trouble = null
    const waitedMs = await untilSent()
    expect(countWaitingUploads(station.db)).toBe(0)
    expect(held.size).toBe(30)
    expect(link.isReachable).toBe(true)
    // At most the longest pause, or the answer that was still being waited for.
    expect(waitedMs).toBeLessThan(2.5 * MINUTE)
  },
)

test('sheets go in the order in which they were scanned', async () => {
  const { sheetIds } = await station.addSheets(20)
  uploader.pump()
  await untilSent()
  const order = [...held.keys()]
  // Two at a time: a sheet may overtake its neighbour, no other.
  order.forEach((id, at) => expect(Math.abs(sheetIds.indexOf(id) - at)).toBeLessThanOrEqual(1))
})

test('an answer that is lost is asked for, and the bytes are not sent twice', async () => {
  await station.addSheets(1)
  losesNextAnswer = true
  uploader.pump()
  await untilSent()
  expect(losesNextAnswer).toBe(false)
  expect(held.size).toBe(1)
  expect([...sent.values()]).toEqual([1])
})

test('with a limit of 1 Mbit/s two megabytes take sixteen seconds', async () => {
  await station.addSheets(10, 200_000)
  limit = 125_000
  const from = performance.now()
  uploader.pump()
  const ms = await untilSent()
  expect(performance.now() - from).toBe(ms)
  expect(held.size).toBe(10)
  // Never faster, but for what may be saved up; the reading of files between costs simulated time too.
  expect(ms / 1000).toBeGreaterThan(15.7)
  expect(ms / 1000).toBeLessThan(25)
  // The window of a minute has seen all ten.
  expect(uploader.rate.bytes).toBeGreaterThan(80_000)
  expect(uploader.rate.bytes).toBeLessThan(150_000)
})

test.for([-24 * HOUR, 24 * HOUR])('a clock that jumps by %i ms changes nothing', async (jump) => {
  await station.addSheets(10)
  trouble = cut
  uploader.pump()
  await pass(MINUTE)
  vi.setSystemTime(Date.now() + jump)
  await pass(MINUTE)
  trouble = null
  await untilSent()
  expect(held.size).toBe(10)
})

test('the server’s clock is known from its answers', () => {
  expect(Math.abs((link.serverNow ?? 0) - Date.now())).toBeLessThanOrEqual(1000)
})

test('a receipt that cannot be recorded leaves the sheet waiting, and the server is asked first', async () => {
  await station.addSheets(1)
  const { db } = station
  db.exec(`create trigger full before update of state on outbox when new.state = 'acked'
    begin select raise(abort, 'disk full'); end`)
  uploader.pump()
  await pass(2000)
  expect(countWaitingUploads(db)).toBe(1)
  db.exec('drop trigger full')
  await untilSent()
  expect(held.size).toBe(1)
  expect([...sent.values()]).toEqual([1])
})
