import { filter, type ValuesOf } from '@hengjuan/ui'
import { RECORD_RESULTS, sampleFilters, sampleOf } from '../features/marking/index.ts'

export const spotCheckFilters = {
  exam_id: filter.id(),
  block_id: filter.id(),
  tab: filter.text(),
  result: filter.oneOf(RECORD_RESULTS, ''),
  page: filter.number(1),
  ...sampleFilters,
  blind: filter.number(0),
}

type SpotCheckValues = ValuesOf<typeof spotCheckFilters>

export interface InExam {
  examId: number
  values: SpotCheckValues
  onSet: (part: Partial<SpotCheckValues>) => void
}

/** Checks of the block and the marker of the address; of the whole exam without. */
export const recordsIn = (examId: number, { block_id, ...values }: SpotCheckValues) => {
  const { markerId } = sampleOf(values)
  return {
    exam_id: examId,
    ...(block_id === null ? {} : { block_id }),
    ...(markerId === null ? {} : { marker_id: markerId }),
  }
}
