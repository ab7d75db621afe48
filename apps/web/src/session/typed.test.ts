import { beforeEach, expect, test, vi } from 'vitest'
import { keepTyped, typedUnder } from './typed.ts'

const storageOf = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
  removeItem: (key: string) => void kept.delete(key),
})
const session = new Map<string, string>()
const local = new Map<string, string>()

beforeEach(() => {
  session.clear()
  local.clear()
  local.set('examination_userId', '7')
  vi.stubGlobal('sessionStorage', storageOf(session))
  vi.stubGlobal('localStorage', storageOf(local))
})

test('words are found again under the name they were begun under, and nothing is left of what was sent', () => {
  keepTyped('spot 12 comment', '第二问有效')
  expect([typedUnder('spot 12 comment'), typedUnder('spot 13 comment')]).toEqual(['第二问有效', ''])
  keepTyped('spot 12 comment', '')
  expect(typedUnder('spot 12 comment')).toBe('')
  expect(session.size).toBe(0)
})

test('somebody else who signs in at the same window finds nothing', () => {
  keepTyped('message 3 all', '第 3 题按新标准')
  local.set('examination_userId', '8')
  expect(typedUnder('message 3 all')).toBe('')
  local.set('examination_userId', '7')
  expect(typedUnder('message 3 all')).toBe('第 3 题按新标准')
})

test('a window that stores nothing does not stop anybody from writing', () => {
  vi.stubGlobal('sessionStorage', {
    ...storageOf(session),
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  })
  keepTyped('spot 12 comment', '第二问有效')
  expect(typedUnder('spot 12 comment')).toBe('')
})
