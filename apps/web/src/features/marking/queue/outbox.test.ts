import { type Caller, CallError } from '@hengjuan/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OutboxItem } from './outbox-store.ts'
import { Outbox } from './outbox.ts'

const item = (key: string): OutboxItem => ({
  kind: 'submit',
  key,
  userId: 1,
  at: 0,
  secretCode: 'ABCD',
  body: { block_id: 1, reading_id: 1, idem_key: key, scores: [1000] },
})

const offline = new CallError({ status: 0, code: 'OFFLINE', message: '网络不通' })
const lost = new CallError({ status: 409, code: 'MARKING_LEASE_LOST', message: '已超时' })

/** A server that answers as told, in order, and a store in memory. */
function openOutbox(answers: (CallError | 'ok')[], stored: OutboxItem[] = [], refillOf = 1) {
  const sent: string[] = []
  const refills: (number | undefined)[] = []
  const kept = new Map(stored.map((one) => [one.key, one]))
  const told = { sent: [] as string[], refused: [] as string[], pending: 0 }
  const call = (_route: unknown, { body }: { body: { idem_key: string; refill?: number } }) => {
    sent.push(body.idem_key)
    refills.push(body.refill)
    const answer = answers.shift() ?? 'ok'
    return answer === 'ok' ? Promise.resolve({}) : Promise.reject(answer)
  }
  const store = {
    put: async (one: OutboxItem) => void kept.set(one.key, one),
    remove: async (key: string) => void kept.delete(key),
    ofUser: async () => [...kept.values()],
  }
  const listener = {
    onSent: ({ key }: OutboxItem) => void told.sent.push(key),
    onRefused: ({ key }: OutboxItem) => void told.refused.push(key),
    onState: ({ pending }: { pending: number }) => void (told.pending = pending),
  }
  const outbox = new Outbox(
    { caller: { call } as unknown as Caller, store, userId: 1, refillOf },
    listener,
  )
  return { outbox, sent, refills, kept, told }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('marks go out in the order given and leave the store when the server has them', async () => {
  const { outbox, sent, kept, told } = openOutbox([])
  outbox.add(item('a'))
  outbox.add(item('b'))
  await vi.runAllTimersAsync()
  expect([sent, kept.size, told]).toEqual([
    ['a', 'b'],
    0,
    { sent: ['a', 'b'], refused: [], pending: 0 },
  ])
})

test('without network the mark stays stored and is sent again with the same key', async () => {
  const { outbox, sent, kept, told } = openOutbox([offline, offline])
  outbox.add(item('a'))
  await vi.advanceTimersByTimeAsync(0)
  expect([told.pending, kept.size]).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toEqual(['a', 'a'])
  await vi.advanceTimersByTimeAsync(2000)
  expect([sent, told.pending]).toEqual([['a', 'a', 'a'], 0])
})

test('what the server refuses is told once and does not hold up the next', async () => {
  const { outbox, told } = openOutbox([lost])
  outbox.add(item('a'))
  outbox.add(item('b'))
  await vi.runAllTimersAsync()
  expect(told).toEqual({ sent: ['b'], refused: ['a'], pending: 0 })
})

test('what an earlier page left is sent first', async () => {
  const { outbox, sent } = openOutbox([], [item('old')])
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
    put: async (one: OutboxItem) => void kept.set(one.key, one),
    remove: async (key: string) => void kept.delete(key),
    ofUser: async () => [...kept.values()],
  }
  const listener = { onSent: () => undefined, onRefused: () => undefined, onState: () => undefined }
  const outbox = new Outbox(
    { caller: { call } as unknown as Caller, store, userId: 1, refillOf: 1 },
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
  const left = item('left')
  if (left.kind === 'submit') left.body.refill = 5
  const here = openOutbox([], [left], 1)
  await here.outbox.resume()
  await vi.runAllTimersAsync()
  const elsewhere = openOutbox([], [left], 2)
  await elsewhere.outbox.resume()
  await vi.runAllTimersAsync()
  expect([here.refills, elsewhere.refills]).toEqual([[5], [0]])
})
