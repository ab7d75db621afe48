import { expect, test } from 'vitest'
import { linkedReadings } from './linked-figures.ts'

const NONE = { block_id: 7, marker_id: null, readings: '' }

test.each([
  [NONE, null],
  [{ ...NONE, readings: 'all' }, {}],
  [
    { ...NONE, readings: 'sent_back', marker_id: 3 },
    { marker_id: 3, kind: 'sent_back' },
  ],
  [{ ...NONE, readings: 'all', block_id: null }, null],
  [{ ...NONE, readings: 'toString' }, null],
])('readings of %o', (values, query) => {
  expect(linkedReadings(values)?.query ?? null).toEqual(query)
})
