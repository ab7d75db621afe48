import type { TemplateAnchor, TemplatePage } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import type { Homography, PointPair } from '../kernels/homography.ts'
import {
  fitAffine,
  fitHomography,
  fitSimilarity,
  jacobian,
  project,
} from '../kernels/homography.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import { collectCandidates, darkRatios } from './anchor-candidates.ts'
import type { AnchorCandidate } from './anchor-candidates.ts'
import type { Hypothesis } from './hypotheses.ts'
import { rotationOf, skewOf } from './hypotheses.ts'

export interface FoundAnchor {
  anchor: TemplateAnchor
  found: boolean
  xPx: number
  yPx: number
  errorMm: number
}

/** Where a page lies in the picture. */
export interface Placement {
  /** Sheet millimetres to pixels. */
  toPx: Homography
  rotation: 0 | 90 | 180 | 270
  skewDeg: number
  pxPerMm: number
  anchors: FoundAnchor[]
  corners: number
  /** Root mean square over the anchors that were used. */
  residualMm: number
  /** Where the geometry comes from: printed marks, the paper's edge, or the picture's edge. */
  source: 'marks' | 'paper' | 'picture'
  /** Higher is better; one more anchor is worth 1. */
  score: number
}

/** Beyond this an anchor is another dark thing, or the paper is bent there. */
const outlierMm = 0.7
/** Below this three corners and the edge marks agree with a flat, unprojected page. */
const flatMm = 0.35

/** Fits the page to a hypothesis, looks for the anchors it predicts, and drops what does not agree. */
export function register(
  gray: Gray,
  white: WhiteMap,
  page: TemplatePage,
  corners: readonly TemplateAnchor[],
  hypothesis: Hypothesis,
): Placement | null {
  let pairs: Match[] = []
  corners.forEach((anchor, i) => {
    const match = hypothesis.matches[i]
    if (match) pairs.push({ anchor, xPx: match.xPx, yPx: match.yPx })
  })
  let map = fitMap(pairs)
  if (!map) return null
  for (const round of [1, 2]) {
    const missing = page.anchors.filter((a) => isMark(a) && !pairs.some((p) => p.anchor === a))
    const reachMm = round === 1 ? 5 : 2.5
    const more = missing.flatMap((a) => findNear(gray, white, page, a, map!, reachMm) ?? [])
    if (more.length === 0) break
    const next = fitMap([...pairs, ...more])
    if (!next) break
    pairs = pairs.concat(more)
    map = next
  }
  const used = dropOutliers(pairs)
  const final = fitMap(used)
  return final ? describePlacement(page, final, used, 'marks') : null
}

/** Lays the page where a person says that its anchors are; null with fewer than four known ones. */
export function placeByAnchors(
  page: TemplatePage,
  anchors: readonly { id: string; xPx: number; yPx: number }[],
): Placement | null {
  const matches = anchors.flatMap(({ id, xPx, yPx }): Match[] => {
    const anchor = page.anchors.find((a) => a.id === id)
    return anchor ? [{ anchor, xPx, yPx }] : []
  })
  if (matches.length < 4) return null
  const map = fitHomography(matches.map(toPair))
  return map ? describePlacement(page, map, matches, 'marks') : null
}

interface Match {
  anchor: TemplateAnchor
  xPx: number
  yPx: number
}

const isMark = (anchor: TemplateAnchor) => anchor.kind !== 'page-corner'

/**
 * Four corners fix a perspective. Without one of them a flat page is assumed, since a projective fit
 * would run wild at the missing corner; only when the edge marks contradict is perspective allowed.
 */
export function fitMap(matches: readonly Match[]): Homography | null {
  const pairs = matches.map(toPair)
  const corners = matches.filter((m) => m.anchor.role === 'corner').length
  if (corners >= 4) return fitHomography(pairs)
  if (pairs.length >= 3) {
    const flat = fitAffine(pairs)
    if (flat && (pairs.length < 6 || rmsMm(flat, matches) < flatMm)) return flat
    return pairs.length >= 6 ? fitHomography(pairs) : flat
  }
  return fitSimilarity(pairs)
}

const toPair = (match: Match): PointPair => ({
  from: { x: match.anchor.xMm, y: match.anchor.yMm },
  to: { x: match.xPx, y: match.yPx },
  weight: match.anchor.role === 'corner' ? 1 : 0.5,
})

function findNear(
  gray: Gray,
  white: WhiteMap,
  page: TemplatePage,
  anchor: TemplateAnchor,
  map: Homography,
  reachMm: number,
): Match | null {
  const scale = scaleAt(map, anchor.xMm, anchor.yMm)
  const at = project(map, anchor.xMm, anchor.yMm)
  const radius = Math.min(reachMm, twinDistance(page, anchor) * 0.45)
  const half = (radius + Math.max(anchor.widthMm, anchor.heightMm) * 0.75) * scale
  const window = { left: at.x - half, top: at.y - half, right: at.x + half, bottom: at.y + half }
  const scales = { least: scale * 0.8, most: scale * 1.25 }
  for (const ratio of darkRatios(white)) {
    const [list = []] = collectCandidates(gray, white, [anchor], [window], scales, ratio)
    const near = closest(list, at, radius * scale)
    if (near) return { anchor, xPx: near.xPx, yPx: near.yPx }
  }
  return null
}

function closest(
  list: readonly AnchorCandidate[],
  at: { x: number; y: number },
  reach: number,
): AnchorCandidate | null {
  let best: AnchorCandidate | null = null
  let bestDistance = reach
  for (const candidate of list) {
    const distance = Math.hypot(candidate.xPx - at.x, candidate.yPx - at.y)
    if (distance <= bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Distance to the next anchor that looks the same: a search must not reach it. */
function twinDistance(page: TemplatePage, anchor: TemplateAnchor): number {
  let least = Infinity
  for (const other of page.anchors) {
    if (other === anchor || other.kind !== anchor.kind) continue
    least = Math.min(least, Math.hypot(other.xMm - anchor.xMm, other.yMm - anchor.yMm))
  }
  return least
}

/** Leaves out, one at a time, the anchor without which the others agree best. */
function dropOutliers(matches: readonly Match[]): Match[] {
  let used = [...matches]
  while (used.length > 4) {
    const map = fitMap(used)
    if (!map || Math.max(...used.map((m) => errorMm(map, m))) < outlierMm) break
    let best: { rest: Match[]; rms: number } | null = null
    for (const out of used) {
      const rest = used.filter((m) => m !== out)
      const without = fitMap(rest)
      if (!without) continue
      const rms = rmsMm(without, rest)
      if (!best || rms < best.rms) best = { rest, rms }
    }
    if (!best) break
    used = best.rest
  }
  return used
}

/** Puts a map and the anchors behind it into one record. */
export function describePlacement(
  page: TemplatePage,
  map: Homography,
  used: readonly Match[],
  source: Placement['source'],
): Placement {
  const anchors = page.anchors.map((anchor): FoundAnchor => {
    const match = used.find((m) => m.anchor === anchor)
    const at = project(map, anchor.xMm, anchor.yMm)
    return {
      anchor,
      found: match !== undefined,
      xPx: match?.xPx ?? at.x,
      yPx: match?.yPx ?? at.y,
      errorMm: match ? errorMm(map, match) : 0,
    }
  })
  const residualMm = rmsMm(map, used)
  return {
    toPx: map,
    rotation: rotationOf(map),
    skewDeg: skewOf(map),
    pxPerMm: scaleAt(map, page.widthMm / 2, page.heightMm / 2),
    anchors,
    corners: used.filter((m) => m.anchor.role === 'corner').length,
    residualMm,
    source,
    score: used.length - Math.min(2, residualMm),
  }
}

export function scaleAt(map: Homography, xMm: number, yMm: number): number {
  const j = jacobian(map, xMm, yMm)
  return Math.sqrt(Math.abs(j.xx * j.yy - j.xy * j.yx))
}

function errorMm(map: Homography, match: Match): number {
  const at = project(map, match.anchor.xMm, match.anchor.yMm)
  const scale = scaleAt(map, match.anchor.xMm, match.anchor.yMm)
  return Math.hypot(at.x - match.xPx, at.y - match.yPx) / scale
}

function rmsMm(map: Homography, matches: readonly Match[]): number {
  const sum = matches.reduce((total, m) => total + errorMm(map, m) ** 2, 0)
  return matches.length === 0 ? 0 : Math.sqrt(sum / matches.length)
}
