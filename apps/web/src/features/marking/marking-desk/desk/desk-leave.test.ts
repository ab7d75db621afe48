import { expect, test } from 'vitest'
import { setScore, typeKey } from '../../marking-core/entry/score-entry.ts'
import { leftBehind } from './desk-leave.ts'
import { type MarkTaskView, type Paper, paperOf } from '../../marking-core/paper/paper.ts'

const task = (reading_id: number, kind: MarkTaskView['kind'] = 'normal'): MarkTaskView => ({
  reading_id,
  unit_id: reading_id,
  secret_code: 'ABC',
  kind,
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
const paper = (id: number, change: (one: Paper) => Partial<Paper> = () => ({})): Paper => {
  const one = paperOf(task(id), false)
  return { ...one, ...change(one) }
}
const scored = ({ entry }: Paper) => ({ entry: setScore(entry, 0, 3000) })
const typed = ({ entry, rules }: Paper) => ({ entry: typeKey(entry, '1', rules) })
const flagged = () => ({ flags: ['doubtful'] })
const signed = (): Partial<Paper> => ({ marks: [{ kind: 'tick', part: 0, x: 0, y: 0 }] })

test.for([
  [[paper(1), paper(2), paper(3)], null, [1, 2, 3], 'for another page, all go back'],
  [[paper(1), paper(2), paper(3)], 1, [2, 3], 'for a reload, the paper in hand stays'],
  [[paper(1), paper(2, scored), paper(3)], 1, [3], 'what has a score stays'],
  [[paper(1, typed), paper(2)], null, [2], 'what has half a score stays'],
  [[paper(1, flagged), paper(2, signed)], null, [], 'what has a flag or a sign stays'],
  [[paperOf(task(1, 'rejected'), false), paper(2)], null, [2], 'what was sent back stays'],
  [[paperOf(task(1, 'taken_back'), false), paper(2)], null, [2], 'what was taken back stays'],
  [[paperOf(task(1), true)], null, [1], 'points that are taken away begin with the full mark'],
] as const)('%#: $3', ([queue, kept, returned]) => {
  expect(leftBehind(queue, kept).map(({ task: { reading_id } }) => reading_id)).toEqual(returned)
})
