import { expect, test } from 'vitest'
import { assertPassword, generatePassword } from './password.ts'

test.for([
  ['short1', 'shorter than eight'],
  ['12345678', 'a run'],
  ['87654321', 'a run downwards'],
  ['aaaabbbb', 'two letters'],
  ['password123', 'a common word with digits'],
  ['Qwerty2026', 'a common word with digits'],
  ['20080101', 'a birthday'],
  ['wang.lei2026', 'the account itself'],
] as const)('%s is refused: %s', ([password]) => {
  expect(() => assertPassword(password, 'wang.lei')).toThrow('密码至少 8 位')
})

test.for(['correct horse battery', '石家庄的第一场雪下得很早', 'kx7mtq2pzz', 'test-password-1x'])(
  '%s is accepted',
  (password) => {
    expect(() => assertPassword(password, 'wang.lei')).not.toThrow()
  },
)

test('generated passwords are accepted and differ', () => {
  const made = Array.from({ length: 50 }, generatePassword)
  for (const password of made) expect(() => assertPassword(password, 'wang.lei')).not.toThrow()
  expect(new Set(made).size).toBe(50)
})
