/** Address of the readings of a block, or of one marker of it. @source ui D1 rule 3 */
export function readingsAddress(of: {
  exam_id: number
  block_id: number
  marker_id?: number
  kind?: 'sent_back' | 'checked'
}): string {
  const { exam_id, block_id, marker_id, kind } = of
  const marker = marker_id === undefined ? '' : `&marker_id=${marker_id}`
  return `/MarkingSupervision?exam_id=${exam_id}&block_id=${block_id}${marker}&readings=${kind ?? 'all'}`
}
