import { filter } from '@hengjuan/ui'

/** What the address of supervision says. */
export const supervisionFilters = {
  exam_id: filter.id(),
  subject_id: filter.id(),
  block_id: filter.id(),
  marker_id: filter.id(),
  view: filter.oneOf(['block', 'marker', 'school'], 'block'),
  /** Readings that a figure of another page counts: all of the block or marker, or of a kind. */
  readings: filter.text(),
  /** Papers that a figure of another page counts: what the marker has in hand, or problem papers. */
  papers: filter.text(),
  /** The entry of the rubric whose readings are shown. */
  entry_id: filter.text(),
}

/** What opens readings or papers from another page; none of it once they are closed. */
export const NO_FIGURE = { readings: '', papers: '', entry_id: '' } as const
