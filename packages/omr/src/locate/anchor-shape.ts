import type { TemplateAnchor } from '@hengjuan/domain'
import type { Blob } from '../kernels/components.ts'

/** How a dark area compares with a printed anchor. */
export interface ShapeFit {
  /** 0 not at all, 1 exactly. */
  quality: number
  /** Scale at which the area would have the anchor's printed size. */
  pxPerMm: number
}

/** A full rectangle of width w has the standard deviation w / sqrt(12) along w. */
const rectangle = Math.sqrt(12)
/** Most the two axes may differ in scale: perspective and uneven feed. */
const mostAspectError = 1.35
/** Off-centre weight as a share of the size, both directions together; a folded or punched mark has more. */
const mostLopsided = 0.1

/** Compares shape, not size: the caller knows which scales are possible. Null when it is another shape. */
export function fitShape(blob: Blob, anchor: TemplateAnchor): ShapeFit | null {
  if (blob.cut || blob.area < 9) return null
  return anchor.kind === 'ring' ? fitRing(blob, anchor) : fitSolid(blob, anchor)
}

function fitSolid(blob: Blob, anchor: TemplateAnchor): ShapeFit | null {
  const axis = anchor.kind === 'disc' ? 4 : rectangle
  const long = blob.long * axis
  const short = blob.short * axis
  const full = anchor.kind === 'disc' ? Math.PI / 4 : 1
  const solidity = blob.area / (long * short * full)
  if (solidity < 0.82 || solidity > 1.12) return null
  const wide = Math.max(anchor.widthMm, anchor.heightMm)
  const narrow = Math.min(anchor.widthMm, anchor.heightMm)
  const aspectError = ratioError(long / wide, short / narrow)
  if (aspectError > mostAspectError) return null
  // A turned rectangle still has its centre in the middle of its bounding box; a bitten one has not.
  const lopsided =
    Math.abs(blob.xPx - (blob.left + blob.right - 1) / 2) / (blob.right - blob.left) +
    Math.abs(blob.yPx - (blob.top + blob.bottom - 1) / 2) / (blob.bottom - blob.top)
  if (lopsided > mostLopsided) return null
  return {
    quality: Math.max(0, 1 - 1.5 * (aspectError - 1) - 2 * Math.abs(1 - solidity) - 2 * lopsided),
    pxPerMm: Math.sqrt((long * short) / (wide * narrow)),
  }
}

/** Outer circle only: rings may be drawn into, thick, thin or concentric. */
function fitRing(blob: Blob, anchor: TemplateAnchor): ShapeFit | null {
  const width = blob.right - blob.left
  const height = blob.bottom - blob.top
  const aspectError = ratioError(width / anchor.widthMm, height / anchor.heightMm)
  if (aspectError > mostAspectError) return null
  const roundness = ratioError(blob.long, blob.short)
  if (roundness > mostAspectError) return null
  const fill = blob.area / (width * height)
  if (fill < 0.12 || fill > 0.83) return null
  const offCentre =
    Math.abs(blob.xPx - (blob.left + blob.right - 1) / 2) / width +
    Math.abs(blob.yPx - (blob.top + blob.bottom - 1) / 2) / height
  if (offCentre > 0.12) return null
  return {
    quality: Math.max(0, 1 - (aspectError - 1) - (roundness - 1) - 2 * offCentre),
    pxPerMm: Math.sqrt((width * height) / (anchor.widthMm * anchor.heightMm)),
  }
}

const ratioError = (a: number, b: number) => Math.max(a / b, b / a)
