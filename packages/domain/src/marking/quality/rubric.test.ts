import { expect, test } from 'vitest'
import {
  entriesText,
  fitsPoint,
  isSameRubric,
  type Rubric,
  rubricDifference,
  type RubricEntry,
  scoreOfEntries,
} from './rubric.ts'

test.for([
  [[2], 2, 'one reason gives what it is worth'],
  [[2, 1.5], 3.5, 'reasons add up'],
  [[3, 2], 4, 'never above full'],
  [[-1], 3, 'what takes away takes from full marks'],
  [[-1, -0.5], 2.5, 'and goes on from there'],
  [[-3, -2], 0, 'never below zero'],
  [[2, -0.5], 1.5, 'beside what gives, it takes from that'],
  [[1, -2], 0, 'and not below zero'],
  [[0], 0, 'a reason may be worth nothing'],
  [[0, -1], 0, 'which is no taking away'],
] as const)('%s of 4 give %s: %s', ([chosen, score]) => {
  const milli = chosen.map((points) => points * 1000)
  expect(scoreOfEntries(milli, { fullMilli: 4000 })).toBe(score * 1000)
})

test.for([
  [[-1], 3, 'what takes away takes from full marks'],
  [[-2, 0.5], 2.5, 'and what gives, gives some of it back'],
  [[1], 4, 'never above full'],
  [[-3, -2], 0, 'never below zero'],
] as const)('%s of 4 give %s where points are taken away: %s', ([chosen, score]) => {
  const milli = chosen.map((points) => points * 1000)
  expect(scoreOfEntries(milli, { fullMilli: 4000 }, true)).toBe(score * 1000)
})

test('entries in one line', () => {
  const entries = [
    { text: '公式正确', milli: 2000 },
    { text: '漏写单位', milli: -500 },
  ]
  expect(entriesText(entries)).toBe('公式正确 2 分、漏写单位 −0.5 分')
  expect(entriesText([])).toBe('')
})

test.for([
  [2, true],
  [2.5, true],
  [-4, true],
  [0, true],
  [4.5, false],
  [-4.5, false],
  [0.25, false],
] as const)('%s fits a point of 4 in steps of a half: %s', ([points, fits]) => {
  const point = { name: '(1)', fullMilli: 4000, stepMilli: 500 }
  expect(fitsPoint(points * 1000, point)).toBe(fits)
})

const entry = (id: string, more: Partial<RubricEntry> = {}): RubricEntry => ({
  id,
  point: '17 (1)',
  text: `给分依据 ${id}`,
  milli: 1000,
  ...more,
})
const rubric = (text: string, ...entries: RubricEntry[]): Rubric => ({ text, entries })

test('a difference names the lines of the text and the entries that changed, and no others', () => {
  const before = rubric('第一步 2 分\n第二步 2 分\n结果 1 分', entry('a'), entry('b'), entry('c'))
  const after = rubric(
    '第一步 2 分\n第二步 3 分\n结果 1 分\n单位不写扣 1 分',
    entry('d'),
    entry('b', { milli: 1500 }),
    entry('c'),
  )
  expect(rubricDifference(before, after)).toEqual({
    lines: [
      { kind: 'same', text: '第一步 2 分' },
      { kind: 'removed', text: '第二步 2 分' },
      { kind: 'added', text: '第二步 3 分' },
      { kind: 'same', text: '结果 1 分' },
      { kind: 'added', text: '单位不写扣 1 分' },
    ],
    entries: [
      { kind: 'added', entry: entry('d') },
      { kind: 'changed', before: entry('b'), entry: entry('b', { milli: 1500 }) },
      { kind: 'removed', entry: entry('a') },
    ],
  })
})

test('lines of both texts can be put together again from their difference', () => {
  const texts = ['', '一', '一\n二', '二\n一\n二', '三\n\n二', '\n']
  for (const before of texts)
    for (const after of texts) {
      const { lines } = rubricDifference(rubric(before), rubric(after))
      const side = (kind: string) =>
        lines.flatMap((line) => (line.kind === kind || line.kind === 'same' ? line.text : []))
      const expected = (text: string) =>
        before === after ? [] : text === '' ? [] : text.split('\n')
      expect([before, after, side('removed')]).toEqual([before, after, expected(before)])
      expect([before, after, side('added')]).toEqual([before, after, expected(after)])
    }
})

test.for([
  [rubric('一', entry('a')), true],
  [rubric('二', entry('a')), false],
  [rubric('一', entry('a', { milli: 2000 })), false],
  [rubric('一', entry('a', { text: '别的' })), false],
  [rubric('一', entry('a', { point: '17 (2)' })), false],
  [rubric('一', entry('b')), false],
  [rubric('一'), false],
] as const)('%o says the same: %s', ([other, isSame]) => {
  expect(isSameRubric(rubric('一', entry('a')), other)).toBe(isSame)
})

test('another order of the entries is another version, with no difference to tell', () => {
  const before = rubric('', entry('a'), entry('b'))
  const after = rubric('', entry('b'), entry('a'))
  expect(isSameRubric(before, after)).toBe(false)
  expect(rubricDifference(before, after)).toEqual({ lines: [], entries: [] })
})
