import { expect, test } from 'vitest'
import { Turns, unlessAborted } from './turns.ts'

const never = new AbortController().signal

test('one after another, in the order of their coming', async () => {
  const turns = new Turns()
  const seen: string[] = []
  const first = await turns.take(never)
  const later = ['second', 'third'].map(async (name) => {
    const end = await turns.take(never)
    seen.push(name)
    end()
  })
  await Promise.resolve()
  expect(seen).toEqual([])
  first()
  await Promise.all(later)
  expect(seen).toEqual(['second', 'third'])
})

test('who gives up waiting holds nobody up', async () => {
  const turns = new Turns()
  const end = await turns.take(never)
  const impatient = new AbortController()
  const waiting = turns.take(impatient.signal)
  const patient = turns.take(never)
  impatient.abort(new Error('too long'))
  await expect(waiting).rejects.toThrow('too long')
  end()
  expect(await patient).toBeTypeOf('function')
})

test('work is left when the signal came before it', async () => {
  const work = Promise.withResolvers<never>().promise
  await expect(unlessAborted(work, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
})
