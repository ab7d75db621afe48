import type { TemplatePage } from '@hengjuan/domain'
import { projectSheet } from '../align/ink-view.ts'
import type { Gray } from '../kernels/gray.ts'
import { fitHomography } from '../kernels/homography.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import type { Placement } from './placement.ts'
import { describePlacement, rmsMm } from './placement.ts'
import { findNear } from './register.ts'
import { spreadMm } from './sufficient-marks.ts'

/** A sheet is cut, and a page on a table is bent, so that marks lie this far from where the paper's edge puts them. */
const reachMm = 5
/** Four marks fix a perspective when they do not lie along one line. */
const leastMarks = 4
const leastSpreadMm = 40
/** Marks that agree less are other dark things. */
const mostResidualMm = 0.7

/**
 * Lays a page by its printed marks where the paper's edge has shown about where they are: the print is not
 * always cut out in the same place, and a bent page has its edges elsewhere than its print. Unchanged where
 * the marks do not show or do not agree.
 */
export function refineByMarks(
  gray: Gray,
  white: WhiteMap,
  page: TemplatePage,
  placement: Placement,
): Placement {
  const marks = page.anchors.filter(({ kind }) => kind !== 'page-corner')
  if (marks.length < leastMarks || spreadMm(marks) < leastSpreadMm) return placement
  const rough = { toPx: placement.toPx, feed: null, model: placement.model }
  const found = marks.flatMap((mark) => findNear(gray, white, page, mark, rough, reachMm) ?? [])
  if (found.length < leastMarks || spreadMm(found.map((m) => m.anchor)) < leastSpreadMm)
    return placement
  const toPx = fitHomography(
    found.map(({ anchor, xPx, yPx }) => ({
      from: { x: anchor.xMm, y: anchor.yMm },
      to: { x: xPx, y: yPx },
    })),
  )
  if (!toPx) return placement
  const fit = { toPx, feed: null, model: 'projective' as const }
  if (rmsMm(fit, found) > mostResidualMm) return placement
  const refined = describePlacement(page, fit, found, placement.source)
  // The paper's corners were found as well; they only do not bear the page any more.
  const anchors = refined.anchors.map((a) => {
    if (a.anchor.kind !== 'page-corner') return a
    const { x, y } = projectSheet(fit, a.anchor.xMm, a.anchor.yMm)
    return { ...a, found: true, xPx: x, yPx: y, errorMm: 0 }
  })
  return { ...refined, anchors, corners: placement.corners }
}
