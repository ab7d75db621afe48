import { expect, test } from 'vitest'
import type { QualificationEvent } from '../quality/qualification.ts'
import { trialPlace } from './trial-place.ts'

const MARKER = 7

/** Scripts to qualify with, and then those to practise on. */
const stock = (calibration: number, practice = 0) =>
  Array.from({ length: calibration + practice }, (_, id) => ({
    id,
    kind: id < calibration ? ('calibration' as const) : ('practice' as const),
  }))

interface Way {
  calibration: number
  practice?: number
  /** Papers of a set. */
  count?: number
  events?: readonly QualificationEvent[]
  /** Of the sets behind it. */
  papers?: number
  /** By round; 0 for practice. */
  given?: readonly (readonly number[])[]
}

const placeOn = ({
  calibration,
  practice = 0,
  count = 3,
  events = [],
  papers = 3,
  given = [],
}: Way) =>
  trialPlace(
    {
      id: MARKER,
      scripts: stock(calibration, practice),
      trials: given.flatMap((ids, round) => ids.map((scriptId) => ({ scriptId, round }))),
      events: events.map((kind) => ({
        kind,
        papers: kind === 'pass' || kind === 'fail' ? papers : null,
      })),
    },
    { salt: 'salt', count },
  )

const FIRST = [[], [0, 1, 2]]
const BOTH = [[], [0, 1, 2], [3, 4, 5]]

test.for([
  [{ calibration: 0 }, 'no_scripts', 0, 'no_scripts', 'nothing was agreed on'],
  [{ calibration: 0, practice: 1 }, 'practice', 0, null, 'there is something to practise on first'],
  [{ calibration: 2 }, 'qualify', 2, null, 'the first set is as long as the scripts allow'],
  [{ calibration: 6 }, 'qualify', 3, null, 'a whole set'],
  [{ calibration: 6, events: ['fail'], given: FIRST }, 'qualify', 3, null, 'three others are left'],
  [{ calibration: 5, events: ['fail'], given: FIRST }, 'no_set', 0, 'no_set', 'two are no set'],
  [{ calibration: 3, events: ['fail'], given: FIRST }, 'no_set', 0, 'no_set', 'none is left'],
  [
    { calibration: 4, events: ['fail'], papers: 2, given: [[], [0, 1]] },
    'qualify',
    2,
    null,
    'the second is as long as the first was',
  ],
  [
    { calibration: 5, count: 2, events: ['fail'], given: FIRST },
    'qualify',
    2,
    null,
    'a leader asks for fewer papers meanwhile',
  ],
  [
    { calibration: 5, events: ['fail'], given: [[], [0, 1, 2], [3]] },
    'qualify',
    2,
    null,
    'a set that was begun goes on',
  ],
  [
    { calibration: 4, events: ['fail'], given: [[], [0, 1, 2], [3]] },
    'no_set',
    1,
    'no_set',
    'its other papers were retired meanwhile',
  ],
  [
    { calibration: 6, events: ['fail', 'fail'], given: BOTH },
    'waiting',
    0,
    'failed',
    'failed twice',
  ],
  [
    { calibration: 6, practice: 1, events: ['fail', 'fail'], given: BOTH },
    'practice',
    0,
    'failed',
    'who waits may practise',
  ],
  [
    { calibration: 9, events: ['fail', 'fail', 'repeat'], given: BOTH },
    'qualify',
    3,
    null,
    'one more set that was never met',
  ],
  [
    { calibration: 8, events: ['fail', 'fail', 'repeat'], given: BOTH },
    'no_set',
    0,
    'no_set',
    'one more was allowed, and papers for it were retired',
  ],
  [
    { calibration: 9, practice: 1, events: ['fail', 'fail', 'refuse'], given: BOTH },
    'refused',
    3,
    null,
    'a leader decided; nobody waits',
  ],
  [{ calibration: 3, events: ['pass'], given: FIRST }, 'done', 0, null, 'passed'],
  [{ calibration: 3, events: ['fail', 'admit'], given: FIRST }, 'done', 0, null, 'admitted'],
  [
    { calibration: 3, events: ['pass', 'again'], given: FIRST },
    'qualify',
    3,
    null,
    'qualified anew, papers of long ago may come again',
  ],
  [
    { calibration: 3, events: ['pass', 'again', 'fail'], given: [[], [0, 1, 2], [0, 1, 2]] },
    'no_set',
    0,
    'no_set',
    'but not those of the set before',
  ],
  [
    { calibration: 3, given: [[0]] },
    'qualify',
    2,
    null,
    'a paper whose score practice has told is in no set',
  ],
] as [Way, string, number, string | null, string][])(
  '%o → %s, a set of %i, waits for %s (%s)',
  ([way, step, setTotal, waits]) => {
    expect(placeOn(way)).toMatchObject({ step, setTotal, waits })
  },
)

/** The papers of a marker's set in the order in which they come. */
function setOf(way: Way): number[] {
  const round = 1 + (way.events ?? []).filter((kind) => kind === 'fail' || kind === 'pass').length
  const inSet: number[] = []
  for (;;) {
    const given = [...(way.given ?? [])]
    given[round] = inSet
    const place = placeOn({ ...way, given: Array.from(given, (ids) => ids ?? []) })
    if (place.scriptId === null || inSet.length >= place.setTotal) return inSet
    inSet.push(place.scriptId)
  }
}

test.for([6, 7, 12, 40])(
  'of %i scripts, no paper of the first set comes in the second',
  (calibration) => {
    const first = setOf({ calibration })
    const second = setOf({ calibration, events: ['fail'], given: [[], first] })
    expect(new Set([...first, ...second]).size).toBe(6)
    const third = setOf({
      calibration,
      events: ['fail', 'fail', 'repeat'],
      given: [[], first, second],
    })
    expect(third.filter((id) => first.includes(id) || second.includes(id))).toEqual([])
  },
)

test('qualifying anew begins with papers that the marker never met', () => {
  const way: Way = { calibration: 5, events: ['pass', 'again'], given: FIRST }
  expect(new Set(setOf(way).slice(0, 2))).toEqual(new Set([3, 4]))
})

test('a marker meets the papers in an order of their own, which a restart does not change', () => {
  const way: Way = { calibration: 20, count: 10 }
  expect(setOf(way)).toEqual(setOf(way))
  const on = { scripts: stock(20), trials: [], events: [] }
  const block = { salt: 'salt', count: 10 }
  const firsts = Array.from({ length: 9 }, (_, id) => trialPlace({ ...on, id }, block).scriptId)
  expect(new Set(firsts).size).toBeGreaterThan(3)
})
