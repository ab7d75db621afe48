import { expect, test } from 'vitest'
import { closingHint, gridHint } from './key-hints.ts'
import { actingBindings, bindingsOf, DEFAULT_CHOICE, takeOver } from './key-profile.ts'

test('hints name the keys that a person has', () => {
  const usual = bindingsOf(DEFAULT_CHOICE)
  expect(closingHint(usual)).toBe('按 Enter 或 ↓ 确认这个分数')
  expect(closingHint(bindingsOf({ ...DEFAULT_CHOICE, profile: 'crowdmark' }))).toBe(
    '按 Enter 或 J 确认这个分数',
  )
  // Letters that are turned off confirm nothing.
  expect(
    closingHint(actingBindings({ ...DEFAULT_CHOICE, profile: 'crowdmark', lettersOff: true })),
  ).toBe('按 Enter 或 ↓ 确认这个分数')
  expect(gridHint(usual)).toBe(
    '输入一个分数后按 Enter，选中的试卷都得这个分数；空格取消或恢复选中，← → 移动。',
  )
  const own = bindingsOf(takeOver(DEFAULT_CHOICE, 'submit', 'F8'))
  expect(closingHint(own)).toBe('按 F8 或 ↓ 确认这个分数')
  expect(gridHint(bindingsOf(takeOver(DEFAULT_CHOICE, 'scrollDown', 'F9')))).toContain(
    '；F9 取消或恢复选中，',
  )
  expect(gridHint(own)).toMatch(/^输入一个分数后按 F8，/)
})

test('where no key is left nothing is said of it', () => {
  const none = { ...bindingsOf(DEFAULT_CHOICE), submit: [], down: [], scrollDown: [], left: [] }
  expect(closingHint(none)).toBe('')
  expect(gridHint(none)).toBe('输入一个分数后提交，选中的试卷都得这个分数。')
})
