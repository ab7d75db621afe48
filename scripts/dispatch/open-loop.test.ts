import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Desk } from './marking-load.ts'
import { markAtMoments } from './open-loop.ts'

/** Desks of one server that stands still once. */
function stallingDesks(count: number, stall: { fromMs: number; toMs: number }): Desk[] {
  const began = performance.now()
  let paper = 0
  return Array.from({ length: count }, () => ({
    take: async () => ++paper,
    submit: async () => {
      const now = performance.now() - began
      if (now >= stall.fromMs && now < stall.toMs) await setTimeout(stall.toMs - now)
      return ++paper
    },
  }))
}

test('whoever would have marked while the server stood still counts the wait', async () => {
  const desks = stallingDesks(100, { fromMs: 150, toMs: 900 })
  const served = await markAtMoments(desks, { perSecond: 500, seconds: 1 })
  expect(served.marks).toBe(Math.round(served.asked))
  // Most marks fall into the stall, also second ones of the same marker: clients that wait for their
  // answers would have sent a hundred of three hundred in it, and the middle one would know nothing of it.
  expect(served.mark.max).toBeGreaterThan(500)
  expect(served.mark.p50).toBeGreaterThan(50)
})

test('who has no paper left marks no more, and a refusal ends the measurement', async () => {
  const through: Desk = { take: async () => 1, submit: async () => null }
  const served = await markAtMoments([through, through], { perSecond: 200, seconds: 0.3 })
  expect(served.marks).toBe(2)
  const refused: Desk = {
    take: async () => 1,
    submit: async () => {
      throw new Error('closed')
    },
  }
  await expect(markAtMoments([refused], { perSecond: 100, seconds: 0.2 })).rejects.toThrow('closed')
})
