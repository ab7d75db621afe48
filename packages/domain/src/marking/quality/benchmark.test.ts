import { expect, test } from 'vitest'
import { type DefinitiveQuestion, definitiveStep } from './benchmark.ts'

const question: DefinitiveQuestion = {
  leaderId: 'li',
  scores: [3000, 2000],
  markedBy: ['li', 'wu'],
  leaders: ['li', 'wu'],
  proposal: null,
  isAlone: false,
}
const refused = (code: string) => ({ kind: 'refused', code, facts: {} })

test.for([
  [{}, { kind: 'proposed' }, 'the first of two proposes'],
  [
    { proposal: { by: 'wu', scores: [3000, 2000] } },
    { kind: 'agreed', isAlone: false },
    'the other gives the same',
  ],
  [{ proposal: { by: 'wu', scores: [2000, 3000] } }, { kind: 'proposed' }, 'other points'],
  [{ proposal: { by: 'li', scores: [3000, 2000] } }, { kind: 'proposed' }, 'nobody agrees alone'],
  [{ markedBy: ['wu', 'he'] }, refused('MARKING_BENCHMARK_MARK_FIRST'), 'not marked it'],
  [{ markedBy: ['li'] }, refused('MARKING_BENCHMARK_TWO_LEADERS'), 'one mark is not enough'],
  [
    { markedBy: ['li'], isAlone: true },
    refused('MARKING_BENCHMARK_TWO_LEADERS'),
    'there is another leader',
  ],
  [
    { markedBy: ['li'], leaders: ['li'] },
    refused('MARKING_BENCHMARK_TWO_LEADERS'),
    'alone has to be said',
  ],
  [
    { markedBy: ['li'], leaders: ['li'], isAlone: true },
    { kind: 'agreed', isAlone: true },
    'the only leader',
  ],
] as const)('%o gives %o (%s)', ([over, step]) => {
  expect(definitiveStep({ ...question, ...over })).toEqual(step)
})
