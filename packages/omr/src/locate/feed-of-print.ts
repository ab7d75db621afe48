import type { TemplatePage } from '@hengjuan/domain'
import type { FeedCurve } from '../align/feed-curve.ts'
import { feedAt } from '../align/feed-curve.ts'
import type { InkView } from '../align/ink-view.ts'
import { misplaced } from './feed-of-marks.ts'
import type { FoundAnchor } from './placement.ts'
import type { PrintRow } from './row-evidence.ts'
import { evidenceStepMm, printRows, rowEvidence } from './row-evidence.ts'
import type { FeedNode } from './track-feed.ts'
import { trackFeed } from './track-feed.ts'

/** How unevenly the paper was fed, as its print shows it. */
export interface PrintedFeed {
  feed: FeedCurve
  /** Largest difference between two places, millimetres. */
  slipMm: number
  rows: TrackedRow[]
}

/** How surely one row of print was found. */
export interface TrackedRow {
  row: PrintRow
  /** Sheet millimetres along the feed. */
  along: number
  /** Where it was found, millimetres along the axis from its place on a flat page. */
  shift: number
  /** How well it is met there, 0 to 1. */
  met: number
  /** By how many rows this place beats any other, see `FeedTrack`. */
  margin: number
}

/** Slip that is looked for beyond what the marks told. */
const usualReachMm = 6.5
/** Marks lie where they were found: this far off is half as likely, and no mark outweighs so many rows. */
const markMm = 0.25
const markRows = 5
/** Less of the strongest rows' rise is noise. */
const leastRise = 0.08
/** Share of the usual row's rise from which a row counts as met fully. */
const usualShare = 0.75
/** Rows of less weight are followed, not led by. */
const leastMet = 0.35
/** A row is mistaken for its neighbour, a pitch away; what is nearer than this share of it is the same row. */
const elsewhereShare = 0.4
const mostElsewhereMm = 2
/** Places nearer than this are one knot of the curve. */
const sameKnotMm = 1.2
/** Fewer rows than this say too little about a page. */
const leastRows = 6

/**
 * How unevenly the paper was fed along an axis: the course of the offset that fits to all printed rows and
 * frames and to the marks together. It shows what edge marks cannot, slip that comes and goes between two
 * of them, and tells apart rows that look alike, by what leads there from the marks and by the ends of
 * every grid. Null where too little is printed.
 *
 * @param reachMm furthest slip that is looked for
 */
export function feedOfPrint(
  view: InkView,
  page: TemplatePage,
  axis: FeedCurve['axis'],
  anchors: readonly FoundAnchor[],
  reachMm = usualReachMm,
): PrintedFeed | null {
  const rows = printRows(page, axis).filter((row) => row.isLeading)
  if (rows.length < leastRows) return null
  const flat: InkView = { ...view, feed: null }
  const lean = leanOf(view, axis)
  const along = (r: PrintRow) => r.at + lean * r.across
  const marks = anchors
    .filter((a) => a.found)
    .map((a) => {
      const { xMm, yMm } = a.anchor
      return {
        at: axis === 'y' ? yMm + lean * xMm : xMm + lean * yMm,
        off: misplaced(view.toPx, a)[axis],
      }
    })
  const steps = Math.round(
    (reachMm + Math.max(0, ...marks.map((m) => Math.abs(m.off)))) / evidenceStepMm,
  )
  const raw = rows.map((row) => rowEvidence(flat, row, axis, 0, steps))
  const tops = raw.map((e) => Math.max(...e)).sort((a, b) => a - b)
  const usual = Math.max(leastRise, usualShare * tops[Math.floor(tops.length * 0.6)]!)
  const scores = raw.map((evidence, i) =>
    evidence.map((value) => rows[i]!.weight * Math.min(1, value / usual)),
  )
  const nodes: (FeedNode & { index: number })[] = [
    ...scores.map((score, index) => {
      const row = rows[index]!
      const elsewhereMm = Math.min(mostElsewhereMm, elsewhereShare * row.pitchMm)
      return { at: along(row), score, index, elsewhereMm }
    }),
    ...marks.map(({ at, off }) => {
      return { at, score: markScore(off, steps), index: -1, elsewhereMm: mostElsewhereMm }
    }),
  ].sort((a, b) => a.at - b.at)
  const { best, margin } = trackFeed(nodes)
  const shifts = nodes.map(({ index }, i) =>
    index < 0 ? (best[i]! - steps) * evidenceStepMm : refined(raw[index]!, best[i]!, steps),
  )
  const tracked = nodes.flatMap(({ index, score }, i): TrackedRow[] => {
    if (index < 0) return []
    const row = rows[index]!
    return [
      {
        row,
        along: nodes[i]!.at,
        shift: shifts[i]!,
        met: score[best[i]!]! / row.weight,
        margin: margin[i]!,
      },
    ]
  })
  const knots = knotsOf(
    nodes.map(({ at, index, score }, i) => ({
      at,
      shift: shifts[i]!,
      weight:
        index < 0 ? 2 : score[best[i]!]! >= leastMet * rows[index]!.weight ? score[best[i]!]! : 0,
    })),
  )
  if (knots.length < 3) return null
  const shift = knots.map((k) => k.shift)
  const feed: FeedCurve = { axis, at: knots.map((k) => k.at), shift, lean }
  return { feed, slipMm: Math.max(...shift) - Math.min(...shift), rows: tracked }
}

/** How far along the feed a place lies for each millimetre across, by how the page lies in the picture. */
function leanOf({ toPx }: Pick<InkView, 'toPx'>, axis: FeedCurve['axis']): number {
  const [a, b, , d, e] = toPx as number[] as [number, number, number, number, number]
  // Along the sheet's axis the picture is fed along one of its own.
  if (axis === 'y') return Math.abs(e) > Math.abs(b) ? d / e : a / b
  return Math.abs(a) > Math.abs(d) ? b / a : e / d
}

function markScore(off: number, steps: number): Float64Array {
  return Float64Array.from({ length: 2 * steps + 1 }, (_, i) => {
    const miss = ((i - steps) * evidenceStepMm - off) / markMm
    return -Math.min(markRows, miss * miss)
  })
}

/** The centre of the evidence around a step, which is coarse. */
function refined(evidence: Float64Array, best: number, steps: number): number {
  let [weight, moment] = [0, 0]
  const floor = evidence[best]! * 0.5
  for (let k = best - 3; k <= best + 3; k++) {
    const w = Math.max(0, (evidence[k] ?? 0) - floor)
    weight += w
    moment += w * k
  }
  const middle = weight > 0 ? moment / weight : best
  return (middle - steps) * evidenceStepMm
}

interface Knot {
  at: number
  shift: number
  weight: number
}

/** Rows at one place are one knot. */
function knotsOf(places: readonly Knot[]): Knot[] {
  const sure = places.filter((p) => p.weight > 0)
  const knots: Knot[] = []
  for (let i = 0; i < sure.length;) {
    let n = i
    while (n < sure.length && sure[n]!.at - sure[i]!.at < sameKnotMm) n++
    const near = sure.slice(i, n)
    const weight = near.reduce((sum, p) => sum + p.weight, 0)
    const mean = (of: (p: Knot) => number) =>
      near.reduce((sum, p) => sum + p.weight * of(p), 0) / weight
    knots.push({ at: mean((p) => p.at), shift: mean((p) => p.shift), weight })
    i = n
  }
  return knots
}

/** Where a place of the sheet lies along the feed. */
export const alongFeed = (
  { axis, lean = 0 }: FeedCurve,
  { xMm, yMm }: { xMm: number; yMm: number },
): number => (axis === 'y' ? yMm + lean * xMm : xMm + lean * yMm)

/** The slip at a place along the feed. */
export const shiftAt = (feed: FeedCurve, along: number): number => feedAt(feed, along).shift
