import { expect, test } from 'vitest'
import { usualExam } from './usual-exam.ts'

const exam = (exam_id: number, status: number, published = false) => ({
  exam_id,
  published,
  subjects: [{ status }],
})
const empty = { exam_id: 9, published: false, subjects: [] }

test.for([
  [
    'one that is marked comes before a newer empty one',
    [empty, exam(2, 3), exam(1, 6, true)],
    null,
    2,
  ],
  ['of two that are marked the one chosen last', [exam(3, 3), exam(2, 3)], 2, 2],
  ['the marked one before another chosen last', [exam(3, 1), exam(2, 3)], 3, 2],
  ['none is marked: the one chosen last', [exam(3, 1), exam(2, 6, true)], 2, 2],
  ['nothing was chosen: the newest that is not released', [exam(3, 6, true), exam(2, 1)], null, 2],
  ['all are released: the newest', [exam(3, 6, true), exam(2, 6, true)], null, 3],
  ['the one chosen last is gone', [exam(3, 1)], 77, 3],
  ['there is none', [], null, null],
] as const)('usual exam: %s', ([, exams, last, expected]) => {
  expect(usualExam(exams, last)).toBe(expected)
})
