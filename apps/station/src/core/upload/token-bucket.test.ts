import { expect, test } from 'vitest'
import { type Clock, TokenBucket } from './token-bucket.ts'
import { throttled } from './throttled.ts'

const MBIT = 125_000

/** A clock on which sleeping costs nothing; several sleepers wake in the order of their times. */
function simulatedClock(): Clock & { run: () => Promise<void> } {
  let now = 0
  let sleepers: { at: number; wake: () => void }[] = []
  return {
    now: () => now,
    sleep: (ms) => new Promise((wake) => sleepers.push({ at: now + ms, wake })),
    run: async () => {
      for (;;) {
        // Whoever was woken must have had its turn before the next one is looked for.
        for (let turn = 0; turn < 20; turn++) await Promise.resolve()
        const next = sleepers.toSorted((a, b) => a.at - b.at)[0]
        if (!next) return
        sleepers = sleepers.filter((each) => each !== next)
        now = next.at
        next.wake()
      }
    },
  }
}

test.for([
  [8, 10, 10],
  [8, 40, 40],
  [2, 10, 40],
  [100, 10, 0.8],
] as const)('at %i Mbit/s, %i MB take %f seconds', async ([mbit, megabytes, seconds]) => {
  const clock = simulatedClock()
  const bucket = new TokenBucket(() => mbit * MBIT, clock)
  const send = (async () => {
    for (let part = 0; part < megabytes * 100; part++) await bucket.take(10_000)
  })()
  await clock.run()
  await send
  expect(clock.now() / 1000).toBeCloseTo(seconds, 3)
})

test('two uploads at a time share the rate', async () => {
  const clock = simulatedClock()
  const bucket = new TokenBucket(() => 8 * MBIT, clock)
  const finished: number[] = []
  const send = async () => {
    for (let part = 0; part < 100; part++) await bucket.take(10_000)
    finished.push(clock.now() / 1000)
  }
  const all = Promise.all([send(), send()])
  await clock.run()
  await all
  expect(finished[1]).toBeCloseTo(2, 3)
  // Neither waits for the other to end.
  expect(finished[0]).toBeGreaterThan(1.9)
})

test('after a rest no more than a quarter of a second is saved up', async () => {
  const clock = simulatedClock()
  const bucket = new TokenBucket(() => 1_000_000, clock)
  const rest = clock.sleep(60_000)
  await clock.run()
  await rest
  const send = bucket.take(1_250_000)
  await clock.run()
  await send
  expect(clock.now()).toBeCloseTo(61_000, 3)
})

test('a limit that is taken away holds for nobody', async () => {
  const clock = simulatedClock()
  let rate = 1000
  const bucket = new TokenBucket(() => rate, clock)
  rate = 0
  await bucket.take(1_000_000_000)
  expect(clock.now()).toBe(0)
})

test('a throttled body has all bytes in their order', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251)
  const body = throttled(bytes, new TokenBucket(() => 0, simulatedClock()))
  expect(new Uint8Array(await new Response(body).arrayBuffer())).toEqual(bytes)
})

test('who waits by a slow rate goes at once when the rate is changed', async () => {
  let rate = 1000
  // Nobody ever wakes by the clock.
  const clock: Clock = { now: () => 0, sleep: () => new Promise(() => undefined) }
  const bucket = new TokenBucket(() => rate, clock)
  const piece = bucket.take(1_000_000)
  rate = 0
  bucket.reconsider()
  await piece
  await bucket.take(1_000_000)
})
