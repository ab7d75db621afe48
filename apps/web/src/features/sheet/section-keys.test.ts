import { expect, test } from 'vitest'
import { newQuestion } from './draft.ts'
import { keysLine, spreadKeys } from './section-keys.ts'

const SINGLE = 1
const MULTIPLE = 2
const ESSAY = 4
const TRUE_FALSE = 13
const questions = (...types: number[]) =>
  types.map((type, index) => newQuestion(String(index + 1), type, 5000))
const eight = questions(...Array.from({ length: 8 }, () => SINGLE))

test.for([
  ['BCADDBAC', 'B C A D D B A C', 0, 'what a teacher types in one go'],
  ['bcadd bac', 'B C A D D B A C', 0, 'in groups, small'],
  ['ＢＣ，ＡＤ', 'B C A D', 0, 'full width, with commas'],
  ['B\tC\nA\r\nD', 'B C A D', 0, 'copied from a table'],
  ['B-A', 'B  A', 0, 'one without an answer'],
  ['BCADDBACAB', 'B C A D D B A C', 2, 'too many'],
  ['BZ', 'B ', 0, 'a letter that the question does not have'],
  ['', '', 0, 'nothing'],
] as const)('%j over single choices gives %j, %i over (%s)', ([line, expected, over]) => {
  const spread = spreadKeys(line, eight)
  expect(Object.values(spread.keys).join(' ')).toBe(expected)
  expect(spread.over).toBe(over)
})

test('a group of letters goes to one question of several, also among single ones', () => {
  const mixed = questions(SINGLE, SINGLE, MULTIPLE, MULTIPLE, TRUE_FALSE)
  expect(spreadKeys('AB CAB D B', mixed).keys).toEqual({ 1: 'A', 2: 'B', 3: 'ABC', 4: 'D', 5: 'B' })
})

test('questions that nobody answers by letters are passed over', () => {
  expect(spreadKeys('AB', questions(SINGLE, ESSAY, SINGLE)).keys).toEqual({ 1: 'A', 3: 'B' })
})

test('what is pasted into a question begins there', () => {
  expect(spreadKeys('CD', eight, '7').keys).toEqual({ 7: 'C', 8: 'D' })
})

test.for([
  [{ 1: 'B', 2: 'C', 3: 'A', 4: 'D', 5: 'D', 6: 'B', 7: 'A', 8: 'C' }, 'BCADD BAC'],
  [{ 1: 'B', 3: 'A' }, 'B-A-- ---'],
  [{}, ''],
] as const)('%o is written as %j, and read from it again', ([keys, line]) => {
  expect(keysLine(eight, keys)).toBe(line)
  const read = spreadKeys(line, eight).keys
  expect(Object.fromEntries(Object.entries(read).filter(([, key]) => key !== ''))).toEqual(keys)
})

test('answers of several letters stand apart', () => {
  const mixed = questions(SINGLE, MULTIPLE, MULTIPLE)
  const keys = { 1: 'A', 2: 'BC', 3: 'AD' }
  expect(keysLine(mixed, keys)).toBe('A BC AD')
  expect(spreadKeys('A BC AD', mixed).keys).toEqual(keys)
})
