import { expect, test } from 'vitest'
import { practiceOf, strengthsOf, type WeighedQuestion } from './parent-points.ts'

const question = (
  no: string,
  outcome: WeighedQuestion['outcome'],
  classRate: number | null,
): WeighedQuestion => ({ no, outcome, classRate })

const SUBJECTS = [
  {
    name: '语文',
    questions: [
      question('1', 'right', 0.9),
      question('2', 'wrong', 0.8),
      question('3', 'part', 0.7),
      question('4', null, 0.5),
    ],
  },
  {
    name: '数学',
    questions: [
      question('1', 'right', 0.3),
      question('2', 'right', 0.2),
      question('3', 'wrong', 0.1),
    ],
  },
  { name: '英语', questions: [question('1', 'right', 0.5), question('2', 'wrong', 0.95)] },
  { name: '物理', questions: [] },
]

test('strengths: what few others had, the hardest first, by the subject with the larger share', () => {
  expect(strengthsOf(SUBJECTS)).toEqual([
    { subject: '数学', numbers: ['2', '1'], isUnusual: true },
    { subject: '英语', numbers: ['1'], isUnusual: true },
  ])
})

test('practice: what most others had comes before what nobody had', () => {
  expect(practiceOf(SUBJECTS)).toEqual([
    { subject: '语文', numbers: ['2', '3'], isUnusual: true },
    { subject: '英语', numbers: ['2'], isUnusual: true },
  ])
})

test('everything right leaves nothing to practise, and is a strength all the same', () => {
  const all = [{ name: '语文', questions: [question('1', 'right', 0.9)] }]
  expect(practiceOf(all)).toEqual([])
  expect(strengthsOf(all)).toEqual([{ subject: '语文', numbers: ['1'], isUnusual: false }])
})
