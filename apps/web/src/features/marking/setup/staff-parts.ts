import type { allocationGet, ReplyOf } from '@hengjuan/contracts'
import type { SharePart } from '@hengjuan/domain'

type Allocation = Pick<ReplyOf<typeof allocationGet>, 'parts' | 'mark_scope'>

/** Somebody of the block, or about to be. */
interface Member {
  id: number
  /** The school by which they mark; null where it is not known. */
  schoolId: number | null
}

/** A part of a block with the name of its schools. */
export interface NamedPart extends SharePart {
  name: string
  markerIds: readonly number[]
}

/**
 * The parts of a block with who is in it now. Who was there stays in their part; who is new comes to the
 * part of their school, where schools read their own, and to none where groups do: groups name their people.
 *
 * @returns null where everybody may read anything
 */
export function partsWith(
  { parts, mark_scope }: Allocation,
  members: readonly Member[],
): NamedPart[] | null {
  if (parts === null) return null
  return parts.map((part) => ({
    name: part.name,
    units: part.units,
    readings: part.readings,
    markerIds: members.flatMap(({ id, schoolId }) => {
      const isKnown = parts.some(({ marker_ids }) => marker_ids.includes(id))
      const isOwn = isKnown
        ? part.marker_ids.includes(id)
        : mark_scope === 'own_school' && schoolId !== null && part.school_ids.includes(schoolId)
      return isOwn ? [id] : []
    }),
  }))
}
