import type { Interval } from '@hengjuan/domain'
import type { Members } from './members.ts'

/**
 * How many have a value in each band, both ends inside: scores, or ranks with 0 for none below every band.
 *
 * @source domain rules 10
 */
export function bandCounts(
  values: Int32Array,
  { runs, only }: Members,
  bands: readonly Interval[],
): number[] {
  const counts = bands.map(() => 0)
  for (const { from, to } of runs)
    for (let place = from; place < to; place++) {
      const value = values[place]!
      if (value < 0 || (only && !only[place])) continue
      for (let band = 0; band < bands.length; band++)
        if (value >= bands[band]!.lower && value <= bands[band]!.upper) counts[band]!++
    }
  return counts
}
