import { expect, test } from 'vitest'
import { type MarkTaskView, type Paper, paperOf } from '../../marking-core/paper/paper.ts'
import { inServedPlace, movedUp } from './served-order.ts'

const task = (reading_id: number): MarkTaskView => ({
  reading_id,
  unit_id: reading_id,
  secret_code: 'ABC',
  kind: 'normal',
  points: [{ id: 1, question_no: '17', name: '(1)', full_milli: 12_000, step_milli: 1000 }],
  images: [],
  is_written: true,
  lease_until: null,
  scores: null,
  flags: [],
  flag_note: null,
  traces: null,
  reject_comment: null,
  locked_reason: null,
  submitted_at: null,
})
const papers = (ids: readonly number[]): Paper[] => ids.map((id) => paperOf(task(id), false))

test.for([
  [[1, 2, 3], [4], [1, 2, 3, 4], [1], [1, 2, 3, 4], 'what comes next is last'],
  [[1, 2, 3], [9], [1, 2, 9, 3], [1], [1, 2, 9, 3], 'one that is served in between'],
  [[1, 2, 3], [9], [9, 1, 2, 3], [1], [1, 9, 2, 3], 'the paper on the screen stays first'],
  [[1, 2, 3], [8, 9], [8, 9, 1, 2, 3], [1], [1, 8, 9, 2, 3], 'two of them in their order'],
  [[2, 3, 1], [9], [1, 2, 9, 3], [2], [2, 9, 3, 1], 'what was put off stays last'],
  [[1, 2, 3], [9], [1, 9, 2, 3], [1, 2], [1, 2, 9, 3], 'a sheet of two on the screen'],
  [[], [5, 4], [5, 4], [], [5, 4], 'nothing in hand'],
  [[1, 7], [9], [1, 9], [1], [1, 7, 9], 'a paper that the server counts no more'],
] as const)(
  '%o and %o, served as %o with %o shown → %o (%s)',
  ([queue, fresh, order, shown, to]) => {
    const placed = inServedPlace(papers(queue), papers(fresh), order, shown)
    expect(placed.map((paper) => paper.task.reading_id)).toEqual(to)
  },
)

test.for([
  [[1, 2, 3, 4], [1, 2, 3, 4], [], 'nothing moved'],
  [[1, 2, 3, 4], [1, 4, 2, 3], [4], 'one came forward'],
  [[1, 2, 3, 4], [2, 3, 4, 5], [], 'one was handed in, another came'],
  [[1, 2, 3, 4], [3, 9, 4, 2], [3, 4], 'two came forward past one'],
  [[], [2, 1], [], 'nothing was in hand'],
] as const)('of %j, served as %j now, %j came forward (%s)', ([before, order, moved]) => {
  expect(movedUp(before, order)).toEqual(moved)
})
