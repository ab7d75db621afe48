import type { MarkerRow } from './marker-rows.ts'
import type { SeenBlock } from './view.ts'

/** Somebody who marks the same subject and has nothing left to mark. */
interface Helper {
  marker_id: number
  name: string
  /** The block that the person has finished. */
  block_name: string
  /** Papers that the person marked in the last hour; the faster come first. */
  lastHour: number
}

/**
 * Who could help with a block that is not done: markers of other blocks of the subject whose own work is done
 * everywhere, and who are not in this block already. Whether the person can mark the question is for a leader
 * to say.
 *
 * @param markers the rows of the subject's blocks, and of the other blocks of whoever is in them
 * @source features A10 (98)
 */
export function whoCanHelp(
  block: Pick<SeenBlock, 'block_id' | 'subject_id'>,
  blocks: readonly Pick<
    SeenBlock,
    'block_id' | 'subject_id' | 'block_name' | 'marking_count' | 'reading_total'
  >[],
  markers: readonly Pick<
    MarkerRow,
    | 'block_id'
    | 'marker_id'
    | 'name'
    | 'duty'
    | 'suspended'
    | 'disabled'
    | 'done'
    | 'target'
    | 'claimed'
    | 'last_hour'
  >[],
): Helper[] {
  const blockOf = new Map(blocks.map((row) => [row.block_id, row]))
  const inside = new Set(
    markers.filter(({ block_id }) => block_id === block.block_id).map(({ marker_id }) => marker_id),
  )
  const isFree = (row: (typeof markers)[number]): boolean => {
    const own = blockOf.get(row.block_id)
    if (!own || row.claimed > 0) return false
    return own.marking_count >= own.reading_total || (row.target !== null && row.done >= row.target)
  }
  return [...Map.groupBy(markers, ({ marker_id }) => marker_id).values()]
    .flatMap((rows): Helper[] => {
      const here = rows.find(
        (row) =>
          row.duty === 'marker' &&
          !row.suspended &&
          !row.disabled &&
          blockOf.get(row.block_id)?.subject_id === block.subject_id,
      )
      if (!here || inside.has(here.marker_id) || !rows.every(isFree)) return []
      return [
        {
          marker_id: here.marker_id,
          name: here.name,
          block_name: blockOf.get(here.block_id)?.block_name ?? '',
          lastHour: here.last_hour,
        },
      ]
    })
    .toSorted((a, b) => b.lastHour - a.lastHour)
}
