import { expect, test } from 'vitest'
import {
  avoidsOwnClass,
  avoidsOwnSchool,
  barredBy,
  type EligibilityPolicy,
  type MarkScope,
  type PaperOrigin,
  readingBar,
  RELEASE_BITS,
  schoolGaps,
} from './eligibility.ts'

const MARKER = 1
const [SCHOOL, OTHER] = [10, 20]
const [CLASS, NEXT] = [100, 101]

const policy = (over: Partial<EligibilityPolicy>): EligibilityPolicy => ({
  scope: 'mixed',
  avoidOwnClass: null,
  markerCount: 2,
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

test.for<[boolean | null, number, boolean]>([
  [null, 0, false],
  [null, 1, false],
  [null, 2, true],
  [true, 1, true],
  [false, 2, false],
])('own class avoided: %s, %i markers, avoids: %s', ([avoidOwnClass, markerCount, avoids]) =>
  expect(avoidsOwnClass({ avoidOwnClass, markerCount })).toBe(avoids),
)

const [CHILD, STRANGER] = [1000, 1001]
const ALL = RELEASE_BITS.own_class | RELEASE_BITS.own_school | RELEASE_BITS.relative
const paper = { candidateId: STRANGER, released: 0 }
const here = { ...paper, classId: NEXT, schoolId: SCHOOL }
const ownClass = { ...paper, classId: CLASS, schoolId: SCHOOL }
const elsewhere = { ...paper, classId: 200, schoolId: OTHER }
/** A paper of the marker's own class, and of a relative. */
const child = { ...ownClass, candidateId: CHILD }
const free = (of: PaperOrigin, released: number) => ({ ...of, released })
const groupFor = (markerId: number) => [{ name: '一组', schoolIds: [OTHER], markerIds: [markerId] }]

test.for([
  [{}, here, null],
  [{}, ownClass, 'own_class'],
  [{ avoidOwnClass: false }, ownClass, null],
  [{ markerCount: 1 }, ownClass, null],
  [{ avoidOwnClass: true, markerCount: 1 }, ownClass, 'own_class'],
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
  [{}, { ...here, candidateId: CHILD }, 'relative'],
  [{}, child, 'relative'],
  [{ avoidOwnClass: false, isJoint: false }, child, 'relative'],
  [{ isJoint: true }, { ...elsewhere, candidateId: CHILD }, 'relative'],
  [{ scope: 'own_school' }, { ...elsewhere, candidateId: CHILD }, 'not_own_school'],
  [{}, free(ownClass, RELEASE_BITS.own_class), null],
  [{}, free(ownClass, RELEASE_BITS.own_school), 'own_class'],
  [{ isJoint: true }, free(ownClass, RELEASE_BITS.own_school), 'own_class'],
  [{ isJoint: true }, free(ownClass, RELEASE_BITS.own_school | RELEASE_BITS.own_class), null],
  [{}, free(child, RELEASE_BITS.own_class), 'relative'],
  [{}, free(child, RELEASE_BITS.relative), 'own_class'],
  [{}, free(child, ALL), null],
  [{ scope: 'own_school' }, free(elsewhere, ALL), 'not_own_school'],
] as const)('with %j the paper %j is barred by %s', ([over, from, reason]) => {
  const rules = policy(over)
  const bar = readingBar(rules, MARKER, {
    classIds: [CLASS],
    schoolIds: [SCHOOL],
    relativeIds: [CHILD],
  })
  expect(barredBy(rules.scope, bar, from)).toBe(reason)
})

const people = [
  { id: 1, schoolIds: [SCHOOL], classIds: [CLASS] },
  { id: 2, schoolIds: [SCHOOL], classIds: [NEXT] },
  { id: 3, schoolIds: [OTHER], classIds: [] },
]
const schools = [
  { schoolId: SCHOOL, classIds: [CLASS, NEXT] },
  { schoolId: OTHER, classIds: [200] },
]
const away = { avoidOwnClass: false }

test.for([
  ['anybody reads anything', away, 3, []],
  [
    'two readers for each school',
    { ...away, scope: 'own_school' },
    2,
    [{ schoolId: OTHER, classId: null, markers: 1 }],
  ],
  ['one reader for each school', { ...away, scope: 'own_school' }, 1, []],
  [
    'the own school avoided',
    { isJoint: true },
    2,
    [{ schoolId: SCHOOL, classId: null, markers: 1 }],
  ],
  [
    'a group without the own school',
    { scope: 'group', isJoint: true, groups: groupFor(3) },
    1,
    [
      { schoolId: SCHOOL, classId: null, markers: 0 },
      { schoolId: OTHER, classId: null, markers: 0 },
    ],
  ],
  ['two readers for each class', {}, 2, []],
  [
    'three readers for each class',
    {},
    3,
    [
      { schoolId: SCHOOL, classId: CLASS, markers: 2 },
      { schoolId: SCHOOL, classId: NEXT, markers: 2 },
    ],
  ],
  [
    'two readers of the own school for each class',
    { scope: 'own_school' },
    2,
    [
      { schoolId: SCHOOL, classId: CLASS, markers: 1 },
      { schoolId: SCHOOL, classId: NEXT, markers: 1 },
      { schoolId: OTHER, classId: null, markers: 1 },
    ],
  ],
] as const)('schools and classes with too few readers: %s', ([, over, needed, gaps]) => {
  const rules = policy(over)
  const bars = people.map(({ id, ...own }) => readingBar(rules, id, own))
  expect(schoolGaps(rules.scope, schools, bars, needed)).toEqual(gaps)
})
