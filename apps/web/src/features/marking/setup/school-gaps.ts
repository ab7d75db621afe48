import type { blockSettingsGet, ReplyOf } from '@hengjuan/contracts'
import {
  baseReadings,
  hasThirdReading,
  type MarkMode,
  type MarkScope,
  schoolGaps,
} from '@hengjuan/domain'
import type { Block, Patch } from './settings-fields.ts'

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
    const gaps = schoolGaps(
      {
        scope: next.mark_scope satisfies MarkScope,
        avoidOwnClass: false,
        markerCount: block.marker_count,
        avoidOwnSchool: avoids,
        isJoint: block.is_joint === 1,
        groups: next.school_groups.map((group) => ({
          name: group.name,
          schoolIds: group.school_ids,
          markerIds: group.marker_ids,
        })),
      },
      schools.map(({ school_id }) => school_id),
      block.markers.map(({ marker_id, school_ids }) => ({ id: marker_id, schoolIds: school_ids })),
      needed,
    )
    if (gaps.length === 0) return []
    const names = gaps.slice(0, NAMED).map(({ schoolId, markers }) => {
      const school = schools.find(({ school_id }) => school_id === schoolId)
      return gapText({ name: school?.name ?? '', count: school?.count ?? 0, markers })
    })
    const more = gaps.length > NAMED ? `等 ${gaps.length} 所学校` : ''
    return [`${block.block_name}每份需 ${needed} 名教师：${names.join('，')}${more}`]
  })
}

/** A school, its candidates and how many may read them, where those are too few. */
export const gapText = (gap: { name: string; count: number; markers: number }): string =>
  `${gap.name}（${gap.count} 人）${markersText(gap.markers)}`

const markersText = (markers: number): string =>
  markers === 0 ? '没有教师可阅' : `只有 ${markers} 名教师可阅`

const defined = (patch: Patch): Partial<Block> =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
