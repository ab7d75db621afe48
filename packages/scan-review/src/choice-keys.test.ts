import { describe, expect, test } from 'vitest'
import {
  choiceName,
  draftText,
  guessOf,
  letterOf,
  optionOfKey,
  readText,
  toggle,
} from './choice-keys.ts'

const choice = (multiple: boolean, answer: string[]) =>
  ({ question_no: '3', multiple, options: ['A', 'B', 'C', 'D'], answer, reading: {} }) as never

describe('a draft', () => {
  test.for([
    [false, ['B'], 'B'],
    [false, [], '未作答'],
    [false, ['A', 'B'], '未选择'],
    [true, ['A', 'B'], 'AB'],
  ] as const)('of a choice (multiple: %s) read as %o is %s', ([multiple, answer, text]) => {
    expect(draftText(guessOf(choice(multiple, [...answer])))).toBe(text)
  })

  test.for([
    [['A', 'C'], '识别 AC'],
    [[], '识别 未作答'],
  ] as const)('stands beside what the machine read, %o', ([values, text]) => {
    const one = { options: ['A', 'B', 'C', 'D'], answer: ['D'], reading: { values } } as never
    expect(readText(one)).toBe(text)
  })

  test('of a single choice moves to the option pressed', () => {
    const one = choice(false, ['A'])
    expect(draftText(toggle(one, guessOf(one), 'C'))).toBe('C')
    expect(draftText(toggle(one, guessOf(one), 'A'))).toBe('未选择')
  })

  test('of a multiple choice adds in printed order and takes away', () => {
    const many = choice(true, ['C'])
    const both = toggle(many, guessOf(many), 'A')
    expect(draftText(both)).toBe('AC')
    expect(draftText(toggle(many, toggle(many, both, 'A'), 'C'))).toBe('未作答')
  })
})

describe('which optional questions were answered', () => {
  const asked = {
    question_no: 'G12',
    multiple: true,
    options: ['12', '13', '14'],
    answer: ['12', '14'],
    reading: { kind: 'optionalChoice', values: ['12', '14'] },
  } as never

  test('is not named by the group, and its numbers stand apart', () => {
    expect(choiceName(asked)).toBe('选做题号')
    expect([draftText(guessOf(asked)), readText(asked)]).toEqual(['12、14', '识别 12、14'])
  })

  test('is chosen by letters, in the order of the numbers', () => {
    expect(['a', 'B', 'c', 'd'].map((key) => optionOfKey(asked, key))).toEqual([
      '12',
      '13',
      '14',
      undefined,
    ])
    expect(letterOf(asked, '13')).toBe('B')
    expect(letterOf(choice(false, []), 'B')).toBeNull()
  })
})
