import type { Milli, ScoreSegment } from '@hengjuan/domain'
import type { Members } from './members.ts'

/**
 * How many have a score in each segment of a width, anchored at 0, the lowest first; the top segment is closed at the
 * full mark. With a width of a point it is the one-point table 一分一段.
 *
 * @param widthMilli above 0
 * @source domain rules 10
 */
export function segmentCounts(
  scores: Int32Array,
  { runs, only }: Members,
  fullMilli: Milli,
  widthMilli: Milli,
): Uint32Array {
  const last = Math.max(1, Math.ceil(fullMilli / widthMilli)) - 1
  const counts = new Uint32Array(last + 1)
  for (const { from, to } of runs)
    for (let place = from; place < to; place++) {
      const score = scores[place]!
      if (score < 0 || (only && !only[place])) continue
      counts[Math.min(last, Math.floor(score / widthMilli))]!++
    }
  return counts
}

/** Counted segments from the top down, with what was counted so far. */
export function segmentsDown(
  counts: Uint32Array,
  fullMilli: Milli,
  widthMilli: Milli,
): ScoreSegment[] {
  const segments: ScoreSegment[] = []
  let cumulative = 0
  for (let segment = counts.length - 1; segment >= 0; segment--) {
    const count = counts[segment]!
    cumulative += count
    segments.push({
      lowerMilli: segment * widthMilli,
      upperMilli: Math.min(fullMilli, (segment + 1) * widthMilli),
      closed: segment === counts.length - 1,
      count,
      cumulative,
    })
  }
  return segments
}
