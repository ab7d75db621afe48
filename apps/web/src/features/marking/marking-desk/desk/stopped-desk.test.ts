import { expect, test } from 'vitest'
import { setScore, typeKey } from '../../marking-core/entry/score-entry.ts'
import { givenSoFar } from '../../marking-core/queue/refused-mark.ts'
import { type MarkTaskView, type Paper, paperOf } from '../../marking-core/paper/paper.ts'
import { goneBack, isStopped, keptOnServer, lostFrom, recalled } from './stopped-desk.ts'

const task = (reading_id: number, kind: MarkTaskView['kind'] = 'normal'): MarkTaskView => ({
  reading_id,
  unit_id: reading_id,
  secret_code: `CODE${reading_id}`,
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

test.for([
  ['warned', true],
  ['suspended', true],
  ['paused', false],
  ['empty', false],
  [null, false],
] as const)('a desk without papers because of %s is stopped: %o', ([reason, stopped]) => {
  expect(isStopped(reason)).toBe(stopped)
})

test('what is no longer in hand leaves the desk, and what was begun on it is named', () => {
  const scored = paper(2, ({ entry }) => ({ entry: setScore(entry, 0, 3000) }))
  const typed = paper(3, ({ entry, rules }) => ({ entry: typeKey(entry, '1', rules) }))
  const sentBack = paperOf(task(4, 'rejected'), false)
  const { gone, left, told } = goneBack(5, [paper(1), scored, typed, sentBack], [sentBack.task])
  expect(gone.map((one) => one.task.reading_id)).toEqual([1, 2, 3])
  expect(left).toEqual([sentBack])
  expect(told.map((one) => [one.secretCode, givenSoFar(one)])).toEqual([
    ['CODE2', '（您给了 3 分）'],
    ['CODE3', '（输入了「1」还没有确认）'],
  ])
})

test('papers leave the desk that are in other hands, those that had come back as well, and none that has just come', () => {
  const [held, recalledOne, given, fresh] = [paper(1), paper(2), paper(3), paper(5)]
  const sentBack = paperOf(task(4, 'rejected'), false)
  const lost = lostFrom([held, recalledOne, given, sentBack, fresh], {
    before: new Set([1, 2, 3, 4]),
    held: new Set([1]),
    isOnItsWay: (id) => id === 3,
  })
  expect(lost).toEqual([recalledOne, sentBack])
})

test('scores that the server keeps are shown once, and not beside themselves', () => {
  const row = (reading_id: number) => ({
    reading_id,
    secret_code: `CODE${reading_id}`,
    total_milli: 8000,
    images: [],
  })
  const refused = {
    key: 'a key',
    secretCode: 'CODE1',
    message: '没有计入',
    totalMilli: 8000,
    blockId: 5,
    readingId: 1,
    parts: [],
  }
  const kept = keptOnServer(5, [row(1), row(2), row(3)], [refused], new Set([3]))
  expect(kept.map(({ secretCode, totalMilli }) => [secretCode, totalMilli])).toEqual([
    ['CODE2', 8000],
  ])
})

test('of recalled papers those that were begun are named, with what was given and what became of it', () => {
  const begun = paper(2, ({ entry }) => ({ entry: setScore(entry, 0, 3000) }))
  expect(recalled(9, [paper(1), begun])).toEqual([
    expect.objectContaining({
      readingId: 2,
      totalMilli: 3000,
      message: expect.stringContaining('没有计入'),
    }),
  ])
})
