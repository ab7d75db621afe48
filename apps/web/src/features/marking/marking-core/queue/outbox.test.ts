import { type Caller, CallError } from '@hengjuan/client'
import { type ErrorCode, errorStatus } from '@hengjuan/domain'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Hold } from '../../../../session/own-session.ts'
import type { OutboxItem } from './outbox-store.ts'
import { Outbox, type OutboxState } from './outbox.ts'
import { type Fate, FATES } from './submit-fate.ts'

const item = (key: string): OutboxItem => ({
  kind: 'submit',
  key,
  userId: 1,
  at: 0,
  secretCode: 'ABCD',
  body: { block_id: 1, reading_id: 1, idem_key: key, scores: [1000] },
})

const offline = new CallError({ status: 0, code: 'OFFLINE', message: '网络不通' })

const refusal = (code: CallError['code'], status = 409) =>
  new CallError({ status, code, message: code })

interface World {
  /** What the server answers, in order; then it takes everything. */
  answers?: (Error | 'ok')[]
  stored?: OutboxItem[]
  /** The block that is on the desk. */
  here?: number
  /** What the server says of the session, in order; then that nothing is in the way. */
  asked?: (Hold | null | CallError)[]
}

/** A server that answers as told, and a store in memory. */
function openOutbox({ answers = [], stored = [], here = 1, asked = [] }: World = {}) {
  const sent: string[] = []
  const refills: (number | undefined)[] = []
  const kept = new Map(stored.map((one) => [one.key, one]))
  const told = { sent: [] as string[], refused: [] as string[], pending: 0, hold: null as unknown }
  const page: { hold: Hold | null; trouble: string | null } = { hold: null, trouble: null }
  const call = (_route: unknown, { body }: { body: { idem_key: string; refill?: number } }) => {
    sent.push(body.idem_key)
    refills.push(body.refill)
    const answer = answers.shift() ?? 'ok'
    return answer === 'ok' ? Promise.resolve({}) : Promise.reject(answer)
  }
  const store = {
    put: async (one: OutboxItem) => {
      kept.set(one.key, one)
      return true
    },
    remove: async (key: string) => void kept.delete(key),
    ofUser: async () => [...kept.values()].filter((one) => one.refusal === undefined),
  }
  const listener = {
    onSent: ({ key }: OutboxItem) => void told.sent.push(key),
    onRefused: ({ key, refusal: why }: OutboxItem) => void told.refused.push(`${key} ${why}`),
    onState: (state: OutboxState) => {
      const { pending, hold } = state
      Object.assign(told, { pending, hold })
      page.trouble = state.trouble
    },
  }
  const session = {
    here: () => page.hold,
    ask: async () => {
      const answer = asked.shift() ?? null
      if (answer instanceof CallError) throw answer
      return answer
    },
  }
  const refill = (blockId: number) => (blockId === here ? 3 + outbox.pendingOf(blockId) : 0)
  const outbox: Outbox = new Outbox(
    { caller: { call } as unknown as Caller, store, session, userId: 1, refill },
    listener,
  )
  return { outbox, sent, refills, kept, told, page, answers }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('marks go out in the order given and leave the store when the server has them', async () => {
  const { outbox, sent, kept, told } = openOutbox()
  outbox.add(item('a'))
  outbox.add(item('b'))
  await vi.runAllTimersAsync()
  expect([sent, kept.size, told]).toEqual([
    ['a', 'b'],
    0,
    { sent: ['a', 'b'], refused: [], pending: 0, hold: null },
  ])
})

test('a clock that is set back changes nothing of the order in which marks are kept', async () => {
  const { outbox, kept } = openOutbox({
    answers: Array.from({ length: 5 }, () => offline),
    stored: [{ ...item('a'), at: 9000 }],
  })
  await outbox.resume()
  outbox.add({ ...item('b'), at: 5000 })
  outbox.add({ ...item('c'), at: 4000 })
  await vi.advanceTimersByTimeAsync(0)
  const order = [...kept.values()].toSorted((one, other) => one.at - other.at)
  expect(order.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
})

test('without network the mark stays stored and is sent again with the same key', async () => {
  const { outbox, sent, kept, told } = openOutbox({ answers: [offline, offline] })
  outbox.add(item('a'))
  await vi.advanceTimersByTimeAsync(0)
  expect([told.pending, kept.size]).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toEqual(['a', 'a'])
  await vi.advanceTimersByTimeAsync(2000)
  expect([sent, told.pending]).toEqual([['a', 'a', 'a'], 0])
})

test('what the server refuses is told once, does not hold up the next, and is kept until it was read', async () => {
  const { outbox, told, kept } = openOutbox({ answers: [refusal('MARKING_LEASE_LOST')] })
  outbox.add(item('a'))
  outbox.add(item('b'))
  await vi.runAllTimersAsync()
  expect(told).toEqual({
    sent: ['b'],
    refused: ['a MARKING_LEASE_LOST'],
    pending: 0,
    hold: null,
  })
  expect([...kept.values()]).toMatchObject([{ key: 'a', refusal: 'MARKING_LEASE_LOST' }])
})

const FATE_ROWS = Object.entries(FATES) as [CallError['code'], Fate][]
const statusOf = (code: string): number =>
  code === 'OFFLINE' || code === 'CANCELLED' ? 0 : (errorStatus[code as ErrorCode] ?? 0)

test.for(FATE_ROWS)('after %s the mark is treated as: %s', async ([code, fate]) => {
  const { outbox, sent, told, kept } = openOutbox({
    answers: [refusal(code, statusOf(code))],
    asked: [{ kind: 'signedOut' }],
  })
  outbox.add(item('a'))
  await vi.advanceTimersByTimeAsync(0)
  // Whatever the answer, the mark is still on this computer.
  expect(kept.size).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  const outcomes = {
    again: { sent: ['a', 'a'], kept: 0, refused: [], pending: 0, hold: null },
    hold: { sent: ['a'], kept: 1, refused: [], pending: 1, hold: { kind: 'signedOut' } },
    settled: { sent: ['a'], kept: 1, refused: [`a ${code}`], pending: 0, hold: null },
  }
  const { refused, pending, hold } = told
  expect({ sent, kept: kept.size, refused, pending, hold }).toEqual(outcomes[fate])
})

test.for([
  [new SyntaxError('<html>'), 'a page of the network in place of an answer'],
  [refusal('INTERNAL', 403), 'a gateway that refuses in words of its own'],
  [refusal('INTERNAL', 413), 'a gateway with a limit'],
  [refusal('SOMETHING_NEW' as CallError['code'], 503), 'a newer server that is busy'],
] as const)('%s is no refusal (%s)', async ([answer]) => {
  const { outbox, sent, told } = openOutbox({ answers: [answer] })
  outbox.add(item('a'))
  await vi.advanceTimersByTimeAsync(1000)
  expect([sent, told.sent]).toEqual([['a', 'a'], ['a']])
})

test('why nothing arrives is told in the words of a server that answers, and forgotten once it takes it', async () => {
  const { outbox, page, kept } = openOutbox({
    answers: [refusal('STORAGE_FULL', 507), offline, refusal('DATABASE_AWAY', 503)],
  })
  outbox.add(item('a'))
  const after = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return page.trouble
  }
  expect([await after(0), await after(1000), await after(2000)]).toEqual([
    'STORAGE_FULL',
    null,
    'DATABASE_AWAY',
  ])
  expect(kept.size).toBe(1)
  expect(await after(4000)).toBeNull()
  expect(kept.size).toBe(0)
})

test('a refusal that this page does not know is kept in the tray', async () => {
  const { outbox, told, kept } = openOutbox({
    answers: [refusal('SOMETHING_NEW' as CallError['code'], 409)],
  })
  outbox.add(item('a'))
  await vi.runAllTimersAsync()
  expect([told.refused, kept.size]).toEqual([['a SOMETHING_NEW'], 1])
})

test('while somebody else is signed in nothing is sent; once the marker is back everything is, in order', async () => {
  const { outbox, sent, told, kept } = openOutbox({
    answers: [refusal('CSRF_FAILED', 403)],
    asked: [{ kind: 'otherPerson' }, { kind: 'otherPerson' }, null],
  })
  outbox.add(item('a'))
  outbox.add(item('b'))
  await vi.advanceTimersByTimeAsync(0)
  outbox.add(item('c'))
  await vi.advanceTimersByTimeAsync(600_000)
  expect([sent, told.pending, told.hold]).toEqual([['a'], 3, { kind: 'otherPerson' }])
  expect(await outbox.look()).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sent, kept.size]).toEqual([['a'], 3])
  expect(await outbox.look()).toBe(true)
  await vi.runAllTimersAsync()
  expect([sent, kept.size, told.hold]).toEqual([['a', 'a', 'b', 'c'], 0, null])
})

test('a mark is not sent in the moment in which the page itself is somebody else', async () => {
  const { outbox, sent, page, told } = openOutbox({ stored: [item('old')] })
  page.hold = { kind: 'otherPerson' }
  await outbox.resume()
  outbox.add(item('new'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sent, told.pending, told.hold]).toEqual([[], 2, { kind: 'otherPerson' }])
  page.hold = null
  await outbox.look()
  await vi.runAllTimersAsync()
  expect(sent).toEqual(['old', 'new'])
})

test('where the server sees nothing in the way after a refused token, the mark is tried again, not at once', async () => {
  const { outbox, sent } = openOutbox({ answers: [refusal('CSRF_FAILED', 403)] })
  outbox.add(item('a'))
  await vi.advanceTimersByTimeAsync(900)
  expect(sent).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(200)
  expect(sent).toEqual(['a', 'a'])
})

test('a server that can not say who is signed in leaves the mark waiting, and it is tried again', async () => {
  const { outbox, sent, told } = openOutbox({
    answers: [refusal('CSRF_FAILED', 403)],
    asked: [offline],
  })
  outbox.add(item('a'))
  await vi.advanceTimersByTimeAsync(0)
  expect([told.pending, told.hold]).toEqual([1, null])
  await vi.runAllTimersAsync()
  expect(sent).toEqual(['a', 'a'])
})

test('a mark that the server stumbles over lets those of other papers go first, its own changes behind it', async () => {
  const stumble = refusal('INTERNAL', 500)
  const { outbox, told } = openOutbox({ answers: [stumble, 'ok', stumble, 'ok', 'ok'] })
  const of = (key: string, reading_id: number): OutboxItem => {
    const one = item(key)
    return { ...one, body: { ...one.body, reading_id } } as OutboxItem
  }
  outbox.add(of('bad', 7))
  outbox.add(of('good', 8))
  outbox.add(of('changed', 7))
  await vi.runAllTimersAsync()
  expect(told.sent).toEqual(['good', 'bad', 'changed'])
})

test('what an earlier page left is sent first', async () => {
  const { outbox, sent } = openOutbox({ stored: [item('old')] })
  await outbox.resume()
  outbox.add(item('new'))
  await vi.runAllTimersAsync()
  expect(sent).toEqual(['old', 'new'])
})

test('five minutes without network lose nothing: every mark arrives once, in the order given', async () => {
  const given = Array.from({ length: 75 }, (_, index) => `mark-${index}`)
  const away = 5 * 60_000
  let isAway = true
  const arrived: string[] = []
  const kept = new Map<string, OutboxItem>()
  const call = (_route: unknown, { body }: { body: { idem_key: string } }) => {
    if (isAway) return Promise.reject(offline)
    arrived.push(body.idem_key)
    return Promise.resolve({})
  }
  const store = {
    put: async (one: OutboxItem) => {
      kept.set(one.key, one)
      return true
    },
    remove: async (key: string) => void kept.delete(key),
    ofUser: async () => [...kept.values()],
  }
  const listener = { onSent: () => undefined, onRefused: () => undefined, onState: () => undefined }
  const session = { here: () => null, ask: async () => null }
  const outbox = new Outbox(
    { caller: { call } as unknown as Caller, store, session, userId: 1, refill: () => 3 },
    listener,
  )
  for (const key of given) {
    outbox.add(item(key))
    await vi.advanceTimersByTimeAsync(away / given.length)
  }
  expect([arrived.length, kept.size]).toEqual([0, given.length])
  isAway = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect(arrived).toEqual(given)
  expect(kept.size).toBe(0)
})

test('a mark of another block than the one on the desk asks for no more papers', async () => {
  const here = openOutbox({ stored: [item('left')] })
  await here.outbox.resume()
  await vi.runAllTimersAsync()
  const elsewhere = openOutbox({ stored: [item('left')], here: 2 })
  await elsewhere.outbox.resume()
  await vi.runAllTimersAsync()
  expect([here.refills, elsewhere.refills]).toEqual([[4], [0]])
})

test('how many papers to have is asked when a mark is sent, not when it was given', async () => {
  const { outbox, refills } = openOutbox({ answers: [offline] })
  outbox.add(item('a'))
  await vi.advanceTimersByTimeAsync(0)
  outbox.add(item('b'))
  await vi.runAllTimersAsync()
  // Twice the first, beside which the second waits by then; and the second alone.
  expect(refills).toEqual([4, 5, 4])
})
