import { expect, test } from 'vitest'
import { isNotable, partnersBearOut, partnersBearOutChange } from './partner-difference.ts'

const FULL = 10_000
/** Forty differences that waver by a point around a middle; the second half may have another. */
const around = (middle: number, later = middle, count = 40) =>
  Array.from({ length: count }, (_, index) => {
    const waver = index % 2 === 0 ? 1000 : -1000
    return waver + (index < count / 2 ? middle : later)
  })

test.for([
  [1000, 100, true, 'sure and large'],
  [1000, 500, false, 'exactly two errors'],
  [500, 100, false, 'exactly a twentieth of the full mark'],
  [501, 100, true, 'just above it'],
  [-1000, 100, true, 'downwards as well'],
] as const)('%i with an error of %i of 10000 is notable: %o (%s)', ([milli, error, notable]) => {
  expect(isNotable(milli, error, FULL)).toBe(notable)
})

test.for([
  [900, around(900), true, 'the other readers gave less as well'],
  [900, around(0), false, 'level with the other readers: the papers were better'],
  [900, around(-900), false, 'the other readers gave more'],
  [-900, around(-900), true, 'severe against both'],
  [900, around(400), false, 'too little to matter'],
  [900, around(0, 0, 19), true, 'nineteen papers read twice say nothing'],
] as const)('%i above the pool, pairs %#: borne out %o (%s)', ([suspected, pairs, result]) => {
  expect(partnersBearOut(suspected, pairs, FULL)).toBe(result)
})

test.for([
  [1500, around(-700, 800), true, 'rose against the other readers'],
  [1500, around(0, 0), false, 'later papers were better'],
  [1500, around(900, 900), false, 'always lenient, but no change'],
  [-1500, around(700, -800), true, 'fell'],
  [1500, around(700, -800), false, 'fell while the pool says it rose'],
  [1500, around(0, 0, 19), null, 'too few to say'],
] as const)('a change of %i, pairs %#: borne out %o (%s)', ([suspected, pairs, result]) => {
  expect(partnersBearOutChange(suspected, pairs, FULL)).toBe(result)
})
