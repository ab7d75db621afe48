import { beforeEach, expect, test, vi } from 'vitest'
import { keepPad, keptPad } from './kept-pad.ts'
import type { LeaderTaskView } from './leader-task.ts'

const taskOf = (points: number, choices: { no: string; question_id: number }[] = []) =>
  ({
    unit_id: 7,
    points: Array.from({ length: points }, (_, at) => ({ question_no: at === 0 ? '32' : '33' })),
    choices,
  }) as unknown as LeaderTaskView
const pad = {
  questionIds: [],
  scores: [3000, null],
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
  const chosen = { ...pad, questionIds: [33], scores: [5000] }
  keepPad('problem', 7, chosen)
  expect(keptPad('problem', taskOf(2, [{ no: '33', question_id: 33 }]))).toEqual(chosen)
  expect(keptPad('problem', taskOf(2, [{ no: '32', question_id: 32 }]))).toBeNull()
})
