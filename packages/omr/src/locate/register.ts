import type { TemplateAnchor, TemplatePage } from '@hengjuan/domain'
import { projectSheet } from '../align/ink-view.ts'
import type { Gray } from '../kernels/gray.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import type { AnchorCandidate } from './anchor-candidates.ts'
import { collectCandidates, darkRatios } from './anchor-candidates.ts'
import type { FittedMarks } from './fit-marks.ts'
import { fitMarks } from './fit-marks.ts'
import type { Match, Placement } from './placement.ts'
import { describePlacement, scaleAt } from './placement.ts'

/** How far from its predicted place a mark is looked for, in turn: flat paper, then bent or slipped. */
const reachesMm = [2, 5, 2.5]

/**
 * Fits the page to the marks of a hypothesis, looks for those that it predicts, and drops what does not
 * agree.
 */
export function register(
  gray: Gray,
  white: WhiteMap,
  page: TemplatePage,
  start: readonly Match[],
): Placement | null {
  let found: readonly Match[] = start
  let fitted = fitMarks(found)
  for (const reachMm of reachesMm) {
    if (!fitted) return null
    const missing = page.anchors.filter((a) => isMark(a) && !found.some((m) => m.anchor === a))
    if (missing.length === 0) break
    const { fit } = fitted
    const more = missing.flatMap((a) => findNear(gray, white, page, a, fit, reachMm) ?? [])
    if (more.length === 0) continue
    found = found.concat(more)
    fitted = fitMarks(found)
  }
  return fitted && describePlacement(page, fitted.fit, fitted.used, 'marks')
}

const isMark = (anchor: TemplateAnchor) => anchor.kind !== 'page-corner'

/** The mark within reach of where a map puts it. */
export function findNear(
  gray: Gray,
  white: WhiteMap,
  page: TemplatePage,
  anchor: TemplateAnchor,
  fit: FittedMarks['fit'],
  reachMm: number,
): Match | null {
  const scale = scaleAt(fit.toPx, anchor.xMm, anchor.yMm)
  const at = projectSheet(fit, anchor.xMm, anchor.yMm)
  const radius = Math.min(reachMm, twinDistance(page, anchor) * 0.45)
  // The mark's half diagonal as it lies in the picture, so that a whole one is never cut.
  const [a, b, d, e] = [fit.toPx[0]!, fit.toPx[1]!, fit.toPx[3]!, fit.toPx[4]!]
  const turnX = (Math.abs(a) * anchor.widthMm + Math.abs(b) * anchor.heightMm) / 2
  const turnY = (Math.abs(d) * anchor.widthMm + Math.abs(e) * anchor.heightMm) / 2
  const halfX = (radius + 0.6) * scale + turnX
  const halfY = (radius + 0.6) * scale + turnY
  const window = {
    left: at.x - halfX,
    top: at.y - halfY,
    right: at.x + halfX,
    bottom: at.y + halfY,
  }
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
