import { expect, test } from 'vitest'
import { ChunkLoadError, loadWithin } from './load-page.ts'

test('a page that arrives in time is handed on', async () => {
  expect(await loadWithin(() => Promise.resolve('page'), 50)).toBe('page')
})

test('a page that fails to load is a chunk load error that keeps its cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const failure = loadWithin(() => Promise.reject(cause), 50)
  await expect(failure).rejects.toBeInstanceOf(ChunkLoadError)
  await expect(failure).rejects.toHaveProperty('cause', cause)
})

test('a page that takes too long is a chunk load error', async () => {
  const never = new Promise<never>(() => {})
  await expect(loadWithin(() => never, 20)).rejects.toBeInstanceOf(ChunkLoadError)
})
