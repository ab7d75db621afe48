import type { FeedCurve } from '../align/feed-curve.ts'
import { feedAt } from '../align/feed-curve.ts'
import { fitAffine, fitHomography, fitSimilarity } from '../kernels/homography.ts'
import type { PointPair } from '../kernels/homography.ts'
import { feedOfMarks } from './feed-of-marks.ts'
import type { MapFit, Match } from './placement.ts'
import { errorMm, rmsMm } from './placement.ts'
import { spreadMm } from './sufficient-marks.ts'

/** Marks agree to within this: print, paper and centres are not better. */
const agreeMm = 0.08
const feedRounds = 3
/** A freer model must explain the marks this much better than a stiffer one. */
const gain = 0.6
/** Further off, a mark is damaged or another dark thing; with six marks or fewer it is harder to say which. */
const outlierMm = 0.3
const outlierOfFewMm = 0.7
/** Marks nearer to one line than this lie on it. */
const leastSpreadMm = 20
/** So many marks are tried for the one that contradicts the rest. */
const mostSuspects = 14
/** More marks than this share are not thrown away: then the page itself is bent. */
const mostOutliers = 0.34

export interface FittedMarks {
  fit: MapFit
  /** The marks that the map rests on. */
  used: Match[]
}

/** Fits a page to its marks and leaves out those that contradict the rest; null with fewer than two. */
export function fitMarks(matches: readonly Match[]): FittedMarks | null {
  let used = [...matches]
  let fit = bestFit(used)
  const least = Math.max(4, Math.ceil(matches.length * (1 - mostOutliers)))
  while (fit && used.length > least) {
    const limit = used.length > 6 ? outlierMm : outlierOfFewMm
    if (Math.max(...used.map((m) => errorMm(fit!, m))) < limit) break
    const next = withoutWorst(used, suspects(fit, used))
    if (!next || rmsMm(next.fit, next.used) > gain * rmsMm(fit, used)) break
    ;({ fit, used } = next)
  }
  return fit && { fit, used }
}

/** The marks that lie furthest off: of fifty timing marks not each one need be tried. */
const suspects = (fit: MapFit, matches: readonly Match[]): readonly Match[] =>
  matches.length <= mostSuspects
    ? matches
    : matches.toSorted((a, b) => errorMm(fit, b) - errorMm(fit, a)).slice(0, mostSuspects)

/** Leaves out the mark without which the others agree best, and need least slip to do so. */
function withoutWorst(matches: readonly Match[], suspected: readonly Match[]): FittedMarks | null {
  let best: (FittedMarks & { cost: number }) | null = null
  for (const out of suspected) {
    const used = matches.filter((m) => m !== out)
    const fit = bestFit(used)
    if (!fit) continue
    const slip = fit.feed ? Math.max(...fit.feed.shift.map(Math.abs)) : 0
    const cost = rmsMm(fit, used) + 0.1 * slip
    if (!best || cost < best.cost) best = { fit, used, cost }
  }
  return best
}

/**
 * The stiffest map that the marks agree with. Four corners fix a perspective; without one of them a
 * projective fit would run wild where the mark is missing, so that a flat page is taken unless the
 * edge marks clearly say otherwise.
 */
function bestFit(matches: readonly Match[]): MapFit | null {
  const pairs = matches.map((m) => toPair(m))
  const corners = matches.filter((m) => m.anchor.role === 'corner').length
  // Marks along one edge say nothing of the other direction: a freer map would turn the page by a hair.
  const isLine = corners < 3 && spreadMm(matches.map((m) => m.anchor)) < leastSpreadMm
  if (pairs.length < 3 || isLine) {
    const toPx = fitSimilarity(pairs)
    return toPx && { toPx, feed: null, model: 'similarity' }
  }
  let best: MapFit | null = null
  for (const fit of corners >= 4 ? projectiveFits(matches) : allFits(matches)) {
    if (best && rmsMm(fit, matches) > gain * rmsMm(best, matches)) continue
    best = fit
    if (rmsMm(best, matches) < agreeMm) break
  }
  return best
}

function* allFits(matches: readonly Match[]): Generator<MapFit> {
  const toPx = fitAffine(matches.map((m) => toPair(m)))
  if (toPx) {
    const flat: MapFit = { toPx, feed: null, model: 'affine' }
    yield flat
    yield* withFeed(flat, matches)
  }
  if (matches.length >= 6) yield* projectiveFits(matches)
}

function* projectiveFits(matches: readonly Match[]): Generator<MapFit> {
  const toPx = fitHomography(matches.map((m) => toPair(m)))
  if (!toPx) return
  const fit: MapFit = { toPx, feed: null, model: 'projective' }
  yield fit
  yield* withFeed(fit, matches)
}

function* withFeed(fit: MapFit, matches: readonly Match[]): Generator<MapFit> {
  if (matches.length < 6) return
  for (const axis of ['y', 'x'] as const) {
    let slipped: MapFit | null = null
    // Slip bends the flat map as well: both are fitted in turn until they share the misfit rightly.
    for (let round = 0; round < feedRounds; round++) {
      const feed = feedOfMarks((slipped ?? fit).toPx, matches, axis)
      if (!feed) break
      const pairs = matches.map((m) => toPair(m, feed))
      const toPx = fit.model === 'affine' ? fitAffine(pairs) : fitHomography(pairs)
      if (!toPx) break
      slipped = { ...fit, toPx, feed }
    }
    if (slipped) yield slipped
  }
}

function toPair({ anchor, xPx, yPx }: Match, feed: FeedCurve | null = null): PointPair {
  const { xMm, yMm } = anchor
  const from = {
    x: feed?.axis === 'x' ? xMm + feedAt(feed, xMm).shift : xMm,
    y: feed?.axis === 'y' ? yMm + feedAt(feed, yMm).shift : yMm,
  }
  return { from, to: { x: xPx, y: yPx }, weight: anchor.role === 'corner' ? 1 : 0.5 }
}
