import { expect, test } from 'vitest'
import { emptySample, sampleQuery } from './sample.ts'
import { parseMilli } from './score-text.ts'

test.for([
  ['7', 7000],
  ['7.5', 7500],
  ['0', 0],
  ['7.125', 7125],
  ['', null],
  ['七', null],
  ['-1', null],
  ['1e3', null],
  ['7.1234', null],
] as const)('“%s” typed is %o thousandths', ([text, milli]) => {
  expect(parseMilli(text)).toBe(milli)
})

test.for([
  [{}, { block_id: 5, kind: 'random' }],
  [
    { markerId: 3, kind: 'zero' },
    { block_id: 5, kind: 'zero', marker_id: 3 },
  ],
  [
    { kind: 'band', low: '2', high: '' },
    { block_id: 5, kind: 'band', low_milli: 2000 },
  ],
  [{ kind: 'band', low: 'x' }, null],
  [{ kind: 'near_line', line: '' }, null],
  [
    { kind: 'near_line', line: '90', window: '2.5' },
    { block_id: 5, kind: 'near_line', line_milli: 90_000, window_milli: 2500 },
  ],
] as const)('the sample %o asks for %o', ([form, query]) => {
  expect(sampleQuery(5, { ...emptySample, ...form })).toEqual(query)
})
