import { expect, test } from 'vitest'
import { emptyEntry, setScore } from '../../marking-core/entry/score-entry.ts'
import { zeroHint } from './zero-hint.ts'

const rules = {
  points: [{ name: '(1)', fullMilli: 4000, stepMilli: 1000 }],
  isDeductive: false,
}
const paper = (milli: number, is_written = true) => ({
  task: { is_written },
  entry: setScore(emptyEntry(rules), 0, milli),
})

test.for([
  [paper(0), paper(0), true, 'two zeros with writing'],
  [paper(0), undefined, false, 'the first paper'],
  [paper(0), paper(2000), false, 'one zero'],
  [paper(0), paper(0, false), false, 'the one before is blank'],
  [paper(0, false), paper(0), false, 'it is blank'],
] as const)('%#: a second look is asked for: %s', ([now, before, isTold]) => {
  expect(zeroHint(now, before) !== null).toBe(isTold)
})
