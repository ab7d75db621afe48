import type { Annotation } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { clearPoint, emptyEntry, setScore, typeKey } from '../entry/score-entry.ts'
import {
  givenText,
  isChanged,
  noteOf,
  type MarkTaskView,
  type Paper,
  paperOf,
  redone,
  signed,
  stampsApart,
  totalOfTask,
  undone,
  worked,
} from './paper.ts'
import { pressedOf } from '../../marking-messages/rubric/pressed-of.ts'

const task: MarkTaskView = {
  reading_id: 1,
  unit_id: 1,
  secret_code: 'ABC',
  kind: 'normal',
  points: ['(1)', '(2)'].map((name, id) => ({
    id,
    question_no: '17',
    name,
    full_milli: 4000,
    step_milli: 1000,
  })),
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
}
const stamp = (milli: number, point: number): Annotation => ({
  kind: 'stamp',
  part: 0,
  x: 0,
  y: 0,
  milli,
  point,
})
const must = (paper: Paper | null): Paper => {
  if (!paper) throw new Error('refused')
  return paper
}
const scored = (paper: Paper, index: number, milli: number) =>
  worked(paper, { entry: setScore(paper.entry, index, milli), marks: paper.marks })

test('scores and signs are taken back and done again in one order', () => {
  const fresh = paperOf(task, false)
  const one = scored(fresh, 0, 3000)
  const two = must(signed(one, [{ kind: 'tick', part: 0, x: 5, y: 6 }]))
  const back = must(undone(two))
  expect([back.entry.scores, back.marks]).toEqual([[3000, null], []])
  const start = must(undone(back))
  expect([start.entry.scores, undone(start)]).toEqual([[null, null], null])
  const again = must(redone(must(redone(start))))
  expect([again.entry.scores, again.marks]).toEqual([two.entry.scores, two.marks])
  expect(redone(again)).toBeNull()
})

test('undo takes back first what is typed and not closed', () => {
  const wide = paperOf(
    { ...task, points: task.points.map((point) => ({ ...point, full_milli: 12_000 })) },
    false,
  )
  const given = scored(wide, 0, 3000)
  const typed = worked(given, { entry: typeKey(given.entry, '1', wide.rules), marks: given.marks })
  expect(typed.entry.buffer).toBe('1')
  const back = must(undone(typed))
  expect([back.entry.buffer, back.entry.scores]).toEqual(['', [3000, null]])
  expect(must(undone(back)).entry.scores).toEqual([null, null])
})

test('what changes nothing is no step for undo', () => {
  const fresh = paperOf(task, false)
  const given = scored(fresh, 0, 3000)
  const clear = (paper: Paper) =>
    worked(paper, { entry: emptyEntry(paper.rules), marks: paper.marks })
  expect(undone(clear(fresh))).toBeNull()
  expect(
    undone(worked(fresh, { entry: clearPoint(fresh.entry, fresh.rules), marks: fresh.marks })),
  ).toBeNull()
  expect(must(undone(scored(given, 0, 3000))).entry.scores).toEqual([null, null])
  expect(must(undone(clear(given))).entry.scores).toEqual([3000, null])
})

test('after something new nothing is left to be done again', () => {
  const back = must(undone(scored(paperOf(task, false), 0, 3000)))
  expect(redone(scored(back, 0, 2000))).toBeNull()
})

test('stamps give their point what they add up to, and erasing the last one leaves it without', () => {
  const two = must(signed(paperOf(task, false), [stamp(2000, 1)]))
  expect(two.entry.scores).toEqual([null, 2000])
  const three = must(signed(two, [...two.marks, stamp(1000, 1)]))
  expect(three.entry.scores).toEqual([null, 3000])
  expect(signed(three, [...three.marks, stamp(2000, 1)])).toBeNull()
  expect(must(signed(three, [])).entry.scores).toEqual([null, null])
})

test('taking points away begins at full marks', () => {
  const one = must(signed(paperOf(task, true), [stamp(-1000, 0)]))
  expect(one.entry.scores).toEqual([3000, 4000])
  expect(must(signed(one, [])).entry.scores).toEqual([4000, 4000])
})

test('a digit that is typed and not closed is a change of what was handed in', () => {
  const twelve = { ...task.points[0]!, full_milli: 12_000 }
  const paper = paperOf({ ...task, points: [twelve], kind: 'backmark', scores: [4000] }, false)
  const typed = { ...paper, entry: typeKey(paper.entry, '1', paper.rules) }
  expect([typed.entry.buffer, typed.entry.scores]).toEqual(['1', [4000]])
  expect([isChanged(paper, []), isChanged(typed, [])]).toEqual([false, true])
})

test('a note is a change while there is a flag beside which it stands', () => {
  const given = { ...task, kind: 'backmark' as const, scores: [1000, 1000] }
  const paper = paperOf({ ...given, flags: ['typical'], flag_note: '步骤完整' }, false)
  expect([paper.flagNote, isChanged(paper, ['typical'])]).toEqual(['步骤完整', false])
  expect(isChanged({ ...paper, flagNote: '步骤完整 ' }, ['typical'])).toBe(false)
  expect(isChanged({ ...paper, flagNote: '少一步' }, ['typical'])).toBe(true)
  const bare = { ...paperOf(given, false), flagNote: '没有标记' }
  expect(isChanged(bare, [])).toBe(false)
  expect(noteOf(bare, [])).toBe('')
})

test.for(['rejected', 'taken_back'] as const)('a paper that was %s is scored anew', (kind) => {
  const paper = paperOf({ ...task, kind, scores: [1000, 1000] }, false)
  expect([paper.given, paper.entry.scores]).toEqual([null, [null, null]])
})

test('another sign on a paper that was handed in is a change', () => {
  const paper = paperOf({ ...task, kind: 'backmark', scores: [1000, 1000] }, false)
  expect(isChanged(paper, [])).toBe(false)
  expect(isChanged(must(signed(paper, [{ kind: 'cross', part: 0, x: 1, y: 1 }])), [])).toBe(true)
})

const entries = [
  {
    entry_id: 'formula',
    point_id: 0,
    point_name: '(1)',
    text: '公式正确',
    milli: 3000,
  },
]

test('a paper shows the entries that it was given by, in the words of then, until it is changed', () => {
  const then = [{ entry_id: 'formula', point_name: '(1)', text: '写出公式', milli: 3000 }]
  const given = paperOf({ ...task, kind: 'backmark', scores: [3000, 4000], pressed: then }, false)
  expect(pressedOf(given, entries)).toEqual(then)
  expect(isChanged(given, given.flags)).toBe(false)
  const typed = { ...given, entry: setScore(given.entry, 1, 2000) }
  expect(pressedOf(typed, entries)).toEqual(entries)
  expect(pressedOf({ ...given, entry: setScore(given.entry, 0, 2000) }, entries)).toEqual([])
  // The same score for another reason is a change.
  const other = { ...given, entry: { ...given.entry, pressed: [] } }
  expect([isChanged(other, other.flags), pressedOf(other, entries)]).toEqual([true, []])
})

test('of optional questions that are all marked, a paper is worth its best ones', () => {
  const [first, second] = task.points
  if (!first || !second) throw new Error('the task has two points')
  const points = [
    { ...first, question_no: '17' },
    { ...second, question_no: '18' },
  ]
  expect(totalOfTask({ ...task, points, scores: [3000, 2000] }, 1)).toBe(3000)
  expect(totalOfTask({ ...task, points, scores: [3000, 2000] }, null)).toBe(5000)
  expect(totalOfTask(task, 1)).toBeNull()
})

test.for([
  [[3000, 2000], '（您原来给了 5 分：(1) 3、(2) 2）', 'point by point'],
  [[8000], '（您原来给了 8 分）', 'only the total is known'],
  [null, '', 'nothing'],
] as const)('of %o a paper that comes again says %s (%s)', ([scores, text]) => {
  expect(givenText({ ...task, scores: scores && [...scores] }, null)).toBe(text)
})

test('a score that was typed over stamps is told from what the stamps add up to', () => {
  const stamped = must(signed(paperOf(task, false), [stamp(2000, 0), stamp(1000, 0)]))
  expect(stampsApart(stamped)).toBeNull()
  expect(stampsApart(scored(stamped, 0, 1000))).toContain('「(1)」按印章应为 3 分，给的是 1 分')
  // Points without stamps are given as anybody likes.
  expect(stampsApart(scored(stamped, 1, 2000))).toBeNull()
  const deducted = must(signed(paperOf(task, true), [stamp(-1000, 1)]))
  expect(stampsApart(deducted)).toBeNull()
  expect(stampsApart(scored(deducted, 1, 4000))).toContain('「(2)」按印章应为 3 分，给的是 4 分')
})
