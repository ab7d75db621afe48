import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('one piece of work begins when the one before is over, and none is held up by a failure', async () => {
  const turns = new Turns()
  const seen: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = turns.take(async () => {
    seen.push('first begins')
    await gate.promise
    seen.push('first ends')
    throw new Error('no room')
  })
  const second = turns.take(async () => {
    seen.push('second')
    return 2
  })
  gate.resolve()
  await expect(first).rejects.toThrow('no room')
  expect(await second).toBe(2)
  expect(seen).toEqual(['first begins', 'first ends', 'second'])
})
