import type { SharePart } from './allocation.ts'
import { type EligibilityPolicy, readingBar } from './eligibility.ts'

/** What there is to read of a school. */
export interface SchoolLoad {
  schoolId: number
  units: number
  /** First and second readings in all. */
  readings: number
}

/** A part with the schools whose papers it is. */
export interface SchoolPart extends SharePart {
  schoolIds: readonly number[]
}

/**
 * How a block falls into parts that share their papers among themselves: schools that read their own, or
 * groups. Groups with a marker in common are one part.
 *
 * @param markers with their schools and what they have done; those who stopped as well, for what they did
 *   is done in their part
 * @returns null where everybody may read papers of any school
 * @source domain rules 4.4 (6)
 */
export function schoolParts(
  policy: EligibilityPolicy,
  schools: readonly SchoolLoad[],
  markers: readonly { id: number; schoolIds: readonly number[]; stoppedDone: number }[],
): SchoolPart[] | null {
  if (policy.scope === 'mixed') return null
  const known = new Set(schools.map(({ schoolId }) => schoolId))
  const reads = markers.map(({ id, schoolIds, stoppedDone }) => {
    const { onlySchoolIds } = readingBar(policy, id, { classIds: [], schoolIds })
    return {
      id,
      stoppedDone,
      schoolIds: (onlySchoolIds ?? []).filter((school) => known.has(school)),
    }
  })
  const parts = joined(
    schools.map(({ schoolId }) => schoolId),
    reads.map(({ schoolIds }) => schoolIds),
  )
  return parts.map((schoolIds) => {
    const own = reads.filter((one) => one.schoolIds.some((school) => schoolIds.includes(school)))
    const load = schools.filter(({ schoolId }) => schoolIds.includes(schoolId))
    const stopped = own.reduce((sum, { stoppedDone }) => sum + stoppedDone, 0)
    return {
      schoolIds,
      markerIds: own.map(({ id }) => id),
      units: load.reduce((sum, { units }) => sum + units, 0),
      readings: Math.max(0, load.reduce((sum, { readings }) => sum + readings, 0) - stopped),
    }
  })
}

/** Schools that have a reader in common, together; in the order of the schools. */
function joined(schoolIds: readonly number[], readers: readonly (readonly number[])[]): number[][] {
  let parts = schoolIds.map((id) => [id])
  for (const reader of readers) {
    const touched = parts.filter((part) => part.some((id) => reader.includes(id)))
    if (touched.length < 2) continue
    const [first] = touched
    parts = parts.flatMap((part) =>
      part === first ? [touched.flat()] : touched.includes(part) ? [] : [part],
    )
  }
  return parts
}
