import { expect, test } from 'vitest'
import type { DecisionKind, DecisionValue, LiveDecision } from './facts.ts'
import { FIRST_RUN, runInUse } from './run-in-use.ts'

const decision = (
  id: number,
  kind: DecisionKind,
  value: DecisionValue,
  page = 1,
): LiveDecision => ({
  id,
  kind,
  target: `page:${page}`,
  value,
  actorId: 1,
})
const located = decision(3, 'locate', { run: 2 })
const rereadThere = decision(5, 'reread', { run: 3, base: 3 })
const recroppedThere = decision(7, 'recrop', { run: 4, base: 5 })
const reread = decision(2, 'reread', { run: 5, base: null })

test.for([
  [[], FIRST_RUN, 'nobody said anything: the reading of the station'],
  [[located], 2, 'a person said where the page lies'],
  [[located, rereadThere], 3, 'read again at that place'],
  [[located, rereadThere, recroppedThere], 4, 'cut again by that reading'],
  [[located, recroppedThere], 2, 'the reading that was cut by is undone'],
  [
    [rereadThere, recroppedThere],
    FIRST_RUN,
    'the place itself is undone, and all that was made of it',
  ],
  [[reread, located], 2, 'a person spoke after the machine'],
  [[reread, rereadThere], 5, 'the person took it back: the machine before them'],
  [[decision(9, 'locate', { run: 1, chosen: true })], 1, 'the station was right after all'],
  [[decision(9, 'locate', { run: 8 }, 2)], FIRST_RUN, 'that was another page'],
  [[decision(9, 'page', { action: 'accept' })], FIRST_RUN, 'that chose no reading'],
] as const)('decisions %#: run $1 is in use ($2)', ([decisions, run]) => {
  expect(runInUse(decisions, 1)).toBe(run)
})
