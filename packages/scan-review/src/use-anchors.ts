import { useState } from 'react'
import { bestFit, outline, residualMm } from './anchor-geometry.ts'
import { useReviewKeys } from './use-review-keys.ts'
import type { Located, ReviewDecisions, ReviewDetail } from './types.ts'
import { useCornerPoints } from './use-corner-points.ts'

/** How far a key moves a point, image pixels; with Shift the second. */
const STEPS = { fine: 1, coarse: 10 }

/** A page that lies wrong, and what follows when it is located. */
export interface AnchorTargetsProps {
  detail: ReviewDetail
  pageSeq: number
  decisions: ReviewDecisions
  /** The template lies over the picture, and follows the points. */
  hasGhost: boolean
  onDone: () => void
  onCancel: () => void
}

/** The page, its corner marks and where they are; keys move and snap them. */
export function useAnchors(props: AnchorTargetsProps) {
  const { sheet, anchors } = props.detail
  const page = sheet.pages.find(({ seq }) => seq === props.pageSeq) ?? sheet.pages[0]
  const [planNo, setPlanNo] = useState(page?.page ?? anchors[0]?.page ?? 1)
  const plan = anchors.find(({ page: no }) => no === planNo) ?? anchors[0]
  const corners = outline(plan?.corners.slice(0, 4) ?? [])
  const points = useCornerPoints(page, plan, corners)
  const residual = residualMm(corners, points.pointOf)
  const fit = props.hasGhost ? bestFit(corners, points.pointOf) : null
  const located = async (): Promise<Located> => {
    const settled = await points.settled()
    return {
      page_seq: page?.seq ?? 1,
      page: plan?.page ?? 1,
      anchors: corners.map((corner, at) => {
        const { x, y } = settled[at] ?? points.pointOf(corner)
        return { id: corner.id, x_px: x, y_px: y }
      }),
    }
  }
  const apply = async () => {
    if (!page || !plan || props.decisions.pending) return
    const done = await props.decisions.fix(
      sheet.sheet_id,
      { kind: 'locate', ...(await located()) },
      `重新定位第 ${page.seq} 张图像`,
    )
    if (done) props.onDone()
  }
  const nudge = (x: number, y: number) => (event: KeyboardEvent) => {
    const step = event.shiftKey ? STEPS.coarse : STEPS.fine
    points.nudge(x * step, y * step)
  }
  useReviewKeys('locate', {
    corner: ({ key }) => {
      if (Number(key) <= corners.length) points.choose(Number(key) - 1)
    },
    nextCorner: () => points.choose((points.current + 1) % 4),
    left: nudge(-1, 0),
    right: nudge(1, 0),
    up: nudge(0, -1),
    down: nudge(0, 1),
    snap: () => void points.snap(),
    turn: points.turn,
    apply: () => void apply(),
    cancel: props.onCancel,
  })
  return { sheet, anchors, page, setPlanNo, plan, corners, points, residual, fit, located, apply }
}
