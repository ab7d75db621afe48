import { expect, test } from 'vitest'
import type { LeaderTaskView } from './leader-task.ts'
import { returnChoices } from './return-choices.ts'

const problem = {
  reason: 'unclear_image',
  reason_name: '图像不清',
  note: '',
  raised_by: '李慧敏',
  flags: [],
  flag_note: null,
}
type Return = LeaderTaskView['returns'][number]
const back = (to: Return['to'], state: string, more: Partial<Return> = {}): Return => ({
  to,
  state,
  final_milli: null,
  refusal: null,
  ...more,
})

test.for<[what: string, returns: Return[], texts: string[], keys: string[]]>([
  [
    'a paper that was passed on',
    [back('raiser', 'MARKING'), back('others', 'READY')],
    ['退回李慧敏', '退回其他教师评阅'],
    ['handBackSame', 'handBack'],
  ],
  [
    'the same score after it was sent back',
    [back('raiser', 'REJECTED'), back('others', 'READY')],
    ['退回李慧敏重评', '退回其他教师评阅'],
    ['handBackSame', 'handBack'],
  ],
  [
    'what was sent back too often',
    [back('raiser', 'ARBITRATION'), back('others', 'READY')],
    ['打回已达上限，转仲裁', '退回其他教师评阅'],
    ['handBackSame', 'handBack'],
  ],
  [
    'a paper that had a mark',
    [back('anyone', 'FINAL', { final_milli: 9500 })],
    ['恢复原分 9.5 分'],
    ['handBack'],
  ],
  ['a paper that nobody had', [back('anyone', 'READY')], ['退回阅卷'], ['handBack']],
])('%s', ([, returns, texts, keys]) => {
  const choices = returnChoices({ returns, problem })
  expect(choices.map(({ text }) => text)).toEqual(texts)
  expect(choices.map(({ action }) => action)).toEqual(keys)
})

test('what can not be done says why', () => {
  const refusal = '没有其他教师可以评阅这份试卷'
  const [choice] = returnChoices({ returns: [back('others', 'READY', { refusal })], problem })
  expect(choice?.refusal).toBe(refusal)
})
