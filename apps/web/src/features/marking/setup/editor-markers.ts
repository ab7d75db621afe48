import type { allocationGet, ReplyOf } from '@hengjuan/contracts'
import type { SeedState } from '@hengjuan/domain'
import type { Marker } from './ShareTable.tsx'

type Allocation = ReplyOf<typeof allocationGet>

export const markersOf = ({ list }: Allocation): Marker[] =>
  list
    .filter(({ duty }) => duty === 'marker')
    .map((row) => ({
      id: row.marker_id,
      name: row.name,
      quota: row.quota,
      weight: row.weight,
      allowExceed: row.allow_exceed === 1,
      suspended: row.suspended === 1,
      mayMark: row.may_mark === 1,
      seedState: row.seed_state as SeedState,
      done: row.done,
      base: row.base,
      claimed: row.claimed,
    }))

/** Who shares the work, and with what weights: others than before, and the rest is shared anew. */
export const sharingOf = (markers: readonly Marker[]): string =>
  markers
    .filter(({ suspended }) => !suspended)
    .map(({ id, weight }) => `${id}:${weight}`)
    .toSorted()
    .join(' ')

/** Most people that are named one by one. */
const NAMED = 3

export const namesOf = (people: readonly Marker[]): string => {
  const names = people
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join('、')
  return people.length > NAMED ? `${names} 等 ${people.length} 名教师` : `${names} `
}

export const stoppedDoneOf = (markers: readonly Marker[]): number =>
  markers.reduce((sum, { suspended, done }) => sum + (suspended ? done : 0), 0)

export const kindOf = (gaps: Allocation['school_gaps']): string =>
  [
    ...(gaps.some(({ class_name }) => class_name === null) ? ['学校'] : []),
    ...(gaps.some(({ class_name }) => class_name !== null) ? ['班级'] : []),
  ].join('、')
