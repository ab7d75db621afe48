import type { PageIssue, TemplatePage } from '@hengjuan/domain'
import { projectSheet } from '../align/ink-view.ts'
import type { Gray } from '../kernels/gray.ts'
import type { Placement } from '../locate/placement.ts'
import { boxAround, issue, pixelBox } from './issue.ts'

/** A frame may touch the picture's edge without loss. */
const spareMm = 0.5

/** Answer areas and bubbles that reach beyond the picture's edge. */
export function clippedIssues(gray: Gray, page: TemplatePage, placement: Placement): PageIssue[] {
  if (isWholeInside(gray, page, placement)) return []
  const regions = page.regions
    .filter((r) => r.purpose === 'block')
    .map((r) => ({
      name: r.id,
      xMm: r.xMm + r.widthMm / 2,
      yMm: r.yMm + r.heightMm / 2,
      widthMm: r.widthMm,
      heightMm: r.heightMm,
    }))
  const fields = page.fields.flatMap((f) => f.bubbles.map((b) => ({ name: f.id, ...b })))
  const cut = [...regions, ...fields].flatMap((area) => {
    const box = boxAround(placement, area, -spareMm)
    const left = Math.max(0, box.xPx)
    const top = Math.max(0, box.yPx)
    const right = Math.min(gray.width, box.xPx + box.widthPx)
    const bottom = Math.min(gray.height, box.yPx + box.heightPx)
    const isCut = right - left < box.widthPx - 1 || bottom - top < box.heightPx - 1
    return isCut ? [{ name: area.name, box: pixelBox(left, top, right, bottom) }] : []
  })
  if (cut.length === 0) return []
  const names = [...new Set(cut.map((c) => c.name))]
  const named = names.slice(0, 4).join('、') + (names.length > 4 ? '等' : '')
  const text = `纸张没有扫全，${named} 有一部分在图像之外，请调整纸张位置或扫描幅面后重扫`
  return [
    issue(
      'CLIPPED',
      text,
      false,
      cut.map((c) => c.box),
    ),
  ]
}

/** The cheap question first: do all four corners of the sheet's content lie inside? */
function isWholeInside(gray: Gray, page: TemplatePage, placement: Placement): boolean {
  return contentCorners(page).every(([x, y]) => {
    const at = projectSheet(placement, x, y)
    return at.x >= 0 && at.y >= 0 && at.x < gray.width && at.y < gray.height
  })
}

/** A template is read a thousand times: what follows from it alone is worked out once. */
const known = new WeakMap<TemplatePage, [number, number][]>()

/** Corners of what holds everything that is read, sheet millimetres; none where nothing is. */
function contentCorners(page: TemplatePage): [number, number][] {
  let corners = known.get(page)
  if (!corners) known.set(page, (corners = cornersOf(page)))
  return corners
}

function cornersOf(page: TemplatePage): [number, number][] {
  const boxes = [...page.regions, ...page.fields.flatMap((f) => f.bubbles)]
  if (boxes.length === 0) return []
  // Regions are given by their corner, bubbles by their centre; as a bound, both are taken as either.
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { xMm, yMm, widthMm, heightMm } of boxes) {
    if (xMm - widthMm / 2 < left) left = Math.max(0, xMm - widthMm / 2)
    if (yMm - heightMm / 2 < top) top = Math.max(0, yMm - heightMm / 2)
    if (xMm + widthMm > right) right = Math.min(page.widthMm, xMm + widthMm)
    if (yMm + heightMm > bottom) bottom = Math.min(page.heightMm, yMm + heightMm)
  }
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}
