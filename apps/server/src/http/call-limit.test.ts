import { expect, test } from 'vitest'
import { CallLimit } from './call-limit.ts'

function openLimit(limits = { session: 60, address: 100, stranger: 30 }) {
  let nowMs = 0
  const limit = new CallLimit(limits, { now: () => new Date(nowMs) })
  const calls = (session: string | null, network: string, times: number): number => {
    let let_in = 0
    for (let at = 0; at < times; at++)
      try {
        limit.take({ session, network })
        let_in++
      } catch {
        // Refused.
      }
    return let_in
  }
  return { limit, calls, pass: (ms: number) => void (nowMs += ms) }
}

test('call limit: as many at once as a minute has, then as they come back', () => {
  const { calls, pass } = openLimit()
  expect(calls('a', '10.0.0.1', 200)).toBe(60)
  pass(10_000)
  expect(calls('a', '10.0.0.1', 200)).toBe(10)
  pass(3_600_000)
  expect(calls('a', '10.0.0.1', 200)).toBe(60)
})

test('call limit: one session leaves others of the same address their calls, up to what the address has', () => {
  const { calls } = openLimit()
  calls('a', '10.0.0.1', 200)
  expect(calls('b', '10.0.0.1', 200)).toBe(40)
  expect(calls('c', '10.0.0.2', 200)).toBe(60)
})

test('call limit: who has no session is counted apart from those who have one', () => {
  const { calls } = openLimit()
  expect(calls(null, '10.0.0.1', 200)).toBe(30)
  expect(calls('a', '10.0.0.1', 10)).toBe(10)
})

test('call limit: says how long to wait', () => {
  const { limit, calls } = openLimit({ session: 6, address: 0, stranger: 0 })
  calls('a', '10.0.0.1', 6)
  expect(() => limit.take({ session: 'a', network: '10.0.0.1' })).toThrow('请 10 秒后再试')
})
