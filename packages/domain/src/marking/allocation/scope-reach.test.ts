import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EligibilityPolicy, readingBar, RELEASE_BITS } from './eligibility.ts'
import { type PaperLoad, type ReachingMarker, unreachedWork } from './scope-reach.ts'

const [A, B, C] = [1, 2, 3]
const policy = (over: Partial<EligibilityPolicy> = {}): EligibilityPolicy => ({
  scope: 'mixed',
  avoidOwnClass: false,
  markerCount: 3,
  avoidOwnSchool: false,
  isJoint: true,
  groups: [],
  ...over,
})
const OWN = policy({ scope: 'own_school' })
const AWAY = policy({ avoidOwnSchool: true })
const load = (schoolId: number, units: number, readings = units, classId = 0) => ({
  schoolId,
  classId,
  released: 0,
  units,
  readings,
})
type Load = ReturnType<typeof load>

interface Person extends Omit<ReachingMarker, 'bar'> {
  schoolId: number
  classIds: readonly number[]
  /** School and class of papers -> how many of them were read. */
  given: readonly (readonly [school: number, classId: number, count: number])[]
}
const marker = (
  id: number,
  schoolId: number,
  target: number | null = null,
  over: Partial<Person> = {},
): Person => ({ id, schoolId, classIds: [], target, mayExceed: false, given: [], ...over })

const found = (rules: EligibilityPolicy, loads: readonly Load[], people: readonly Person[]) =>
  unreachedWork(
    rules.scope,
    loads.map((one): PaperLoad => ({
      ...one,
      given: new Map(
        people.flatMap(({ id, given }) =>
          given.flatMap(([school, classId, count]) =>
            school === one.schoolId && classId === one.classId ? [[id, count] as const] : [],
          ),
        ),
      ),
    })),
    people.map(({ id, schoolId, classIds, target, mayExceed }) => ({
      id,
      target,
      mayExceed,
      bar: readingBar(rules, id, { classIds, schoolIds: [schoolId] }),
    })),
  )

test.for([
  [policy(), [load(A, 30)], [marker(1, A, 15), marker(2, B, 15)], [], [], 'anybody reads anything'],
  [OWN, [load(A, 30), load(B, 10)], [marker(1, A)], [[B, 10]], [], 'a school without a marker'],
  [OWN, [load(A, 10, 20)], [marker(1, A)], [[A, 10]], [], 'one marker where two are needed'],
  [
    OWN,
    [load(A, 30), load(B, 10)],
    [marker(1, A, 20), marker(2, B, 20)],
    [[A, 10]],
    [[2, 20, 10]],
    'quotas that lie at the wrong school',
  ],
  [
    OWN,
    [load(A, 30), load(B, 10)],
    [marker(1, A, 20, { mayExceed: true }), marker(2, B, 10)],
    [],
    [],
    'beyond the target where that is allowed',
  ],
  [AWAY, [load(A, 30)], [marker(1, A, 30)], [[A, 30]], [[1, 30, 0]], 'the own school avoided'],
  [
    policy({
      scope: 'group',
      groups: [
        { name: '一组', schoolIds: [A, B], markerIds: [1] },
        { name: '二组', schoolIds: [B, C], markerIds: [2] },
      ],
    }),
    [load(A, 10), load(B, 10), load(C, 10)],
    [marker(1, A, 15), marker(2, A, 15), marker(3, A, 5)],
    [],
    [[3, 5, 0]],
    'two groups share a school, and who is in none reads nothing',
  ],
  [
    OWN,
    [load(A, 30, 5)],
    [marker(1, A, 30, { given: [[A, 0, 25]] })],
    [],
    [],
    'what is left of a target for what is left of the work',
  ],
  [
    OWN,
    [load(A, 10, 10)],
    [marker(1, A, 20, { given: [[A, 0, 10]] })],
    [[A, 10]],
    [[1, 20, 10]],
    'nobody reads a paper twice',
  ],
  [OWN, [load(A, 5), load(B, 0)], [marker(1, A, 5)], [], [], 'a school without papers'],
] as const)('%#: %o with %o and %o leaves %o, out of reach %o (%s)', (given) => {
  const [rules, loads, people, left, beyond] = given
  const { schools, markers } = found(rules, loads, people)
  expect(schools.map(({ schoolId, classId, readings }) => [schoolId, readings, classId])).toEqual(
    left.map(([school, readings]) => [school, readings, null]),
  )
  expect(markers.map(({ id, target, most }) => [id, target, most])).toEqual(beyond)
})

const [ONE, TWO, THREE] = [101, 102, 103]
const AVOID = policy({ avoidOwnClass: true, isJoint: false })
const teacher = (id: number, classIds: readonly number[], over: Partial<Person> = {}) =>
  marker(id, A, over.target ?? null, { ...over, classIds })
/** Two classes of a school, each with a teacher among the markers. */
const both = [teacher(1, [ONE]), teacher(2, [TWO])]
const twice = [load(A, 30, 60, ONE), load(A, 20, 40, TWO)]
const once = [load(A, 30, 30, ONE), load(A, 20, 20, TWO)]

test.for([
  [
    AVOID,
    twice,
    both,
    [
      [A, ONE, 30],
      [A, TWO, 20],
    ],
    [],
    'of two teachers one may read each class, so all second readings are left',
  ],
  [AVOID, once, both, [], [], 'one reading of each paper is enough'],
  [
    policy({ avoidOwnClass: null, markerCount: 2 }),
    twice,
    both,
    [
      [A, ONE, 30],
      [A, TWO, 20],
    ],
    [],
    'avoided as usual where two mark the block',
  ],
  [policy({ avoidOwnClass: false }), twice, both, [], [], 'the own class is not avoided'],
  [AVOID, twice, [...both, teacher(3, [])], [], [], 'a third one reads both classes'],
  [AVOID, twice, [teacher(1, []), teacher(2, [])], [], [], 'the classes of others'],
  [
    AVOID,
    twice,
    [teacher(1, [ONE, TWO])],
    [
      [A, ONE, 60],
      [A, TWO, 40],
    ],
    [],
    'alone, and both classes are their own',
  ],
  [
    AVOID,
    [load(A, 30, 60, ONE), load(A, 20, 40, TWO), load(A, 10, 20, THREE)],
    both,
    [
      [A, ONE, 30],
      [A, TWO, 20],
    ],
    [],
    'a class that neither of them teaches is read twice',
  ],
  [AVOID, [load(A, 30, 60, ONE)], [teacher(1, [TWO])], [[A, null, 30]], [], 'too few anyway'],
  [
    policy({ scope: 'own_school', avoidOwnClass: true }),
    [load(A, 30, 30, ONE), load(B, 20, 20, 201)],
    [teacher(1, [ONE])],
    [
      [A, ONE, 30],
      [B, null, 20],
    ],
    [],
    'the only marker of a school teaches the class, and another school has none',
  ],
  [
    policy({ avoidOwnClass: true, avoidOwnSchool: true }),
    [load(A, 30, 30, ONE)],
    [teacher(1, [ONE])],
    [[A, null, 30]],
    [],
    'the own school weighs more than the own class',
  ],
  [
    policy({
      scope: 'group',
      avoidOwnClass: true,
      groups: [{ name: '一组', schoolIds: [A], markerIds: [1, 2] }],
    }),
    twice,
    [...both, teacher(3, [])],
    [
      [A, ONE, 30],
      [A, TWO, 20],
    ],
    [],
    'who could read it is not of the group',
  ],
  [
    AVOID,
    once,
    [teacher(1, [ONE], { target: 25 }), teacher(2, [TWO], { target: 25 })],
    [[A, ONE, 5]],
    [[1, 25, 20]],
    'targets that fit the classes the wrong way round',
  ],
  [
    AVOID,
    once,
    [
      teacher(1, [ONE], { target: 10 }),
      teacher(2, [TWO], { target: 10 }),
      teacher(3, [], { target: 10 }),
    ],
    [[A, null, 20]],
    [],
    'targets that are too small for anybody are no matter of classes',
  ],
  [
    AVOID,
    [load(A, 30, 10, ONE)],
    [teacher(1, [ONE], { given: [[A, ONE, 30]] }), teacher(2, [], { given: [[A, ONE, 20]] })],
    [],
    [],
    'what the teacher of the class read before it was avoided counts',
  ],
  [
    AVOID,
    [load(A, 30, 30, ONE)],
    [teacher(1, [ONE], { given: [[A, ONE, 30]] }), teacher(2, [ONE])],
    [[A, ONE, 30]],
    [],
    'another teacher of the class could',
  ],
  [
    AVOID,
    [{ ...load(A, 10, 10, ONE), released: RELEASE_BITS.own_class }, load(A, 20, 20, ONE)],
    [teacher(1, [ONE])],
    [[A, ONE, 20]],
    [],
    'papers that were released are read all the same',
  ],
] as const)('%#: %o with %o and %o leaves classes %o, out of reach %o (%s)', (given) => {
  const [rules, loads, people, left, beyond] = given
  const { schools, markers } = found(rules, loads, people)
  expect(schools.map(({ schoolId, classId, readings }) => [schoolId, classId, readings])).toEqual(
    left,
  )
  expect(markers.map(({ id, target, most }) => [id, target, most])).toEqual(beyond)
})

test('a marker who may read two schools is spared for the one that others can not read', () => {
  // Taken in order, marker 1 would be used up by school A, which marker 2 can read.
  const groups = [
    { name: '一组', schoolIds: [A, B], markerIds: [1] },
    { name: '二组', schoolIds: [A], markerIds: [2] },
  ]
  const rules = policy({ scope: 'group', groups })
  const left = found(rules, [load(A, 10), load(B, 10)], [marker(1, A, 10), marker(2, A, 10)])
  expect(left).toEqual({ schools: [], markers: [] })
})

test('what is left in all is what no choice of markers can give', () => {
  // For each set of classes, what those who may read some of them can give at most (max flow, min cut).
  const world = fc.record({
    classes: fc.array(fc.record({ units: fc.nat(12), school: fc.nat(1), seconds: fc.nat(12) }), {
      minLength: 1,
      maxLength: 5,
    }),
    people: fc.array(
      fc.record({
        schools: fc.nat(3),
        teaches: fc.nat(31),
        target: fc.option(fc.nat(20)),
        /** Of each class, in percent. */
        read: fc.array(fc.nat(100), { minLength: 5, maxLength: 5 }),
      }),
      { maxLength: 4 },
    ),
  })
  const bitsOf = (bits: number) => [0, 1, 2, 3, 4].filter((no) => (bits >> no) & 1)
  fc.assert(
    fc.property(world, ({ classes, people }) => {
      const rules = policy({
        scope: 'group',
        avoidOwnClass: true,
        groups: people.map(({ schools }, index) => ({
          name: `${index}`,
          schoolIds: bitsOf(schools),
          markerIds: [index + 1],
        })),
      })
      const readBy = (person: (typeof people)[number], no: number) =>
        Math.floor(((classes[no]?.units ?? 0) * (person.read[no] ?? 0)) / 100)
      const loads = classes.map(({ units, school, seconds }, no) => {
        const all = people.reduce((sum, person) => sum + readBy(person, no), 0)
        return load(school, units, Math.max(0, units + Math.min(units, seconds) - all), no)
      })
      const persons = people.map((person, index) => {
        const given = loads.map(
          ({ schoolId, classId }) => [schoolId, classId, readBy(person, classId)] as const,
        )
        const done = given.reduce((sum, [, , count]) => sum + count, 0)
        const target = person.target === null ? null : done + person.target
        return marker(index + 1, A, target, { classIds: bitsOf(person.teaches), given })
      })
      const roomIn = (person: (typeof people)[number], { schoolId, classId, units }: Load) =>
        bitsOf(person.schools).includes(schoolId) && !bitsOf(person.teaches).includes(classId)
          ? units - readBy(person, classId)
          : 0
      const shortOf = (chosen: readonly Load[]) =>
        chosen.reduce((sum, { readings }) => sum + readings, 0) -
        people.reduce(
          (sum, person) =>
            sum +
            Math.min(
              person.target ?? Infinity,
              chosen.reduce((all, one) => all + roomIn(person, one), 0),
            ),
          0,
        )
      const most = Math.max(
        ...Array.from({ length: 2 ** loads.length }, (_, bits) =>
          shortOf(bitsOf(bits).flatMap((no) => loads[no] ?? [])),
        ),
      )
      const { schools } = found(rules, loads, persons)
      expect(schools.reduce((sum, { readings }) => sum + readings, 0)).toBe(most)
    }),
    { numRuns: 300 },
  )
})
