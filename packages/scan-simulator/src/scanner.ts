import sharp from 'sharp'
import type { Random } from './random.ts'
import type { GreyPage } from './raster.ts'
import type { Lamp } from './scan/lamp.ts'
import { lampFor } from './scan/lamp.ts'

/** What a feeder and its lamp do to one page. */
export interface ScanConditions {
  /** Clockwise, degrees; upside down is separate. */
  skewDeg: number
  upsideDown: boolean
  scaleX: number
  scaleY: number
  shiftXMm: number
  shiftYMm: number
  /** Level of white paper and of solid black, 0 to 255. */
  paper: number
  black: number
  /** Fall of light from one side to the other, share of the paper's level. */
  fallX: number
  fallY: number
  /** Depth of the shadow along the left edge, share. */
  edgeShadow: number
  /** Share of a pixel's light that neighbours give it, 0 sharp to 0.33. */
  blur: number
  /** Standard deviation of the noise, grey levels. */
  noise: number
  jpegQuality: number
}

/**
 * Draws the conditions of one pass.
 *
 * @param strength 0 a perfect scanner, 1 an ordinary office scanner, 2 a worn one
 */
export function randomConditions(random: Random, strength: number): ScanConditions {
  const some = (deviation: number, most: number) =>
    Math.max(-most, Math.min(most, random.normal() * deviation * strength))
  const stretch = some(0.004, 0.015)
  return {
    skewDeg: some(0.7, 3),
    upsideDown: false,
    scaleX: 1 + stretch,
    scaleY: Math.max(0.985, Math.min(1.015, 1 + stretch + some(0.0012, 0.004))),
    shiftXMm: some(0.9, 3),
    shiftYMm: some(0.9, 3),
    // Most scanner software whitens the paper; the rest keeps its tone.
    paper: Math.round(random.chance(0.6) ? 255 : 252 - random.between(0, 16) * strength),
    black: Math.round(random.between(8, 34) * strength),
    fallX: some(0.018, 0.06),
    fallY: some(0.012, 0.05),
    edgeShadow: random.chance(0.3) ? random.between(0.05, 0.22) * strength : 0,
    blur: random.chance(0.5) ? Math.min(0.25, random.between(0.04, 0.16) * strength) : 0,
    noise: random.between(0.4, 1.8) * strength,
    jpegQuality: Math.round(Math.max(55, 88 - random.between(0, 14) * strength)),
  }
}

export interface Scan extends GreyPage {
  /** Row-major 3 x 3, sheet millimetres to image pixels. */
  homography: number[]
}

/** White around a page that lies straight, millimetres. */
const BORDER_MM = 1.5

/**
 * Sees a page as the scanner does: laid askew on the roller, lit unevenly, noisy.
 *
 * The picture is as large as the turned page, as with automatic page size.
 */
export function scanPage(page: GreyPage, conditions: ScanConditions, random: Random): Scan {
  const { pixelsPerMm, widthPx, heightPx } = page
  const turn = (conditions.skewDeg + (conditions.upsideDown ? 180 : 0)) * (Math.PI / 180)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const xx = cos * conditions.scaleX
  const xy = -sin * conditions.scaleY
  const yx = sin * conditions.scaleX
  const yy = cos * conditions.scaleY
  const border = BORDER_MM * pixelsPerMm
  const spanX = Math.abs(xx) * widthPx + Math.abs(xy) * heightPx
  const spanY = Math.abs(yx) * widthPx + Math.abs(yy) * heightPx
  const width = Math.round(spanX + 2 * (border + Math.abs(conditions.shiftXMm) * pixelsPerMm))
  const height = Math.round(spanY + 2 * (border + Math.abs(conditions.shiftYMm) * pixelsPerMm))
  // The page's centre lands at the picture's centre plus the shift.
  const centreX = width / 2 + conditions.shiftXMm * pixelsPerMm
  const centreY = height / 2 + conditions.shiftYMm * pixelsPerMm
  const originX = centreX - xx * (widthPx / 2) - xy * (heightPx / 2)
  const originY = centreY - yx * (widthPx / 2) - yy * (heightPx / 2)

  const source = conditions.blur > 0.01 ? blurred(page, conditions.blur) : page.grey
  const placement = { width, height, xx, xy, yx, yy, originX, originY }
  const grey = sample(source, page, placement, lampFor(width, height, conditions, random))
  const s = pixelsPerMm
  return {
    widthPx: width,
    heightPx: height,
    pixelsPerMm,
    grey,
    homography: [xx * s, xy * s, originX, yx * s, yy * s, originY, 0, 0, 1],
  }
}

interface Placement {
  width: number
  height: number
  xx: number
  xy: number
  yx: number
  yy: number
  originX: number
  originY: number
}

const ROLLER = 255
const EDGE_SHADOW = 214
/** Most of a page. Where all neighbours are white there is nothing to work out. */
const WHITE = 255
/**
 * Bilinear, sixteen bits after the point; what lies beyond the page is the roller, behind a thin shadow
 * of the paper's edge.
 */
function sample(source: Uint8Array, page: GreyPage, to: Placement, lamp: Lamp): Uint8Array {
  const { widthPx, heightPx } = page
  const { width, height } = to
  const { levels, columnSteps, rowSteps, noise, noiseStarts } = lamp
  const determinant = to.xx * to.yy - to.xy * to.yx
  const stepX = to.yy / determinant
  const stepY = -to.yx / determinant
  const fixedStepX = Math.round(stepX * 65536)
  const fixedStepY = Math.round(stepY * 65536)
  const out = new Uint8ClampedArray(width * height).fill(ROLLER)
  for (let v = 0; v < height; v++) {
    // Pixel centres, in source pixels whose centres are at .5 as well.
    const dx = 0.5 - to.originX
    const dy = v + 0.5 - to.originY
    const x0 = (to.yy * dx - to.xy * dy) / determinant - 0.5
    const y0 = (to.xx * dy - to.yx * dx) / determinant - 0.5
    const [from, until] = insideSpan(x0, stepX, widthPx - 1.1, y0, stepY, heightPx - 1.1, width)
    if (from >= until) continue
    let x = Math.max(0, Math.round((x0 + from * stepX) * 65536))
    let y = Math.max(0, Math.round((y0 + from * stepY) * 65536))
    const row = v * width
    const rowStep = rowSteps[v]!
    const noiseStart = noiseStarts[v]!
    for (let u = from; u < until; u++) {
      const at = (y >> 16) * widthPx + (x >> 16)
      const below = at + widthPx
      let grey = source[at]!
      if ((grey & source[at + 1]! & source[below]! & source[below + 1]!) !== WHITE) {
        const fx = (x >> 8) & 255
        const top = (grey << 8) + (source[at + 1]! - grey) * fx
        const low = (source[below]! << 8) + (source[below + 1]! - source[below]!) * fx
        grey = ((top << 8) + (low - top) * ((y >> 8) & 255) + 32768) >> 16
      }
      const step = (columnSteps[u]! + rowStep) >> 8
      out[row + u] = levels[(step << 8) + grey]! + noise[noiseStart + u]!
      x += fixedStepX
      y += fixedStepY
    }
    if (from > 0) out[row + from - 1] = EDGE_SHADOW
    if (until < width) out[row + until] = EDGE_SHADOW
  }
  return new Uint8Array(out.buffer)
}

/** The run of a picture row that lies on the page. */
function insideSpan(
  x0: number,
  stepX: number,
  mostX: number,
  y0: number,
  stepY: number,
  mostY: number,
  width: number,
): [number, number] {
  let from = 0
  let until = width
  for (const [start, step, most] of [
    [x0, stepX, mostX],
    [y0, stepY, mostY],
  ] as const) {
    if (Math.abs(step) < 1e-12) {
      if (start < 0 || start >= most) return [0, 0]
      continue
    }
    const a = -start / step
    const b = (most - start) / step
    from = Math.max(from, Math.ceil(Math.min(a, b) + 1e-6))
    until = Math.min(until, Math.floor(Math.max(a, b) - 1e-6))
  }
  return from < until ? [from, until] : [0, 0]
}

/** Each pixel gives a share of its light to the pixels beside, above and below. */
function blurred(page: GreyPage, share: number): Uint8Array {
  const { widthPx, heightPx, grey } = page
  const side = Math.round((share / 2) * 256)
  const own = 256 - 2 * side
  const across = grey.slice()
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx
    const last = row + widthPx - 1
    let before = grey[row]!
    let here = grey[row + 1]!
    for (let at = row + 1; at < last; at++) {
      const after = grey[at + 1]!
      if ((before & here & after) !== WHITE)
        across[at] = (here * own + (before + after) * side) >> 8
      before = here
      here = after
    }
  }
  const out = across.slice()
  const end = (heightPx - 1) * widthPx
  for (let at = widthPx; at < end; at++) {
    const here = across[at]!
    const above = across[at - widthPx]!
    const below = across[at + widthPx]!
    if ((here & above & below) !== WHITE) out[at] = (here * own + (above + below) * side) >> 8
  }
  return out
}

/** The scan as the scanner's software stores it: grey JPEG with its resolution. */
export async function encodeScan(scan: GreyPage, quality: number): Promise<Uint8Array> {
  const { widthPx: width, heightPx: height, grey, pixelsPerMm } = scan
  const jpeg = await sharp(grey, { raw: { width, height, channels: 1 } })
    .withDensity(Math.round(pixelsPerMm * 25.4))
    .toColourspace('b-w')
    .jpeg({ quality, optimiseCoding: false })
    .toBuffer()
  return new Uint8Array(jpeg)
}
