/** Address of the readings of a block, or of one marker of it. @source ui D1 rule 3 */
export function readingsAddress(of: {
  exam_id: number
  block_id: number
  marker_id?: number
  kind?: 'sent_back' | 'checked'
  /** Entry of the rubric that they were given by. */
  entry_id?: string
}): string {
  const { exam_id, block_id, marker_id, kind, entry_id } = of
  const marker = marker_id === undefined ? '' : `&marker_id=${marker_id}`
  const entry = entry_id === undefined ? '' : `&entry_id=${entry_id}`
  return `/MarkingSupervision?exam_id=${exam_id}&block_id=${block_id}${marker}&readings=${kind ?? 'all'}${entry}`
}

/** Address of the papers that a marker of a block has in hand. @source ui D1 rule 3 */
export const inHandAddress = (of: {
  exam_id: number
  block_id: number
  marker_id: number
}): string =>
  `/MarkingSupervision?exam_id=${of.exam_id}&block_id=${of.block_id}&marker_id=${of.marker_id}&papers=held`
