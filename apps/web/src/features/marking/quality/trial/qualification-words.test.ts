import { expect, test } from 'vitest'
import { changedScripts, sinceText, standingText } from './qualification-words.ts'

const trial = (round: number, definitive_now_milli: number | null) => ({
  secret_code: 'A1',
  round,
  total_milli: 8000,
  definitive_milli: 8000,
  definitive_now_milli,
  is_within: true,
  pressed: [],
  at: '2026-11-20T00:00:00.000Z',
})

test.for([
  [8000, null],
  [8500, '现为 8.5'],
  [null, '后来不再使用'],
] as const)('a script that is agreed at %o now is told as %o', ([now, words]) => {
  expect(sinceText(trial(1, now))).toBe(words)
})

test.for([
  ['open', 'no_scripts', true, '等待定标卷'],
  ['open', null, true, '未完成定标'],
  ['open', 'no_scripts', false, '不要求定标'],
  ['open', null, false, '不要求定标'],
  ['passed', null, false, '已通过定标'],
] as const)('%s, waiting for %s, needed: %s is told as %s', ([state, waits, isNeeded, words]) => {
  expect(standingText({ state, waits }, isNeeded)).toBe(words)
})

test('who passed is told apart where papers of the set that they passed changed', () => {
  const passed = (...trials: ReturnType<typeof trial>[]) =>
    changedScripts({ state: 'passed', trials })
  expect(passed(trial(0, null), trial(1, 8000))).toBeNull()
  // The first set was failed: nobody rests on it.
  expect(passed(trial(1, null), trial(2, 8000))).toBeNull()
  expect(passed(trial(1, 8000), trial(2, null), trial(2, 9000))).toContain('有 2 份后来不再使用')
  expect(changedScripts({ state: 'open', trials: [trial(1, null)] })).toBeNull()
})
