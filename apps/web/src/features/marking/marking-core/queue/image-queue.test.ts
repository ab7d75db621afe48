import { expect, test } from 'vitest'
import { ImageQueue } from './image-queue.ts'

/** A line that the test lets pictures through one by one. */
function line() {
  const open = new Map<string, (isThere: boolean) => void>()
  const begun: string[] = []
  let now = 0
  const queue = new ImageQueue(
    (url) =>
      new Promise((done, fail) => {
        begun.push(url)
        open.set(url, (isThere) => (isThere ? done(new Blob([url])) : fail(new Error('image 500'))))
      }),
    () => now,
  )
  const ask = (...urls: string[]) => {
    for (const url of urls) void queue.get(url).catch(() => null)
  }
  return {
    queue,
    begun,
    ask,
    /** The picture comes, or does not, after some milliseconds. */
    come: async (url: string, { afterMs = 0, isThere = true } = {}) => {
      now += afterMs
      open.get(url)?.(isThere)
      // What follows is begun in the turns after.
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    },
    settle: async () => {
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    },
  }
}

test('a few pictures come at once, the others in their order, also after one that failed', async () => {
  const { ask, begun, come, settle } = line()
  ask('a', 'b', 'c', 'd', 'e')
  await settle()
  expect(begun).toEqual(['a', 'b', 'c'])
  await come('b', { isThere: false })
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  await come('a')
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('on a slow line they come one by one, and what is looked at beside what is under way', async () => {
  const { queue, ask, begun, come, settle } = line()
  ask('a', 'b', 'c', 'd', 'e', 'f', 'g')
  await settle()
  await come('a', { afterMs: 9_000 })
  await come('b')
  await come('c', { afterMs: 1 })
  // All three were long under way, so that only one follows.
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  queue.hurry(['f'])
  await settle()
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'f'])
  await come('d', { afterMs: 3_000 })
  await come('f')
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'f', 'e'])
  // Quick again.
  await come('e')
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'f', 'e', 'g'])
})
