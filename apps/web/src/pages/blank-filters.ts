import { filter, type ValuesOf } from '@hengjuan/ui'
import { CHECKED_KINDS } from '../features/marking/index.ts'

export const blankFilters = {
  exam_id: filter.id(),
  block_id: filter.id(),
  /** What is shown of the block: what waits, or what became of the rest. */
  show: filter.oneOf(['waiting', ...CHECKED_KINDS], 'waiting'),
  page: filter.number(1),
}

export type BlankValues = ValuesOf<typeof blankFilters>
