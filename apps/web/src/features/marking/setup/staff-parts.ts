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
