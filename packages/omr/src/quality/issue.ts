import type { PageIssue, TemplatePage } from '@hengjuan/domain'
import type { SheetMap } from '../align/ink-view.ts'
import { projectSheet } from '../align/ink-view.ts'
import type { Gray } from '../kernels/gray.ts'

export type EvidenceBox = NonNullable<PageIssue['evidence']>[number]

interface SheetBox {
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
}

export const issue = (
  code: PageIssue['code'],
  message: string,
  blocking: boolean,
  evidence: readonly EvidenceBox[] = [],
): PageIssue => ({
  code,
  message,
  blocking,
  ...(evidence.length > 0 ? { evidence: evidence.slice(0, mostBoxes) } : {}),
})

/** More rectangles than this do not help an eye. */
const mostBoxes = 24

/** The upright rectangle of the picture around a box of the sheet, given by its centre. */
export function boxAround(map: SheetMap, centre: SheetBox, marginMm = 0): EvidenceBox {
  const a = centre.widthMm / 2 + marginMm
  const b = centre.heightMm / 2 + marginMm
  const corners = [
    [-a, -b],
    [a, -b],
    [a, b],
    [-a, b],
  ].map(([dx, dy]) => projectSheet(map, centre.xMm + dx!, centre.yMm + dy!))
  const xs = corners.map((p) => p.x)
  const ys = corners.map((p) => p.y)
  const [xPx, yPx] = [Math.min(...xs), Math.min(...ys)]
  return pixelBox(xPx, yPx, Math.max(...xs), Math.max(...ys))
}

export const pixelBox = (
  left: number,
  top: number,
  right: number,
  bottom: number,
): EvidenceBox => ({
  xPx: Math.round(left),
  yPx: Math.round(top),
  widthPx: Math.max(1, Math.round(right - left)),
  heightPx: Math.max(1, Math.round(bottom - top)),
})

/** The smallest box of the sheet that holds boxes given by their centres. */
function hull(boxes: readonly SheetBox[]): SheetBox {
  const left = Math.min(...boxes.map((b) => b.xMm - b.widthMm / 2))
  const right = Math.max(...boxes.map((b) => b.xMm + b.widthMm / 2))
  const top = Math.min(...boxes.map((b) => b.yMm - b.heightMm / 2))
  const bottom = Math.max(...boxes.map((b) => b.yMm + b.heightMm / 2))
  return {
    xMm: (left + right) / 2,
    yMm: (top + bottom) / 2,
    widthMm: right - left,
    heightMm: bottom - top,
  }
}

/** Where groups of bubbles lie. */
export const groupBoxes = (page: TemplatePage, map: SheetMap, names: readonly string[]) =>
  names.map((name) => {
    const bubbles = page.fields.filter((f) => f.group === name).flatMap((f) => f.bubbles)
    return boxAround(map, hull(bubbles), 1)
  })

/** A place outside the picture is pointed at by a strip of this width along the edge, pixels. */
const stripPx = 16

/** Evidence cut to the picture. */
export const inPicture = (issues: readonly PageIssue[], gray: Gray): PageIssue[] =>
  issues.map((one) =>
    one.evidence ? { ...one, evidence: one.evidence.map((box) => clampBox(box, gray)) } : one,
  )

function clampBox(box: EvidenceBox, { width, height }: Gray): EvidenceBox {
  const left = Math.max(0, Math.min(width - stripPx, box.xPx))
  const top = Math.max(0, Math.min(height - stripPx, box.yPx))
  const right = Math.min(width, Math.max(stripPx, box.xPx + box.widthPx))
  const bottom = Math.min(height, Math.max(stripPx, box.yPx + box.heightPx))
  return pixelBox(left, top, right, bottom)
}
