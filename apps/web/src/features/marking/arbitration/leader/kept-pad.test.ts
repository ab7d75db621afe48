import { beforeEach, expect, test, vi } from 'vitest'
import { keepPad, keptPad } from './kept-pad.ts'
import { sketchOnPad } from './leader-sketch.ts'
import type { LeaderTaskView } from './leader-task.ts'

const taskOf = (points: number, choices: { no: string; question_id: number }[] = []) =>
  ({
    unit_id: 7,
    points: Array.from({ length: points }, (_, at) => ({
      id: 320 + at,
      question_no: at === 0 ? '32' : '33',
    })),
    choices,
    chosen: [],
    draft: [],
  }) as unknown as LeaderTaskView
const pad = {
  questionIds: [],
  taken: [],
  pointIds: [320, 321],
  scores: [3000, null],
  at: 0,
  buffer: '',
  pressed: ['formula'],
  marks: [],
  flags: ['typical'],
  flagNote: '',
}

beforeEach(() => {
  const kept = new Map([['examination_userId', '7']])
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
})

test('a pad is found again on its paper in its mode, and is gone once it is forgotten', () => {
  keepPad('arbitration', 7, pad)
  expect(keptPad('arbitration', taskOf(2))).toEqual(pad)
  expect(keptPad('problem', taskOf(2))).toBeNull()
  keepPad('arbitration', 7, null)
  expect(keptPad('arbitration', taskOf(2))).toBeNull()
})

test('scores for other points, or of a question that is no choice any more, are no scores', () => {
  keepPad('arbitration', 7, pad)
  expect(keptPad('arbitration', taskOf(3))).toBeNull()
  const chosen = { ...pad, questionIds: [33], pointIds: [321], scores: [5000] }
  keepPad('problem', 7, chosen)
  expect(keptPad('problem', taskOf(2, [{ no: '33', question_id: 33 }]))).toEqual(chosen)
  expect(keptPad('problem', taskOf(2, [{ no: '32', question_id: 32 }]))).toBeNull()
})

test('of a paper that is found to answer other questions meanwhile, the scores of those that stay are kept', () => {
  const choices = [
    { no: '32', question_id: 32 },
    { no: '33', question_id: 33 },
  ]
  const both = { ...pad, questionIds: [32, 33], taken: [32, 33], scores: [3000, 4000] }
  keepPad('problem', 7, both)
  expect(keptPad('problem', { ...taskOf(2, choices), chosen: [33] })).toEqual({
    ...both,
    questionIds: [33],
    taken: [33],
    pointIds: [321],
    scores: [4000],
  })
  // An arbitrator is shown the points of the questions that are marked, and nothing to choose.
  keepPad('arbitration', 7, { ...pad, pointIds: [320, 319], scores: [3000, 4000] })
  expect(keptPad('arbitration', taskOf(2))).toMatchObject({
    pointIds: [320, 321],
    scores: [3000, null],
  })
})

test('what is typed for a point and not closed stays with its point', () => {
  const typed = { ...pad, at: 1, buffer: '1' }
  keepPad('arbitration', 7, typed)
  const kept = keptPad('arbitration', taskOf(2))
  const { entry } = sketchOnPad(taskOf(2), kept ?? pad)
  expect([entry.scores, entry.at, entry.buffer]).toEqual([[3000, null], 1, '1'])
  // Its point is another one by now, or none.
  keepPad('arbitration', 7, { ...typed, pointIds: [319, 320] })
  expect(keptPad('arbitration', taskOf(2))).toMatchObject({ at: 0, buffer: '1' })
  keepPad('arbitration', 7, { ...typed, pointIds: [320, 319] })
  expect(keptPad('arbitration', taskOf(2))).toMatchObject({ at: 0, buffer: '' })
})
