import { median } from '../kernels/averages.ts'
import type { TemplatePage } from '@hengjuan/domain'
import type { FeedCurve } from '../align/feed-curve.ts'
import { feedAt, isGentle } from '../align/feed-curve.ts'
import type { InkView } from '../align/ink-view.ts'
import type { PrintLine } from './print-lines.ts'
import { lineOffset, printLines } from './print-lines.ts'

/** Slip that is looked for beyond what the marks told. */
const reachMm = 2.2
/** Lines nearer to each other than this measure one place. */
const sameLineMm = 1.5
/** Less misfit than this is no slip. */
const leastSlipMm = 0.15
/** Fewer lines than this say too little about a page. */
const leastLines = 6

/**
 * How unevenly the paper was fed, measured at every printed line and row of bubbles; null when there is no
 * slip worth following. It shows what edge marks cannot: slip that comes and goes between two of them.
 */
export function feedOfPrint(view: InkView, page: TemplatePage): FeedCurve | null {
  const lines = printLines(page)
  const curves = (['y', 'x'] as const).flatMap((axis) => {
    // A page is fed one way: what the marks found in the other direction is not touched.
    if (view.feed && view.feed.axis !== axis) return []
    return curveAlong(view, lines, axis) ?? []
  })
  curves.sort((a, b) => b.slip - a.slip)
  return curves[0]?.feed ?? null
}

function curveAlong(
  view: InkView,
  lines: readonly PrintLine[],
  axis: 'x' | 'y',
): { feed: FeedCurve; slip: number } | null {
  const measured = lines
    .filter((line) => line.axis === axis)
    .flatMap((line) => {
      const offset = lineOffset(view, line, reachMm)
      return offset === null ? [] : [{ at: line.at, offset }]
    })
    .sort((a, b) => a.at - b.at)
  if (measured.length < leastLines) return null
  const at: number[] = []
  const offsets: number[] = []
  for (let i = 0; i < measured.length;) {
    const near = measured.filter((m, k) => k >= i && m.at - measured[i]!.at < sameLineMm)
    i += near.length
    at.push(near.reduce((sum, m) => sum + m.at, 0) / near.length)
    offsets.push(median(near.map((m) => m.offset)))
  }
  const smooth = withoutSpikes(offsets)
  const slip = Math.max(...smooth) - Math.min(...smooth)
  if (at.length < 3 || slip < leastSlipMm) return null
  const shift = smooth.map((offset, i) => offset + known(view.feed, at[i]!))
  const feed = { axis, at, shift }
  return isGentle(feed) ? { feed, slip } : null
}

const known = (feed: FeedCurve | null | undefined, at: number) =>
  feed ? feedAt(feed, at).shift : 0

/** A line that is off by itself was mistaken for another: the median of three neighbours replaces it. */
const withoutSpikes = (values: readonly number[]) =>
  values.map((value, i) =>
    i === 0 || i === values.length - 1 ? value : median([values[i - 1]!, value, values[i + 1]!]),
  )
