import { expect, test } from 'vitest'
import {
  answersOf,
  type Draft,
  newQuestion,
  retyped,
  typedKey,
  withAddedQuestion,
} from './draft.ts'

const design = (...questions: ReturnType<typeof newQuestion>[]): Draft => ({
  title: '期中',
  subjectName: '数学',
  paper: 'A4',
  examNoDigits: 8,
  numberStyle: 'bubble',
  notices: [],
  sections: [{ title: '一', questions }],
})

test('a further question continues the numbers and looks like the last', () => {
  const before = design({ ...newQuestion('7', 1, 3000), optionCount: 3 })
  expect(withAddedQuestion(before, 0).sections[0]?.questions[1]).toEqual({
    no: '8',
    type: 1,
    fullMilli: 3000,
    optionCount: 3,
  })
})

test('a further essay has a block of its own', () => {
  const before = design(newQuestion('17', 4, 12_000))
  expect(withAddedQuestion(before, 0).sections[0]?.questions[1]?.blockKey).toBe('18')
})

test('a choice that becomes an essay loses its options and gets a block', () => {
  expect(retyped(newQuestion('5', 1, 5000), 4)).toEqual({
    no: '5',
    type: 4,
    fullMilli: 5000,
    blockKey: '5',
  })
})

test.for([
  ['ca', 2, 'AC', 'letters of a multiple choice are sorted'],
  ['aae', 2, 'A', 'repeated letters and letters beyond the options are dropped'],
  ['ab', 1, 'B', 'a single choice keeps the letter typed last'],
  ['c', 13, '', 'true or false has two options'],
  ['1', 1, '', 'digits are no answer'],
] as const)('%s typed for type %i is %s: %s', ([text, type, expected]) => {
  expect(typedKey(text, newQuestion('1', type, 5000))).toBe(expected)
})

test('answers of questions that are gone are not sent', () => {
  const work = {
    design: design(newQuestion('1', 2, 5000), newQuestion('2', 4, 5000)),
    keys: { 1: 'AC', 2: 'A', 9: 'B' },
    missing: { 1: 2000, 9: 1000 },
  }
  expect(answersOf(work)).toEqual({
    keys: { 1: ['A', 'C'] },
    rules: { 1: { missing_milli: 2000 } },
  })
})
