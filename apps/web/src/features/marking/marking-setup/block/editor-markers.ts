import type { allocationGet, markingStaff, ReplyOf } from '@hengjuan/contracts'
import { appErrorOf, type SeedState } from '@hengjuan/domain'
import type { Marker } from './share-marker.ts'

type Allocation = ReplyOf<typeof allocationGet>

export const markersOf = ({ list }: Allocation): Marker[] =>
  list
    .filter(({ duty }) => duty === 'marker')
    .map((row) => ({
      id: row.marker_id,
      name: row.name,
      quota: row.quota,
      weight: row.weight,
      wrong: null,
      allowExceed: row.allow_exceed === 1,
      suspended: row.suspended === 1,
      mayMark: row.may_mark === 1,
      seedState: row.seed_state as SeedState,
      done: row.done,
      base: row.base,
      claimed: row.claimed,
    }))

/** Somebody who was just added. */
export const newcomer = ({ user_id, name }: ReplyOf<typeof markingStaff>[number]): Marker => ({
  id: user_id,
  name,
  quota: null,
  weight: 1,
  wrong: null,
  allowExceed: false,
  suspended: false,
  mayMark: true,
  seedState: 'ok',
  done: 0,
  base: 0,
  claimed: 0,
})

/** What was typed and is no number of papers, or no share, a sentence for each. */
export const wrongNumbers = (markers: readonly Marker[], isByWeight: boolean): string[] =>
  markers.flatMap(({ name, wrong }) =>
    wrong === null ? [] : [`${name} 的${isByWeight ? '比例' : '任务量'}${wrong}`],
  )

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

/** Why somebody can not be taken off a block, in the words of the server; null where they can, or are not in it. */
export function reasonToKeep(marker: Marker | undefined): string | null {
  if (!marker) return null
  const { name, done, claimed } = marker
  if (done > 0) return appErrorOf('MARKING_MARKER_HAS_WORK', { name, count: done }).message
  return claimed > 0 ? appErrorOf('MARKING_MARKER_HOLDS', { name, count: claimed }).message : null
}
