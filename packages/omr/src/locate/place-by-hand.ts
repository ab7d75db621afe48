import type { TemplatePage } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import { fitHomography } from '../kernels/homography.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import { fitMarks } from './fit-marks.ts'
import type { Match, Placement } from './placement.ts'
import { describePlacement } from './placement.ts'
import { lineOffset, printLines } from './print-lines.ts'
import { findNear } from './register.ts'

/** A person points to about here; further off lies another mark. */
const reachMm = 5
/** Fewer printed marks than this do not correct a person. */
const leastMarks = 3
/** Without such marks, this share of the printed lines must lie where the person's points put them. */
const leastPrint = 0.6
const printReachMm = 1.2

/**
 * Lays the page where a person says that its anchors are. Fingers are less exact than print, and one of
 * them may be on the wrong spot: where marks are seen near the places that follow, they decide.
 *
 * @returns null with fewer than four known anchors, or where neither marks nor print lie where they should
 */
export function placeByHand(
  gray: Gray,
  white: WhiteMap,
  page: TemplatePage,
  anchors: readonly { id: string; xPx: number; yPx: number }[],
): Placement | null {
  const pointed = anchors.flatMap(({ id, xPx, yPx }): Match[] => {
    const anchor = page.anchors.find((a) => a.id === id)
    return anchor ? [{ anchor, xPx, yPx }] : []
  })
  if (pointed.length < 4) return null
  const toPx = fitHomography(
    pointed.map((m) => ({
      from: { x: m.anchor.xMm, y: m.anchor.yMm },
      to: { x: m.xPx, y: m.yPx },
    })),
  )
  if (!toPx) return null
  const byHand = { toPx, feed: null, model: 'projective' as const }
  const seen = page.anchors.flatMap((anchor) =>
    anchor.kind === 'page-corner'
      ? []
      : (findNear(gray, white, page, anchor, byHand, reachMm) ?? []),
  )
  if (seen.length >= leastMarks) {
    const unseen = pointed.filter((p) => !seen.some((s) => s.anchor === p.anchor))
    const fitted = fitMarks([...seen, ...unseen])
    return fitted && describePlacement(page, fitted.fit, fitted.used, 'marks')
  }
  const lines = printLines(page)
  const view = { gray, white, toPx, inkShare: white.inkShare }
  const met = lines.filter((line) => lineOffset(view, line, printReachMm) !== null)
  if (met.length < lines.length * leastPrint) return null
  return describePlacement(page, byHand, pointed, 'marks')
}
