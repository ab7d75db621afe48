import { expect, test } from 'vitest'
import { type BalanceEvent, bodyBefore } from './undo-balance.ts'

const row = (marker_id: number, duty: string, quota: number | null) => ({
  marker_id,
  name: `教师${marker_id}`,
  duty,
  quota,
  weight: 1,
  allow_exceed: 0,
  suspended: 0,
  may_mark: 1,
  seed_state: 'ok',
  base: 0,
  target: quota,
  done: 10,
  third_done: 0,
  claimed: 2,
  claimed_base: 2,
  rejected: 0,
})

const event: BalanceEvent = {
  event_id: 1,
  kind: 'balance',
  by_name: null,
  at: '2026-11-20T08:00:00.000Z',
  reason: '',
  moved: 26,
  alloc_mode: 2,
  quotas_are_weights: 0,
  markers: [
    { marker_id: 1, name: '教师1', quota_before: null, target_before: 30, target_after: 56 },
    { marker_id: 2, name: '教师2', quota_before: null, target_before: 30, target_after: 4 },
  ],
}

test('undone, everybody has the quota of before, who came since keeps theirs, leaders stay', () => {
  const body = bodyBefore(
    {
      stamp: 'as-read',
      exam_id: 1,
      block_id: 7,
      block_name: '第17题',
      exam_name: '期中考试',
      subject_name: '数学',
      alloc_mode: 3,
      quotas_are_weights: 0,
      units: 60,
      readings: 60,
      markers_needed: 1,
      list: [
        row(1, 'marker', 56),
        row(2, 'marker', 4),
        row(3, 'marker', 12),
        row(9, 'leader', null),
      ],
      problems: [],
      mark_scope: 'mixed',
      parts: null,
      school_gaps: [],
    },
    event,
  )
  expect(body).toEqual({
    block_id: 7,
    stamp: 'as-read',
    alloc_mode: 2,
    quotas_are_weights: 0,
    markers: [
      { marker_id: 1, duty: 'marker', quota: null },
      { marker_id: 2, duty: 'marker', quota: null },
      { marker_id: 3, duty: 'marker', quota: 12 },
      { marker_id: 9, duty: 'leader' },
    ],
  })
})
