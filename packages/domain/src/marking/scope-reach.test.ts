import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EligibilityPolicy } from './eligibility.ts'
import { type ReachingMarker, unreachedWork } from './scope-reach.ts'

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
const load = (schoolId: number, units: number, readings = units) => ({ schoolId, units, readings })
const marker = (
  id: number,
  schoolId: number,
  target: number | null = null,
  over: Partial<ReachingMarker> = {},
): ReachingMarker => ({
  id,
  schoolIds: [schoolId],
  target,
  mayExceed: false,
  given: new Map(),
  ...over,
})

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
    [marker(1, A, 30, { given: new Map([[A, 25]]) })],
    [],
    [],
    'what is left of a target for what is left of the work',
  ],
  [
    OWN,
    [load(A, 10, 10)],
    [marker(1, A, 20, { given: new Map([[A, 10]]) })],
    [[A, 10]],
    [[1, 20, 10]],
    'nobody reads a paper twice',
  ],
  [OWN, [load(A, 5), load(B, 0)], [marker(1, A, 5)], [], [], 'a school without papers'],
] as const)('%#: %o with %o and %o leaves %o, out of reach %o (%s)', (given) => {
  const [rules, schools, markers, left, beyond] = given
  const found = unreachedWork(rules, schools, markers)
  expect(found.schools.map(({ schoolId, readings }) => [schoolId, readings])).toEqual(left)
  expect(found.markers.map(({ id, target, most }) => [id, target, most])).toEqual(beyond)
})

test('a marker who may read two schools is spared for the one that others can not read', () => {
  // Taken in order, marker 1 would be used up by school A, which marker 2 can read.
  const groups = [
    { name: '一组', schoolIds: [A, B], markerIds: [1] },
    { name: '二组', schoolIds: [A], markerIds: [2] },
  ]
  const rules = policy({ scope: 'group', groups })
  const found = unreachedWork(
    rules,
    [load(A, 10), load(B, 10)],
    [marker(1, A, 10), marker(2, A, 10)],
  )
  expect(found).toEqual({ schools: [], markers: [] })
})

test('what is left in all is what no choice of markers can give', () => {
  // For each set of schools, what those who may read some of them can give at most (max flow, min cut).
  const world = fc.record({
    units: fc.array(fc.nat(12), { minLength: 1, maxLength: 4 }),
    twice: fc.boolean(),
    people: fc.array(fc.record({ reads: fc.nat(15), target: fc.nat(20) }), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(world, ({ units, twice, people }) => {
      const schools = units.map((count, index) => load(index + 1, count, twice ? 2 * count : count))
      const readsOf = (bits: number) =>
        schools.flatMap(({ schoolId }, index) => ((bits >> index) & 1 ? [schoolId] : []))
      const groups = people.map(({ reads }, index) => ({
        name: `${index}`,
        schoolIds: readsOf(reads),
        markerIds: [index + 1],
      }))
      const markers = people.map(({ target }, index) => marker(index + 1, A, target))
      const { schools: left } = unreachedWork(policy({ scope: 'group', groups }), schools, markers)
      const shortOf = (chosen: readonly (typeof schools)[number][]) =>
        chosen.reduce((sum, { readings }) => sum + readings, 0) -
        people.reduce((sum, { reads, target }) => {
          const rooms = chosen.filter(({ schoolId }) => readsOf(reads).includes(schoolId))
          return (
            sum +
            Math.min(
              target,
              rooms.reduce((all, one) => all + one.units, 0),
            )
          )
        }, 0)
      const most = Math.max(
        ...Array.from({ length: 2 ** schools.length }, (_, bits) =>
          shortOf(schools.filter((_one, index) => (bits >> index) & 1)),
        ),
      )
      expect(left.reduce((sum, { readings }) => sum + readings, 0)).toBe(most)
    }),
  )
})
