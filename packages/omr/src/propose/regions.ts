import type { PageInk } from './page-ink.ts'
import type { ProposedRegion } from './proposal.ts'
import { workPxPerMm } from './work-page.ts'

type Box = { left: number; top: number; right: number; bottom: number }

/** Written answers take more room than any box for a number or a name. */
const leastWidthMm = 40
const leastHeightMm = 14
const leastAreaMm2 = 900
/** A frame is filled by what it encloses, writing and print left out. */
const leastExtent = 0.72
/** The whole page is no frame. */
const mostOfPage = 0.9

/**
 * Framed areas without bubbles: where answers are written.
 *
 * @param taken extents of grids and anchors
 */
export function proposeRegions(
  ink: PageInk,
  taken: readonly Box[],
  firstNo: number,
): ProposedRegion[] {
  const { width, height } = ink.page
  const frames = ink.views[1]!.light.filter((b) => {
    const [w, h] = [(b.right - b.left) / workPxPerMm, (b.bottom - b.top) / workPxPerMm]
    if (b.cut || w < leastWidthMm || h < leastHeightMm || w * h < leastAreaMm2) return false
    if (b.area < leastExtent * (b.right - b.left) * (b.bottom - b.top)) return false
    return (b.right - b.left) * (b.bottom - b.top) < mostOfPage * width * height
  })
  const free = frames.filter(
    (frame) =>
      !taken.some(
        (box) =>
          box.left < frame.right &&
          frame.left < box.right &&
          box.top < frame.bottom &&
          frame.top < box.bottom,
      ),
  )
  // The same frame is seen twice, with gaps closed and without.
  const distinct = free.filter(
    (frame, at) => !free.slice(0, at).some((other) => overlapShare(frame, other) > 0.3),
  )
  distinct.sort((a, b) => a.top - b.top || a.left - b.left)
  return distinct.map((frame, i) => {
    const key = String(firstNo + i)
    return {
      region: {
        id: `block:${key}:0`,
        purpose: 'block',
        blockKey: key,
        part: 0,
        framed: true,
        xMm: round(frame.left / workPxPerMm - lineMm),
        yMm: round(frame.top / workPxPerMm - lineMm),
        widthMm: round((frame.right - frame.left) / workPxPerMm + 2 * lineMm),
        heightMm: round((frame.bottom - frame.top) / workPxPerMm + 2 * lineMm),
      },
      part: {
        target: `region:block:${key}:0`,
        confidence: 0.7,
        reason: '有边框、没有填涂框的区域，按解答题处理，请核对题号',
      },
    }
  })
}

/** From the light area inside to the middle of the line around it. */
const lineMm = 0.2

function overlapShare(a: Box, b: Box): number {
  const x = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  if (x <= 0 || y <= 0) return 0
  return (x * y) / Math.min(areaOf(a), areaOf(b))
}

const areaOf = (box: Box) => (box.right - box.left) * (box.bottom - box.top)
const round = (value: number) => Math.round(value * 100) / 100
