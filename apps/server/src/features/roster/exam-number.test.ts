import { describe, expect, test } from 'vitest'
import { classNumbers, DEFAULT_RULE, readNumberRule } from './exam-number.ts'

const source = { year: 2026, grade: 10, class: 3, seat: 7, seq: 107 }

test.for([
  [DEFAULT_RULE, null, '26100307', 'year, grade, class, seat'],
  [DEFAULT_RULE, 8, '26100307', 'as long as the sheet'],
  [DEFAULT_RULE, 10, '2610030007', 'a longer sheet widens the seat'],
  ['{year:4}{seq:4}', 8, '20260107', 'the whole year'],
  ['9{class:2}{seat:3}', null, '903007', 'literal digits'],
] as const)('%s with %s digits gives %s: %s', ([rule, digits, expected]) => {
  expect(readNumberRule(rule, digits).number(source)).toBe(expected)
})

test.for([
  ['{year}{grade}', null, '需要 {seat} 或 {seq}'],
  ['{name}{seat}', null, '只能使用数字'],
  ['A{seat}', null, '只能使用数字'],
  ['{seat:9}', null, '只能使用数字'],
  ['{seat:2}', null, '4 到 12 位'],
  [DEFAULT_RULE, 6, '答题卡只有 6 位'],
] as const)('%s with %s digits is refused: %s', ([rule, digits, reason]) => {
  expect(() => readNumberRule(rule, digits)).toThrow(reason)
})

test('a seat beyond its digits is refused, never cut', () => {
  const rule = readNumberRule(DEFAULT_RULE, 8)
  expect(() => rule.number({ ...source, seat: 100 })).toThrow('261003100 有 9 位')
})

describe('the number of a class', () => {
  test('is the one in its name', () => {
    const classes = [
      { id: 11, name: '3班' },
      { id: 12, name: '高一（12）班' },
    ]
    expect([...classNumbers(classes)]).toEqual([
      [11, 3],
      [12, 12],
    ])
  })

  test('is its place when names repeat a number or have none', () => {
    const classes = [
      { id: 11, name: 'A1班' },
      { id: 12, name: 'B1班' },
    ]
    expect([...classNumbers(classes).values()]).toEqual([1, 2])
    expect([...classNumbers([{ id: 1, name: '宏志班' }]).values()]).toEqual([1])
  })
})
