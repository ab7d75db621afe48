import { expect, test } from 'vitest'
import { emptySample, sampleQuery } from './sample.ts'

test.for([
  [{}, { block_id: 5, kind: 'random', percent: 5 }],
  [{ percent: 30 }, { block_id: 5, kind: 'random', percent: 30 }],
  [
    { kind: 'fast', percent: 30 },
    { block_id: 5, kind: 'fast' },
  ],
  [
    { kind: 'mixed', percent: 20 },
    { block_id: 5, kind: 'mixed', percent: 20 },
  ],
  [
    { kind: 'mixed', line: '90' },
    { block_id: 5, kind: 'mixed', percent: 5, line_milli: 90_000, window_milli: 3000 },
  ],
  [{ kind: 'mixed', line: '九十' }, null],
  [{ from: '2026-11-20T10:00', to: '2026-11-20T09:59' }, null],
  [
    { markerId: 3, kind: 'zero' },
    { block_id: 5, kind: 'zero', marker_id: 3 },
  ],
  [
    { kind: 'band', low: '2', high: '' },
    { block_id: 5, kind: 'band', low_milli: 2000 },
  ],
  [
    { kind: 'second_reader', percent: 30, gap: '2' },
    { block_id: 5, kind: 'second_reader' },
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

test('a time is asked for in the hours of this place, to the end of the last minute', () => {
  const query = sampleQuery(5, {
    ...emptySample,
    kind: 'zero',
    from: '2026-11-20T08:00',
    to: '2026-11-20T09:30',
  })
  expect(query).toEqual({
    block_id: 5,
    kind: 'zero',
    submitted_from: new Date(2026, 10, 20, 8, 0).toISOString(),
    submitted_to: new Date(2026, 10, 20, 9, 30, 59, 999).toISOString(),
  })
  expect(
    sampleQuery(5, { ...emptySample, kind: 'zero', from: '2026-11-20T08:00' }),
  ).not.toHaveProperty('submitted_to')
})
