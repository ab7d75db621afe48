import type { TemplatePage } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import type { ScaleRange } from './anchor-candidates.ts'
import { collectCandidates, cornerWindows, darkRatios } from './anchor-candidates.ts'
import type { Hypothesis, HypothesisLimits } from './hypotheses.ts'
import { hypothesise } from './hypotheses.ts'
import { placeByPaper } from './paper-placement.ts'
import type { Placement } from './register.ts'
import { register } from './register.ts'

/** Ways of laying the page are kept for comparison with the print only while they are this close. */
const mostAlternatives = 4

/**
 * Finds where a template page may lie in a picture, best first; empty when nothing fits. More than
 * one answer means that the anchors alone do not tell the orientation.
 */
export function locatePage(gray: Gray, white: WhiteMap, page: TemplatePage): Placement[] {
  const corners = page.anchors.filter((a) => a.role === 'corner')
  if (corners.some((a) => a.kind === 'page-corner')) return placeByPaper(gray, white, page)

  for (const stage of stagesOf(gray, page)) {
    const partial: Placement[] = []
    for (const ratio of darkRatios(white)) {
      const { scales } = stage.limits
      const candidates = collectCandidates(gray, white, corners, stage.windows, scales, ratio)
      const placements = settle(gray, white, page, hypothesise(corners, candidates, stage.limits))
      const whole = placements[0]
      if (whole && whole.corners === corners.length) return placements
      partial.push(...placements)
      // Three corners in the expected places are settled; a fainter threshold may still find the fourth.
    }
    const good = sorted(partial).filter((p) => isEnough(p, corners.length))
    if (good.length > 0) return good
  }
  return []
}

interface Stage {
  windows: ReturnType<typeof cornerWindows>
  limits: HypothesisLimits
}

/** A scan first (the page fills the picture), then with more play, then a photograph. */
function stagesOf(gray: Gray, page: TemplatePage): Stage[] {
  const whole = { left: 0, top: 0, right: gray.width, bottom: gray.height }
  const nominal = Math.sqrt((gray.width * gray.height) / (page.widthMm * page.heightMm))
  const scan: ScaleRange = { least: nominal * 0.82, most: nominal * 1.12 }
  const photo: ScaleRange = { least: nominal * 0.2, most: nominal * 1.3 }
  const rotations = possibleRotations(gray, page)
  const limits = { scales: scan, skewDeg: 14, tolerance: 0.035 }
  return [
    { windows: cornerWindows(gray, page, rotations, 13), limits },
    { windows: cornerWindows(gray, page, rotations, 32), limits },
    { windows: [whole], limits: { scales: photo, skewDeg: 30, tolerance: 0.12 } },
  ]
}

/** A scan keeps the paper's proportions, so that only two turns are possible unless it is near square. */
function possibleRotations(gray: Gray, page: TemplatePage): number[] {
  const picture = gray.width / gray.height
  const upright = page.widthMm / page.heightMm
  const upError = Math.abs(Math.log(picture / upright))
  const sideError = Math.abs(Math.log(picture * upright))
  if (Math.abs(upError - sideError) < 0.2) return [0, 90, 180, 270]
  return upError < sideError ? [0, 180] : [90, 270]
}

function settle(
  gray: Gray,
  white: WhiteMap,
  page: TemplatePage,
  hypotheses: readonly Hypothesis[],
): Placement[] {
  const best = hypotheses[0]
  if (!best) return []
  const corners = page.anchors.filter((a) => a.role === 'corner')
  const close = hypotheses.filter((h) => h.score > best.score - 2.5).slice(0, mostAlternatives * 2)
  const placements = close.flatMap((h) => register(gray, white, page, corners, h) ?? [])
  return sorted(placements)
}

/** Best first, one per orientation and place. */
function sorted(placements: Placement[]): Placement[] {
  const kept: Placement[] = []
  for (const placement of placements.sort((a, b) => b.score - a.score)) {
    const twin = kept.some(
      (k) =>
        k.rotation === placement.rotation &&
        Math.hypot(k.toPx[2]! - placement.toPx[2]!, k.toPx[5]! - placement.toPx[5]!) <
          3 * placement.pxPerMm,
    )
    if (!twin) kept.push(placement)
  }
  return kept.slice(0, mostAlternatives)
}

/** Three corners; or two corners with two edge marks; or all there are on a sheet with fewer. */
function isEnough(placement: Placement, corners: number): boolean {
  const found = placement.anchors.filter((a) => a.found).length
  if (placement.corners >= Math.min(3, corners)) return found >= 3
  return placement.corners === 2 && found >= 4
}
