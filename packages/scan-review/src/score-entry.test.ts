import { describe, expect, test } from 'vitest'
import {
  acceptText,
  addHalf,
  asPart,
  eraseKey,
  NO_DRAFT,
  padMarks,
  proposedDraft,
  sumCheck,
  typeKey,
} from './score-entry.ts'

const halves = Array.from({ length: 25 }, (_, index) => index * 500)
const score = {
  block_name: '第13题',
  full_milli: 12_000,
  legal_milli: halves,
  entry: 'bars' as const,
  read_milli: null as number | null,
  places: [],
  answer_milli: null as number | null,
  strip_url: null,
  strip_box: null,
  total: null,
}

test.for([
  ['7.5 read, nothing typed', { read_milli: 7500 }, '7.5'],
  ['more than the block is worth is no proposal', { read_milli: 27_000 }, ''],
  ['nothing read', {}, ''],
  [
    'what a person typed stands before what was read',
    { read_milli: 7500, answer_milli: 8000 },
    '8',
  ],
] as const)('%s', ([, given, text]) => {
  expect(proposedDraft({ ...score, ...given }).text).toBe(text)
})

describe('typing', () => {
  const type = (keys: string, from = NO_DRAFT, isFresh = true) =>
    [...keys].reduce((draft, key, at) => typeKey(score, draft, key, isFresh && at === 0), from)

  test.for([
    ['8', 8000, 'a mark that may go on with a half is one already'],
    ['8;', 8500, 'a semicolon is half a point'],
    ['8.5', 8500, 'so is the half written out'],
    ['12', 12_000, 'two digits'],
    ['13', 1000, 'a key after which no mark of the block stands is refused'],
    ['.', 500, 'a point alone can only mean the half'],
  ] as const)('%s gives %s: %s', ([keys, milli]) => {
    expect(type(keys).milli).toBe(milli)
  })

  test('the first key replaces the proposal, the next goes on', () => {
    const proposal = proposedDraft({ ...score, read_milli: 7500 })
    expect(type('1', proposal).text).toBe('1')
    expect(type('11', proposal).milli).toBe(11_000)
    expect(type('x', proposal)).toEqual(proposal)
  })

  test('taking characters back ends in nothing', () => {
    const once = eraseKey(score, type('12'))
    expect([once.text, once.milli]).toEqual(['1', 1000])
    expect(eraseKey(score, once)).toEqual(NO_DRAFT)
  })
})

test('a long pad shows whole points, and half a point more is one press away', () => {
  expect(padMarks(score)).toEqual(halves.filter((mark) => mark % 1000 === 0))
  expect(padMarks({ ...score, legal_milli: [0, 500, 1000] })).toEqual([0, 500, 1000])
  expect(addHalf(score, { text: '11', milli: 11_000 })?.text).toBe('11.5')
  expect(addHalf(score, { text: '12', milli: 12_000 })).toBeNull()
})

test.for([
  [null, false, '没有读出得分，满分 12 分'],
  [7500, true, '各栏合计 7.5 分，满分 12 分'],
  [27_000, false, '各栏合计 27 分，超过满分 12 分'],
  [7250, false, '各栏合计 7.25 分，这个题块没有这样的得分'],
] as const)('a bar read as %s is judged against the block', ([read_milli, isGood, text]) => {
  expect(sumCheck({ ...score, read_milli })).toEqual({ isGood, text })
})

describe('a written total', () => {
  const part = (target: string, counted_milli: number | null) => ({
    target,
    block_name: target,
    full_milli: 12_000,
    legal_milli: halves,
    counted_milli,
  })
  const total = {
    ...score,
    block_name: '各题总分',
    full_milli: 24_000,
    legal_milli: Array.from({ length: 49 }, (_, index) => index * 500),
    read_milli: 20_000,
    total: { sum_milli: 19_500, parts: [part('score:1', 12_000), part('score:2', 7500)] },
  }

  test('begins with the sum of the marks, beside what was written', () => {
    expect(proposedDraft(total)).toEqual({ text: '19.5', milli: 19_500 })
    expect(sumCheck(total)).toEqual({ isGood: false, text: '卷面总分 20，各题合计 19.5' })
    expect(acceptText(total, 19_500)).toBe('总分写错，按各题合计 19.5 分')
    expect(acceptText(total, 18_000)).toBe('总分记为 18 分（仍不一致）')
  })

  test('one of its marks is corrected as the mark of a block is', () => {
    const second = asPart(total, total.total.parts[1] ?? part('', null))
    expect(proposedDraft(second)).toEqual({ text: '7.5', milli: 7500 })
    expect(acceptText(second, 8000)).toBe('确认 8 分')
    expect(sumCheck(second).isGood).toBe(true)
  })
})
