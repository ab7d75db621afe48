import { expect, test } from 'vitest'
import { linkedPapers, linkedReadings } from './linked-figures.ts'

const NONE = {
  subject_id: null,
  block_id: 7,
  marker_id: null,
  readings: '',
  papers: '',
  entry_id: '',
}

test.each([
  [NONE, null],
  [{ ...NONE, readings: 'all' }, {}],
  [
    { ...NONE, readings: 'sent_back', marker_id: 3 },
    { marker_id: 3, kind: 'sent_back' },
  ],
  [{ ...NONE, readings: 'all', block_id: null }, null],
  [{ ...NONE, readings: 'toString' }, null],
  [{ ...NONE, readings: 'all', entry_id: 'e1' }, { entry_id: 'e1' }],
])('readings of %o', (values, query) => {
  expect(linkedReadings(values)?.query ?? null).toEqual(query)
})

test.each([
  [NONE, null],
  [{ ...NONE, papers: 'held' }, null],
  [{ ...NONE, papers: 'done', marker_id: 3 }, null],
  [
    { ...NONE, papers: 'held', marker_id: 3 },
    { block_id: 7, holder_id: 3, waits_for: 'held' },
  ],
  [
    { ...NONE, papers: 'problem' },
    { block_id: 7, waits_for: 'problem' },
  ],
  [
    { ...NONE, papers: 'problem', block_id: null, subject_id: 2 },
    { subject_id: 2, waits_for: 'problem' },
  ],
])('papers of %o', (values, query) => {
  expect(linkedPapers(values)?.query ?? null).toEqual(query)
})
