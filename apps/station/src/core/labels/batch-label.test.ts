import { expect, test } from 'vitest'
import type { BatchRow } from '../store/batch.store.ts'
import { describeLabel } from './batch-label.ts'

const BATCH: BatchRow = {
  id: '01JQZX4T8N5W6V7Y2AB7K3M9QZ',
  exam_id: 1,
  subject_id: 2,
  exam_name: '期中考试',
  subject_name: '数学',
  label: '数学 1 号袋',
  folder: '',
  template_sha256: '',
  state: 'open',
  problem: '',
  opened_at: '2026-11-20T01:00:00.000Z',
  closed_at: null,
  is_mixed: 0,
  twice: null,
  clearing_id: null,
  account: '',
}

const ROSTER = new Map(
  [
    ['20260101', '高一(2)班'],
    ['20260102', '高一(1)班'],
    ['20260103', '高一(2)班'],
  ].map(([exam_no, class_name]) => [
    exam_no!,
    { exam_no: exam_no!, name: '某', class_name: class_name! },
  ]),
)

test('names the classes in the order of the stack, and how many sheets of each', () => {
  const label = describeLabel(BATCH, ['20260101', null, '20260102', '20260103', '99'], ROSTER)
  expect(label).toMatchObject({
    sheets: 5,
    without_number: 1,
    classes: [
      { class_name: '高一(2)班', sheets: 2 },
      { class_name: '高一(1)班', sheets: 1 },
    ],
  })
})

test('the short code is the end of the id, and its bars are a whole Code 128', () => {
  const { code, bars, modules } = describeLabel(BATCH, [], null)
  expect(code).toBe('B7K3-M9QZ')
  // Start, nine letters, check sign: eleven modules each; the stop sign has thirteen.
  expect(modules).toBe(11 * 11 + 13)
  const last = bars.at(-1)
  expect(last && last.x + last.width).toBe(modules)
})
