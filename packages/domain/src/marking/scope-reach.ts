import { barredBy, type EligibilityPolicy, readingBar } from './eligibility.ts'
import type { SchoolLoad } from './share-parts.ts'

/** A marker of a block who is given papers. */
export interface ReachingMarker {
  id: number
  /** Schools of the roles by which they mark. */
  schoolIds: readonly number[]
  /** First and second readings that they are to give in all; null for no target. */
  target: number | null
  /** May they go on at their target? */
  mayExceed: boolean
  /** School id -> first and second readings given of its papers. */
  given: ReadonlyMap<number, number>
}

export interface Unreached {
  /** Schools with readings that nobody can give: no marker may, or those who may are at their targets by then. */
  schools: { schoolId: number; readings: number }[]
  /** Markers who may not read as many papers as they are to: their target, and what they can come to. */
  markers: { id: number; target: number; most: number }[]
}

/**
 * What of a block's work is out of reach by who may read which school, and by targets.
 *
 * Each reading is given to a marker who may read its school, has not read the paper, and is below the target, as
 * many as can be at once. Where readings of several schools compete for the same markers, it is told of the later
 * ones that they are left; how many are left in all does not depend on that.
 *
 * @param schools papers of each school and the first and second readings of them that are not given yet
 * @source domain rules 4.2, 4.4
 */
export function unreachedWork(
  policy: EligibilityPolicy,
  schools: readonly SchoolLoad[],
  markers: readonly ReachingMarker[],
): Unreached {
  const rooms = markers.map((marker) => roomsOf(policy, schools, marker))
  const hands = markers.map(({ target, mayExceed, given }) =>
    target === null || mayExceed ? Infinity : Math.max(0, target - sumOf(given.values())),
  )
  const left = mostGiven(
    hands,
    rooms,
    schools.map(({ readings }) => readings),
  )
  return {
    schools: schools.flatMap(({ schoolId }, index) =>
      (left[index] ?? 0) > 0 ? [{ schoolId, readings: left[index] ?? 0 }] : [],
    ),
    markers: markers.flatMap(({ id, target, given }, index) => {
      const most = sumOf(given.values()) + sumOf(rooms[index] ?? [])
      return target !== null && target > most ? [{ id, target, most }] : []
    }),
  }
}

/** How many papers of each school a marker may still read. */
function roomsOf(
  policy: EligibilityPolicy,
  schools: readonly SchoolLoad[],
  { id, schoolIds, given }: ReachingMarker,
): number[] {
  const bar = readingBar(policy, id, { classIds: [], schoolIds })
  return schools.map(({ schoolId, units }) => {
    const origin = { classId: 0, schoolId, candidateId: 0, released: 0 }
    if (barredBy(policy.scope, bar, origin) !== null) return 0
    return Math.max(0, units - (given.get(schoolId) ?? 0))
  })
}

/**
 * Gives as many readings as can be given (augmenting paths, shortest first).
 *
 * @param hands how many each marker may give
 * @param rooms by marker and school, how many at most
 * @param wanted by school
 * @returns what is left of each school
 */
function mostGiven(
  hands: readonly number[],
  rooms: readonly (readonly number[])[],
  wanted: readonly number[],
): number[] {
  const free = [...hands]
  const left = [...wanted]
  const given = rooms.map((row) => row.map(() => 0))
  const givenBy = (marker: number, school: number) => given[marker]?.[school] ?? 0
  const move = (marker: number, school: number, by: number) => {
    const row = given[marker]
    if (row) row[school] = (row[school] ?? 0) + by
  }
  for (;;) {
    const path = shortestPath({ free, left, rooms, givenBy })
    if (!path) return left
    const [first] = path
    const last = path.at(-1)
    if (!first || !last) return left
    const most = Math.min(
      free[first.marker] ?? 0,
      left[last.school] ?? 0,
      ...path.map(({ marker, school }) => (rooms[marker]?.[school] ?? 0) - givenBy(marker, school)),
      // On the way, a marker passes readings of the school before on to this one.
      ...path.slice(1).map(({ marker }, index) => givenBy(marker, path[index]?.school ?? 0)),
    )
    for (const [index, { marker, school }] of path.entries()) {
      move(marker, school, most)
      const before = path[index - 1]
      if (before) move(marker, before.school, -most)
    }
    free[first.marker] = (free[first.marker] ?? 0) - most
    left[last.school] = (left[last.school] ?? 0) - most
  }
}

interface Step {
  marker: number
  school: number
}

/** A marker, and the school of which readings are passed on. */
interface Reached {
  marker: number
  from: number | null
}

/** From a marker with a hand free to a school with readings left, by way of readings that others could give. */
function shortestPath(state: {
  free: readonly number[]
  left: readonly number[]
  rooms: readonly (readonly number[])[]
  givenBy: (marker: number, school: number) => number
}): Step[] | null {
  const { free, left, rooms, givenBy } = state
  /** The step that led to a school, and the school before it. */
  const cameBy = new Map<number, { step: Step; from: number | null }>()
  const seen = new Set<number>()
  let front = free.flatMap((count, marker): Reached[] =>
    count > 0 ? [{ marker, from: null }] : [],
  )
  while (front.length > 0) {
    const next: Reached[] = []
    for (const { marker, from } of front) {
      if (seen.has(marker)) continue
      seen.add(marker)
      for (const [school, room] of (rooms[marker] ?? []).entries()) {
        if (cameBy.has(school) || room <= givenBy(marker, school)) continue
        cameBy.set(school, { step: { marker, school }, from })
        if ((left[school] ?? 0) > 0) return traced(cameBy, school)
        for (const other of free.keys())
          if (!seen.has(other) && givenBy(other, school) > 0)
            next.push({ marker: other, from: school })
      }
    }
    front = next
  }
  return null
}

function traced(
  cameBy: ReadonlyMap<number, { step: Step; from: number | null }>,
  end: number,
): Step[] {
  const path: Step[] = []
  let school: number | null = end
  while (school !== null) {
    const came = cameBy.get(school)
    if (!came) break
    path.unshift(came.step)
    school = came.from
  }
  return path
}

const sumOf = (counts: Iterable<number>): number =>
  [...counts].reduce((sum, count) => sum + count, 0)
