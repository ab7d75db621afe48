import type { FieldState } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import type { ScoreColumn } from './decide-score.ts'
import { scoreOf } from './decide-score.ts'

const cells = { tens: ['10', '20'], units: [...'0123456789'], half: ['0.5'] }

/** A column with marks, `?` after them where it was settled with a doubt. */
function column(place: keyof typeof cells, marks: string, state?: FieldState): ScoreColumn {
  const values = marks.replace('?', '').split(' ').filter(Boolean)
  return {
    state: state ?? (values.length === 0 ? 'blank' : 'clear'),
    values,
    confidence: 0.99,
    doubtful: marks.endsWith('?'),
    bubbles: cells[place].map((value) => ({ value })),
  }
}

/** Marks of the tens, units and half columns. */
const bar = (tens: string, units: string, half: string) => [
  column('tens', tens),
  column('units', units),
  column('half', half),
]

test.for([
  ['20', '7', '0.5', '27.5', 'all three columns'],
  ['20', '', '', '20', 'a column without a mark adds nothing'],
  ['', '7', '', '7', 'units alone'],
  ['', '', '0.5', '0.5', 'the half alone'],
  ['', '0', '', '0', 'zero is a mark of its own'],
  ['10', '0', '', '10', 'ten and zero'],
] as const)('a bar marked %s, %s and %s says %s (%s)', ([tens, units, half, score]) => {
  const decision = scoreOf(bar(tens, units, half), 30_000)
  expect(decision).toMatchObject({ state: 'clear', values: [score], doubtful: false, reason: '' })
  expect(decision.confidence).toBeCloseTo(0.99 ** 3)
})

test('a bar without any mark is doubtful, not zero', () => {
  expect(scoreOf(bar('', '', ''), 30_000)).toMatchObject({
    state: 'blank',
    values: [],
    doubtful: true,
    reason: '得分栏没有填涂，请确认得分',
  })
})

test('a sum above the full mark is doubtful', () => {
  const decision = scoreOf(bar('10', '3', ''), 12_000)
  expect(decision).toMatchObject({ values: ['13'], doubtful: true, confidence: 0 })
  expect(decision.reason).toBe('得分栏合计 13 分，超过满分 12 分，请确认')
  expect(scoreOf(bar('10', '2', ''), 12_000).doubtful).toBe(false)
  expect(scoreOf(bar('10', '3', ''), undefined).doubtful).toBe(false)
})

test('two marks in one column are a doubt without a value, and the column is named', () => {
  const columns = [column('tens', '10'), column('units', '3 7?', 'multi'), column('half', '')]
  const decision = scoreOf(columns, 30_000)
  expect(decision).toMatchObject({ state: 'multi', values: [], doubtful: true, confidence: 0 })
  expect(decision.reason).toBe('得分栏个位涂了不止一格，请看图确认得分')
})

test('of several doubts the gravest gives the state, and all are named', () => {
  const columns = [column('tens', '10?', 'faint'), column('units', '?', 'box_error')]
  const decision = scoreOf(columns, undefined)
  expect(decision.state).toBe('box_error')
  expect(decision.reason).toBe('得分栏十位涂得不清楚，个位没有对准，请看图确认得分')
})
