import { expect, test } from 'vitest'
import { changeText, correctionRefusal, eventName, returnedText, undoneText } from './words.ts'

const of = (total_milli: number, ...points: (number | null)[]) => ({ total_milli, points })

test.for([
  ['一评', null, of(8000, 8000), '一评 8 分'],
  [
    '一评',
    of(8000, 3000, 5000),
    of(9500, 4500, 5000),
    '一评 改前 8 分（3＋5），改后 9.5 分（4.5＋5）',
  ],
  ['终评', of(8000, 8000), null, '终评 改前 8 分，改后 待定'],
  ['终评', null, of(5000, null, 5000), '终评 5 分（—＋5）'],
] as const)('%s before and after a step', ([what, before, after, text]) => {
  expect(changeText(what, { before, after })).toBe(text)
})

test('marks that nobody took went with their sheet', () => {
  expect(eventName('reset', '王主任')).toBe('清空评阅')
  expect(eventName('reset', null)).toBe('评阅随原答题卡撤下')
})

test.for([
  ['', 5000, '先填写分数'],
  [' 5 ', 5000, '与现在的得分相同，认可请点「合格」'],
  ['5.0', 5000, '与现在的得分相同，认可请点「合格」'],
  ['5.5', 5000, null],
  ['0', 0, '与现在的得分相同，认可请点「合格」'],
  // Nothing written, or misconduct: a 0 that is given is another.
  ['0', null, null],
  // What is no score is told when it is sent.
  ['五', 5000, null],
] as const)('"%s" where %s stands', ([text, stands, refusal]) => {
  expect(correctionRefusal(text, stands)).toBe(refusal)
})

test('who sent back a batch hears of the papers that did not go back as well', () => {
  const all = { changed: 300, escalated: 0, refused: 0 }
  expect(returnedText('将', all)).toBe('将打回 300 份')
  expect(returnedText('已', { ...all, escalated: 2, refused: 5 })).toBe(
    '已打回 300 份，2 份已达打回上限转仲裁，5 份不能打回',
  )
})

test('who takes a batch back hears which papers stay, and why', () => {
  expect(undoneText('将', { changed: 37, reasons: [] })).toBe('将撤销 37 份打回')
  const reasons = [
    { msg: '教师已重评', count: 2, codes: ['A1B2C3', 'D4E5F6'] },
    { msg: '已转为问题卷', count: 3, codes: ['G7H8J9'] },
  ]
  expect(undoneText('已', { changed: 35, reasons })).toBe(
    '已撤销 35 份打回；2 份教师已重评，保留不变（密号 A1B2C3、D4E5F6）；3 份已转为问题卷，保留不变（密号 G7H8J9 等）',
  )
})
