import { expect, test } from 'vitest'
import {
  avoidsOwnSchool,
  barredBy,
  type EligibilityPolicy,
  type MarkScope,
  readingBar,
  schoolGaps,
} from './eligibility.ts'

const MARKER = 1
const [SCHOOL, OTHER] = [10, 20]
const [CLASS, NEXT] = [100, 101]

const policy = (over: Partial<EligibilityPolicy>): EligibilityPolicy => ({
  scope: 'mixed',
  avoidOwnClass: true,
  avoidOwnSchool: null,
  isJoint: false,
  groups: [],
  ...over,
})

test.for<[MarkScope, boolean | null, boolean, boolean]>([
  ['mixed', null, false, false],
  ['mixed', null, true, true],
  ['mixed', true, false, true],
  ['mixed', false, true, false],
  ['group', null, true, true],
  ['own_school', null, true, false],
  ['own_school', true, true, false],
])(
  '%s, own school avoided: %s, joint: %s, avoids: %s',
  ([scope, avoidOwnSchool, isJoint, avoids]) =>
    expect(avoidsOwnSchool({ scope, avoidOwnSchool, isJoint })).toBe(avoids),
)

const here = { classId: NEXT, schoolId: SCHOOL }
const ownClass = { classId: CLASS, schoolId: SCHOOL }
const elsewhere = { classId: 200, schoolId: OTHER }
const groupFor = (markerId: number) => [{ name: '一组', schoolIds: [OTHER], markerIds: [markerId] }]

test.for([
  [{}, here, null],
  [{}, ownClass, 'own_class'],
  [{ avoidOwnClass: false }, ownClass, null],
  [{ isJoint: true }, here, 'own_school'],
  [{ isJoint: true }, ownClass, 'own_school'],
  [{ isJoint: true }, elsewhere, null],
  [{ isJoint: true, avoidOwnSchool: false }, here, null],
  [{ scope: 'own_school', isJoint: true }, here, null],
  [{ scope: 'own_school', isJoint: true }, ownClass, 'own_class'],
  [{ scope: 'own_school', isJoint: true }, elsewhere, 'not_own_school'],
  [{ scope: 'group', groups: groupFor(MARKER) }, elsewhere, null],
  [{ scope: 'group', groups: groupFor(MARKER) }, here, 'not_in_group'],
  [{ scope: 'group', groups: groupFor(MARKER + 1) }, elsewhere, 'not_in_group'],
  [{ scope: 'group' }, elsewhere, 'not_in_group'],
] as const)('with %j the paper %j is barred by %s', ([over, paper, reason]) => {
  const rules = policy(over)
  const bar = readingBar(rules, MARKER, { classIds: [CLASS], schoolIds: [SCHOOL] })
  expect(barredBy(rules.scope, bar, paper)).toBe(reason)
})

const people = [
  { id: 1, schoolIds: [SCHOOL] },
  { id: 2, schoolIds: [SCHOOL] },
  { id: 3, schoolIds: [OTHER] },
]

test.for([
  ['anybody reads anything', {}, 3, []],
  ['two readers for each school', { scope: 'own_school' }, 2, [{ schoolId: OTHER, markers: 1 }]],
  ['one reader for each school', { scope: 'own_school' }, 1, []],
  ['the own school avoided', { isJoint: true }, 2, [{ schoolId: SCHOOL, markers: 1 }]],
  [
    'a group without the own school',
    { scope: 'group', isJoint: true, groups: groupFor(3) },
    1,
    [
      { schoolId: SCHOOL, markers: 0 },
      { schoolId: OTHER, markers: 0 },
    ],
  ],
] as const)('schools with too few readers: %s', ([, over, needed, gaps]) =>
  expect(schoolGaps(policy(over), [SCHOOL, OTHER], people, needed)).toEqual(gaps),
)
