import type { TemplateAnchor, TemplatePage } from '@hengjuan/domain'
import type { Blob } from '../kernels/components.ts'
import { findBlobs } from '../kernels/components.ts'
import type { Gray, PixelWindow } from '../kernels/gray.ts'
import { clipWindow } from '../kernels/gray.ts'
import { heldPage } from '../kernels/page-memory.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import { paperAt } from '../kernels/white-map.ts'
import { fitShape } from './anchor-shape.ts'

/** A dark area that may be the anchor. */
export interface AnchorCandidate {
  xPx: number
  yPx: number
  quality: number
  pxPerMm: number
}

export interface ScaleRange {
  least: number
  most: number
}

/** Dark thresholds as shares of the local paper, the likeliest first. */
export function darkRatios(white: WhiteMap): number[] {
  const ink = Math.min(0.9, white.inkShare)
  return [0.5, 0.3, 0.7].map((share) => ink + (1 - ink) * share)
}

/**
 * Candidates for each anchor (by index) in the given windows.
 *
 * @param step look at every n-th pixel of every n-th row only; centres are exact all the same
 */
export function collectCandidates(
  gray: Gray,
  white: WhiteMap,
  anchors: readonly TemplateAnchor[],
  windows: readonly PixelWindow[],
  scales: ScaleRange,
  ratio: number,
  step = 1,
): AnchorCandidate[][] {
  const found: AnchorCandidate[][] = anchors.map(() => [])
  for (const window of windows) {
    for (const blob of findBlobs(gray, white, window, ratio, step)) {
      let centre: { xPx: number; yPx: number } | null = null
      anchors.forEach((anchor, i) => {
        const fit = fitShape(blob, anchor)
        if (!fit || fit.pxPerMm < scales.least || fit.pxPerMm > scales.most) return
        if (anchor.kind === 'ring') found[i]!.push({ ...boxCentre(blob), ...fit })
        else found[i]!.push({ ...(centre ??= inkCentre(gray, white, blob, step)), ...fit })
      })
    }
  }
  return found
}

/** The coarsest look at which an anchor still shows its shape; odd, so that dither is not seen in one phase. */
export function coarseStep(anchors: readonly TemplateAnchor[], pxPerMm: number): number {
  if (anchors.some((a) => a.kind === 'ring')) return 1
  const side = Math.min(...anchors.map((a) => Math.min(a.widthMm, a.heightMm))) * pxPerMm
  const step = Math.floor(side / leastSamples)
  return Math.max(1, step % 2 === 0 ? step - 1 : step)
}

/** Samples across an anchor's shorter side in a coarse look. */
const leastSamples = 9

/**
 * Windows around where anchors lie when the page fills the picture, for each possible turn;
 * overlapping windows are joined.
 */
export function anchorWindows(
  gray: Gray,
  page: TemplatePage,
  anchors: readonly TemplateAnchor[],
  rotations: readonly number[],
  marginMm: number,
): PixelWindow[] {
  const windows: PixelWindow[] = []
  for (const rotation of rotations) {
    const turned = rotation % 180 !== 0
    const scaleX = gray.width / (turned ? page.heightMm : page.widthMm)
    const scaleY = gray.height / (turned ? page.widthMm : page.heightMm)
    for (const anchor of anchors) {
      const at = turnPoint(anchor.xMm, anchor.yMm, page, rotation)
      const half = Math.max(anchor.widthMm, anchor.heightMm) / 2 + marginMm
      windows.push(
        clipWindow(gray, {
          left: (at.x - half) * scaleX,
          top: (at.y - half) * scaleY,
          right: (at.x + half) * scaleX,
          bottom: (at.y + half) * scaleY,
        }),
      )
    }
  }
  return joinOverlapping(windows)
}

/** Where a sheet point lies, in sheet millimetres, after the page is turned clockwise. */
export function turnPoint(
  x: number,
  y: number,
  page: { widthMm: number; heightMm: number },
  rotation: number,
): { x: number; y: number } {
  switch (rotation) {
    case 90:
      return { x: page.heightMm - y, y: x }
    case 180:
      return { x: page.widthMm - x, y: page.heightMm - y }
    case 270:
      return { x: y, y: page.widthMm - x }
    default:
      return { x, y }
  }
}

function joinOverlapping(windows: PixelWindow[]): PixelWindow[] {
  const joined: PixelWindow[] = []
  for (const window of windows) {
    if (window.right <= window.left || window.bottom <= window.top) continue
    let current = window
    for (let i = joined.length - 1; i >= 0; i--) {
      const other = joined[i]!
      const apart =
        other.right <= current.left ||
        other.left >= current.right ||
        other.bottom <= current.top ||
        other.top >= current.bottom
      if (apart) continue
      current = {
        left: Math.min(current.left, other.left),
        top: Math.min(current.top, other.top),
        right: Math.max(current.right, other.right),
        bottom: Math.max(current.bottom, other.bottom),
      }
      joined.splice(i, 1)
    }
    joined.push(current)
  }
  return joined
}

type Box = Pick<Blob, 'left' | 'top' | 'right' | 'bottom'>

const boxCentre = ({ left, top, right, bottom }: Box) => ({
  xPx: (left + right - 1) / 2,
  yPx: (top + bottom - 1) / 2,
})

/** Darkness-weighted centre: sub-pixel, and independent of the threshold that found the area. */
function inkCentre(
  gray: Gray,
  white: WhiteMap,
  blob: Blob,
  step: number,
): { xPx: number; yPx: number } {
  const margin = step + 1
  const area = clipWindow(gray, {
    left: blob.left - margin,
    top: blob.top - margin,
    right: blob.right + margin,
    bottom: blob.bottom + margin,
  })
  const paper = paperAt(white, blob.xPx, blob.yPx)
  // Below a quarter of full ink it is paper texture or the soft edge of a neighbour.
  const floor = paper * (1 - 0.25 * (1 - white.inkShare))
  const { memory, at } = heldPage(gray)
  const { left, top, right, bottom } = area
  memory.kernels.sumInk(at, gray.width, left, top, right, bottom, floor, memory.work)
  const first = memory.work >> 3
  const sum = memory.floats[first]!
  return sum > 0
    ? { xPx: memory.floats[first + 1]! / sum, yPx: memory.floats[first + 2]! / sum }
    : { xPx: blob.xPx, yPx: blob.yPx }
}
