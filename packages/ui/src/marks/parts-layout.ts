/** Space between two parts of an answer, in image pixels. */
const GAP = 12

/** Size of one image of an answer, in its pixels. */
export interface PartSize {
  width_px: number
  height_px: number
}

/** Parts under each other, or side by side as the pages of an open booklet. */
export type PartsArrangement = 'stack' | 'row'

/** Where the upper left corner of a part lies in the picture of all of them. */
export interface PartOffset {
  x: number
  y: number
}

/** How the parts of an answer lie in one picture: size of all, and where each begins. */
export function partsLayout(
  parts: readonly PartSize[],
  arrangement: PartsArrangement = 'stack',
): { width: number; height: number; offsets: PartOffset[] } {
  const isRow = arrangement === 'row'
  const offsets: PartOffset[] = []
  let along = 0
  for (const { width_px, height_px } of parts) {
    offsets.push(isRow ? { x: along, y: 0 } : { x: 0, y: along })
    along += (isRow ? width_px : height_px) + GAP
  }
  const length = Math.max(1, along - GAP)
  const across = Math.max(
    1,
    ...parts.map(({ width_px, height_px }) => (isRow ? height_px : width_px)),
  )
  return isRow
    ? { width: length, height: across, offsets }
    : { width: across, height: length, offsets }
}
