import { expect, test } from 'vitest'
import { SerialQueue, unlessAborted } from './serial-queue.ts'

const never = new AbortController().signal

test('SerialQueue: one after another, in the order of their coming', async () => {
  const queue = new SerialQueue()
  const seen: string[] = []
  const first = await queue.enter(never)
  const later = ['second', 'third'].map(async (name) => {
    const end = await queue.enter(never)
    seen.push(name)
    end()
  })
  await Promise.resolve()
  expect(seen).toEqual([])
  first()
  await Promise.all(later)
  expect(seen).toEqual(['second', 'third'])
})

test('SerialQueue: who gives up waiting holds nobody up', async () => {
  const queue = new SerialQueue()
  const end = await queue.enter(never)
  const impatient = new AbortController()
  const waiting = queue.enter(impatient.signal)
  const patient = queue.enter(never)
  impatient.abort(new Error('too long'))
  await expect(waiting).rejects.toThrow('too long')
  end()
  expect(await patient).toBeTypeOf('function')
})

test('unlessAborted: work is left when the signal came before it', async () => {
  const work = Promise.withResolvers<never>().promise
  await expect(unlessAborted(work, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
})
