import type { allocationGet, ReplyOf } from '@hengjuan/contracts'
import { partsWithMembers, type SchoolPart } from '@hengjuan/domain'

type Allocation = Pick<ReplyOf<typeof allocationGet>, 'parts' | 'mark_scope'>

/** A part of a block with the name of its schools. */
export interface NamedPart extends SchoolPart {
  name: string
}

/**
 * The parts of a block with who is in it now.
 *
 * @returns null where everybody may read anything
 */
export const partsWith = (
  { parts, mark_scope }: Allocation,
  members: Parameters<typeof partsWithMembers>[2],
): NamedPart[] | null =>
  parts &&
  partsWithMembers(
    parts.map((part) => ({
      name: part.name,
      schoolIds: part.school_ids,
      markerIds: part.marker_ids,
      units: part.units,
      readings: part.readings,
    })),
    mark_scope,
    members,
  )

/** Who reads the papers of no part, in words; empty where everybody reads some. */
export function outsideText(
  parts: readonly NamedPart[] | null,
  markers: readonly { id: number; name: string }[],
  scope: Allocation['mark_scope'],
): string {
  const outside = markers.filter(
    ({ id }) => parts && !parts.some(({ markerIds }) => markerIds.includes(id)),
  )
  if (outside.length === 0) return ''
  const why = scope === 'group' ? '不在任何教师组，请在阅卷设置中加入' : '所在学校没有本题块的试卷'
  return `${outside.map(({ name }) => name).join('、')}${why}；现在领不到试卷`
}
