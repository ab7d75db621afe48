import { expect, test } from 'vitest'
import { type IdenticalOutcome, outcomeThatHolds } from './identical.ts'

const PUNISHED = ['MISCONDUCT', 'MISCONDUCT']
const MARKED = [null, null]

const ONE = ['MISCONDUCT', null]

test.for<[string, IdenticalOutcome | null, boolean, (string | null)[], IdenticalOutcome | null]>([
  ['nobody decided', null, false, MARKED, null],
  ['a leader cut the link without more words', null, true, MARKED, 'dismiss'],
  ['both keep what they got', 'keep', false, MARKED, 'keep'],
  [
    'both keep it, and one has a mark of misconduct for another pair',
    'keep',
    false,
    ['MISCONDUCT', null],
    'keep',
  ],
  ['the link was cut afterwards', 'keep', true, MARKED, 'dismiss'],
  ['not identical', 'dismiss', true, MARKED, 'dismiss'],
  ['not identical, and the link restored afterwards', 'dismiss', false, MARKED, null],
  ['both are punished', 'misconduct', false, PUNISHED, 'misconduct'],
  ['the mark of one was withdrawn', 'misconduct', false, ['MISCONDUCT', null], null],
  ['the marks of both were withdrawn', 'misconduct', false, MARKED, null],
  ['the one in marking is punished', 'misconduct_one', false, ONE, 'misconduct_one'],
  ['the mark of the one in marking was withdrawn', 'misconduct_one', false, MARKED, null],
])('%s', ([, last, isCut, finalReasons, holds]) => {
  expect(outcomeThatHolds(last, { isCut, finalReasons, isOtherSince: false })).toBe(holds)
})

test.for<[IdenticalOutcome, IdenticalOutcome | null]>([
  ['keep', null],
  ['misconduct', 'misconduct'],
  ['misconduct_one', 'misconduct_one'],
])('another picture since "%s" leaves %s', ([last, holds]) => {
  const now = { isCut: false, finalReasons: PUNISHED, isOtherSince: true }
  expect(outcomeThatHolds(last, now)).toBe(holds)
})
