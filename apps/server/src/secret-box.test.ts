import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretBox } from './secret-box.ts'

const box = secretBox(randomBytes(32))

test.for(['geheim-7', '密码 with spaces', 'x'.repeat(200)])(
  'secret box: %s is opened by its own key only',
  (secret) => {
    const sealed = box.seal(secret)
    expect(sealed).not.toContain(secret)
    expect(sealed).not.toBe(box.seal(secret))
    expect(box.open(sealed)).toBe(secret)
    expect(secretBox(randomBytes(32)).open(sealed)).toBe('')
    expect(box.open(`${sealed.slice(0, -2)}AA`)).toBe('')
  },
)

test('secret box: nothing stays nothing, and what was saved before is read as it is', () => {
  expect([box.seal(''), box.open(''), box.open('of before')]).toEqual(['', '', 'of before'])
})
