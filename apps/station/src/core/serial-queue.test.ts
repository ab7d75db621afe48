import { expect, test } from 'vitest'
import { SerialQueue } from './serial-queue.ts'

test('SerialQueue: one piece of work begins when the one before is over, and none is held up by a failure', async () => {
  const queue = new SerialQueue()
  const seen: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = queue.run(async () => {
    seen.push('first begins')
    await gate.promise
    seen.push('first ends')
    throw new Error('no room')
  })
  const second = queue.run(async () => {
    seen.push('second')
    return 2
  })
  gate.resolve()
  await expect(first).rejects.toThrow('no room')
  expect(await second).toBe(2)
  expect(seen).toEqual(['first begins', 'first ends', 'second'])
})
