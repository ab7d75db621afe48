import { expect, test } from 'vitest'
import { papersToCome, readingsToCome, type RollCall } from './papers-to-come.ts'

const roll = (over: Partial<RollCall>): RollCall => ({
  present: 0,
  noRecord: 0,
  papers: 0,
  scanning: 'open',
  unbegun: 0,
  ...over,
})

test.for<[string, Partial<RollCall>, number]>([
  ['nothing is scanned yet', { noRecord: 200, unbegun: 200 }, 200],
  ['half is scanned', { present: 100, noRecord: 100, papers: 100, unbegun: 50 }, 100],
  ['sheets are there and not cut yet', { present: 100, noRecord: 100, papers: 90 }, 110],
  ['everything is scanned', { present: 200, papers: 200 }, 0],
  ['papers of people who left are no debt', { present: 190, noRecord: 5, papers: 200 }, 0],
  [
    'between two batches a class is still to come, and six of the others have no sheet',
    { scanning: 'closed', present: 94, noRecord: 56, papers: 94, unbegun: 50 },
    50,
  ],
  [
    'scanning is closed, and six have no sheet',
    { scanning: 'closed', present: 94, noRecord: 6, papers: 94 },
    0,
  ],
  [
    'scanning is closed, and the last sheets are being cut',
    { scanning: 'closed', present: 94, noRecord: 6, papers: 90 },
    4,
  ],
  ['reports are made', { scanning: 'over', present: 94, noRecord: 56, papers: 90, unbegun: 50 }, 0],
])('papers to come: %s', ([, over, count]) => expect(papersToCome(roll(over))).toBe(count))

test.for([
  [40, 0, 100, 40],
  [40, 1, 100, 80],
  [40, 2, 25, 50],
  [3, 2, 25, 4],
  [0, 2, 25, 0],
] as const)('%i papers to come in mode %i, %i %% read twice: %i readings', ([n, mode, q, count]) =>
  expect(readingsToCome(n, mode, q)).toBe(count),
)
