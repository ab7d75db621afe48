import { afterEach, expect, test, vi } from 'vitest'
import { freshKey } from './fresh-key.ts'

afterEach(() => vi.unstubAllGlobals())

test('keys differ, also on a page that came without HTTPS', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal('crypto', { getRandomValues })
  const keys = Array.from({ length: 1000 }, freshKey)
  expect(new Set(keys).size).toBe(1000)
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
})
