import type { allocationGet, blockSettingsGet, ReplyOf } from '@hengjuan/contracts'
import {
  baseReadings,
  type EligibilityPolicy,
  hasThirdReading,
  type MarkMode,
  type MarkScope,
  readingBar,
  schoolGaps,
} from '@hengjuan/domain'
import type { Block, Patch } from './settings-field.ts'

export type School = ReplyOf<typeof blockSettingsGet>['schools'][number]

/** Most schools that are named one by one. */
const NAMED = 5

/** Schools for which a block would have too few markers with what is chosen, in Chinese, a line a block. */
export function gapTexts(
  blocks: readonly Block[],
  schools: readonly School[],
  wanted: Patch,
): string[] {
  return blocks.flatMap((block) => {
    const next = { ...block, ...defined(wanted) }
    const mode = next.mark_mode as MarkMode
    const needed = hasThirdReading(mode) ? 3 : baseReadings(mode)
    const avoids = next.avoid_own_school === 1
    if (block.markers.length === 0 || (next.mark_scope === 'mixed' && !avoids)) return []
    const policy: EligibilityPolicy = {
      scope: next.mark_scope satisfies MarkScope,
      // Who teaches which class is not known here: the server says so of what is saved.
      avoidOwnClass: false,
      markerCount: block.marker_count,
      avoidOwnSchool: avoids,
      isJoint: block.is_joint === 1,
      groups: next.school_groups.map((group) => ({
        name: group.name,
        schoolIds: group.school_ids,
        markerIds: group.marker_ids,
      })),
    }
    const gaps = schoolGaps(
      policy.scope,
      schools.map(({ school_id: schoolId }) => ({ schoolId, classIds: [] })),
      block.markers.map(({ marker_id, school_ids: schoolIds }) =>
        readingBar(policy, marker_id, { classIds: [], schoolIds }),
      ),
      needed,
    )
    if (gaps.length === 0) return []
    const names = gaps.slice(0, NAMED).map(({ schoolId, markers }) => {
      const school = schools.find(({ school_id }) => school_id === schoolId)
      return gapText({
        name: school?.name ?? '',
        class_name: null,
        count: school?.count ?? 0,
        markers,
      })
    })
    const more = gaps.length > NAMED ? `等 ${gaps.length} 所学校` : ''
    return [`${block.block_name}每份需 ${needed} 名教师：${names.join('，')}${more}`]
  })
}

export type SchoolGap = ReplyOf<typeof allocationGet>['school_gaps'][number]

/** A school or class, its candidates and how many may read them, where those are too few. */
export const gapText = ({
  name,
  class_name: className,
  count,
  markers,
}: Omit<SchoolGap, 'school_id'>): string =>
  className === null
    ? `${name}（${count} 人）${markersText(markers)}`
    : `${className}（${count} 人）任课教师回避本班，${markersText(markers)}`

/** The same of several, the first ones each. */
export const gapsText = (gaps: readonly SchoolGap[]): string => {
  const named = gaps.slice(0, NAMED).map(gapText).join('，')
  return gaps.length > NAMED ? `${named}等 ${placesText(gaps)}` : named
}

/** How many schools and classes these are. */
export function placesText(gaps: readonly SchoolGap[]): string {
  const schools = gaps.filter(({ class_name }) => class_name === null).length
  const classes = gaps.length - schools
  return [
    ...(schools > 0 ? [`${schools} 所学校`] : []),
    ...(classes > 0 ? [`${classes} 个班`] : []),
  ].join('、')
}

const markersText = (markers: number): string =>
  markers === 0 ? '没有教师可阅' : `只有 ${markers} 名教师可阅`

const defined = (patch: Patch): Partial<Block> =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
