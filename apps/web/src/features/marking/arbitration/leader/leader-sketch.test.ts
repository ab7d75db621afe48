import { expect, test } from 'vitest'
import { padOf, sketchOf, sketchOfQuestions } from './leader-sketch.ts'
import type { LeaderTaskView } from './leader-task.ts'

const point = (id: number, question_no: string) => ({
  id,
  question_no,
  name: question_no,
  full_milli: 10_000,
  step_milli: 500,
})
/** Of 21, 22 and 23 two are answered; 22 has two points. */
const TASK = {
  points: [point(210, '21'), point(220, '22'), point(221, '22'), point(230, '23')],
  choices: [
    { no: '21', question_id: 21 },
    { no: '22', question_id: 22 },
    { no: '23', question_id: 23 },
  ],
  chosen: [21, 22],
  draft: [],
  is_deductive: false,
} as unknown as LeaderTaskView

/** 21 has 4, the first point of 22 has 3, and 2 is typed for the second. */
const BEGUN = padOf(
  TASK,
  [21, 22],
  {
    entry: { ...sketchOf(TASK, [21, 22]).entry, scores: [4000, 3000, null], at: 2, buffer: '2' },
    marks: [],
  },
  { flags: [], flagNote: '' },
)

test.for([
  [[22, 23], [3000, null, null], 1, '2', 'what stays is given, or typed'],
  [[21, 23], [4000, null], 1, '', 'what is typed for a question that goes is gone'],
  [[21], [4000], 0, '', 'one of two'],
  [[], [], 0, '', 'none of them'],
] as [number[], (number | null)[], number, string, string][])(
  'said to answer %j: %j, at %s typed %j (%s)',
  ([questionIds, scores, at, buffer]) => {
    const { entry } = sketchOfQuestions(TASK, BEGUN, questionIds)
    expect({ scores: entry.scores, at: entry.at, buffer: entry.buffer }).toEqual({
      scores,
      at,
      buffer,
    })
  },
)
