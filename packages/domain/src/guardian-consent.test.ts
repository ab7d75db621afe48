import { expect, test } from 'vitest'
import { lacksConsent } from './guardian-consent.ts'

const given = (version: string) => ({ version, at: '2026-11-20T00:00:00.000Z', by: '王建国' })
const asked = { required: true, version: '2' }

test.for([
  ['a pupil without consent', 7, asked, null, true],
  ['of the first grade', 1, asked, null, true],
  ['of the eighth', 8, asked, null, true],
  ['of the ninth', 9, asked, null, false],
  ['who left primary school', 101, asked, null, false],
  ['of the tenth', 10, asked, null, false],
  ['with consent', 7, asked, given('2'), false],
  ['with consent to what was said before', 7, asked, given('1'), true],
  ['of a school that does not ask', 7, { ...asked, required: false }, null, false],
] as const)('%s, grade %i: consent lacks %o', ([, grade, rule, consent, lacks]) => {
  expect(lacksConsent(grade, rule, consent)).toBe(lacks)
})
