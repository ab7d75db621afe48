import { filter, type ValuesOf } from '@hengjuan/ui'
import { emptySample, SAMPLE_KINDS, type SampleForm } from './sample.ts'

/** A sample in the address of its page: who comes back, from another page or another tab of it, finds it as it was. */
export const sampleFilters = {
  marker_id: filter.id(),
  kind: filter.oneOf(
    SAMPLE_KINDS.map(({ value }) => value),
    emptySample.kind,
  ),
  low: filter.text(),
  high: filter.text(),
  line: filter.text(),
  window: filter.text(emptySample.window),
  gap: filter.text(emptySample.gap),
  percent: filter.number(emptySample.percent),
  from: filter.text(),
  to: filter.text(),
}
type Values = ValuesOf<typeof sampleFilters>

export const sampleOf = ({ marker_id: markerId, ...values }: Values): SampleForm => ({
  markerId,
  kind: values.kind,
  low: values.low,
  high: values.high,
  line: values.line,
  window: values.window,
  gap: values.gap,
  percent: values.percent,
  from: values.from,
  to: values.to,
})

export const sampleInAddress = ({ markerId, ...form }: SampleForm): Values => ({
  ...form,
  marker_id: markerId,
})
