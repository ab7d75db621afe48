import type { TemplateAnchor } from '@hengjuan/domain'
import type { AnchorCandidate, ScaleRange } from './anchor-candidates.ts'

/** One way to lay the marks over the dark areas that were found. */
export interface Hypothesis {
  /** Candidate of each anchor, null where none fits. */
  matches: (AnchorCandidate | null)[]
  matched: number
  score: number
}

export interface HypothesisLimits {
  scales: ScaleRange
  /** Most a page may be turned away from a multiple of 90 degrees. */
  skewDeg: number
  /** How far another anchor may lie from where two anchors predict it, as a share of their distance. */
  tolerance: number
}

/**
 * Marks laid over candidates in one search, before it ends with the best found so far: a card with fifty equal
 * timing marks could be laid in a million ways, and a page may cost two seconds at most.
 */
const mostWork = 30_000
/** Further than any two marks of a page lie apart. */
const farMm = 1000

/** More candidates than this per anchor are noise; the best-shaped are kept. */
const mostCandidates = 40

/**
 * Lays every pair of anchors over every pair of candidates and counts what else fits, best first. The
 * anchors' differing shapes and places decide the orientation.
 */
export function hypothesise(
  anchors: readonly TemplateAnchor[],
  candidates: readonly AnchorCandidate[][],
  limits: HypothesisLimits,
): Hypothesis[] {
  const lists = candidates.map((list) =>
    list.length <= mostCandidates
      ? list
      : [...list].sort((a, b) => b.quality - a.quality).slice(0, mostCandidates),
  )
  const best = new Map<string, Hypothesis>()
  let left = mostWork
  for (const [i, j] of pairsOf(anchors)) {
    for (const first of lists[i]!) {
      for (const second of lists[j]!) {
        const hypothesis = tryPair(anchors, lists, i, j, first, second, limits)
        if (!hypothesis) continue
        const key = hypothesis.matches
          .map((m) => (m ? `${Math.round(m.xPx)},${Math.round(m.yPx)}` : '-'))
          .join(' ')
        const known = best.get(key)
        if (!known || known.score < hypothesis.score) best.set(key, hypothesis)
        left -= anchors.length
        if (left < 0) return ranked(best)
      }
    }
  }
  return ranked(best)
}

const ranked = (best: ReadonlyMap<string, Hypothesis>) =>
  [...best.values()].sort((a, b) => b.score - a.score)

/** Pairs of corners before other pairs, and those far apart, which say most, before those side by side. */
function pairsOf(anchors: readonly TemplateAnchor[]): [number, number][] {
  const pairs = anchors.flatMap((a, i) =>
    anchors.slice(i + 1).map((b, k) => {
      const corners = Number(a.role === 'corner') + Number(b.role === 'corner')
      const distance = Math.hypot(a.xMm - b.xMm, a.yMm - b.yMm)
      return { i, j: i + 1 + k, rank: corners * farMm + distance }
    }),
  )
  return pairs.sort((a, b) => b.rank - a.rank).map(({ i, j }) => [i, j])
}

function tryPair(
  anchors: readonly TemplateAnchor[],
  lists: readonly (readonly AnchorCandidate[])[],
  i: number,
  j: number,
  first: AnchorCandidate,
  second: AnchorCandidate,
  limits: HypothesisLimits,
): Hypothesis | null {
  const a = anchors[i]!
  const [sheetX, sheetY] = [anchors[j]!.xMm - a.xMm, anchors[j]!.yMm - a.yMm]
  const [pictureX, pictureY] = [second.xPx - first.xPx, second.yPx - first.yPx]
  const sheetMm = Math.hypot(sheetX, sheetY)
  const pixels = Math.hypot(pictureX, pictureY)
  if (sheetMm < 20 || pixels < 20) return null
  const scale = pixels / sheetMm
  if (scale < limits.scales.least || scale > limits.scales.most) return null
  if (!sizeAgrees(first, scale) || !sizeAgrees(second, scale)) return null
  // The turn and scale that take the one vector to the other, as a complex quotient.
  const cos = (pictureX * sheetX + pictureY * sheetY) / (sheetMm * sheetMm)
  const sin = (pictureY * sheetX - pictureX * sheetY) / (sheetMm * sheetMm)
  const degrees = (Math.atan2(sin, cos) * 180) / Math.PI
  if (Math.abs(degrees - 90 * Math.round(degrees / 90)) > limits.skewDeg) return null

  const matches: (AnchorCandidate | null)[] = anchors.map(() => null)
  matches[i] = first
  matches[j] = second
  let matched = 2
  let score = 2 + first.quality + second.quality
  const reach = limits.tolerance * pixels
  for (let k = 0; k < anchors.length; k++) {
    if (k === i || k === j) continue
    const [dx, dy] = [anchors[k]!.xMm - a.xMm, anchors[k]!.yMm - a.yMm]
    const x = first.xPx + cos * dx - sin * dy
    const y = first.yPx + sin * dx + cos * dy
    const match = nearest(lists[k]!, x, y, reach, scale)
    if (!match || matches.includes(match.candidate)) continue
    matches[k] = match.candidate
    matched++
    score += 1 + match.candidate.quality - match.distance / reach
  }
  return { matches, matched, score }
}

function nearest(
  list: readonly AnchorCandidate[],
  x: number,
  y: number,
  reach: number,
  scale: number,
): { candidate: AnchorCandidate; distance: number } | null {
  let best: { candidate: AnchorCandidate; distance: number } | null = null
  for (const candidate of list) {
    const distance = Math.hypot(candidate.xPx - x, candidate.yPx - y)
    if (distance > reach || !sizeAgrees(candidate, scale)) continue
    if (!best || distance < best.distance) best = { candidate, distance }
  }
  return best
}

/** Low toner and blur change a mark's size more than its distance to the next. */
const sizeAgrees = (candidate: AnchorCandidate, scale: number) =>
  candidate.pxPerMm > scale * 0.75 && candidate.pxPerMm < scale * 1.33
