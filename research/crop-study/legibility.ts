import type { Gray } from '@hengjuan/omr'
import sharp from 'sharp'

/** How handwriting in a stored crop compares with the scan it was cut from. */
export interface Legibility {
  /** Structural similarity of the ink where there is any, 1 the same. */
  likeness: number
  /** How steep the edges of strokes are, as a share of the scan's. */
  contrast: number
  /** Thickness of strokes, as a share of the scan's. */
  width: number
}

/** Side of the squares that are compared, pixels of the screen at twice the size of a 200 dpi crop. */
const side = 16
const screenWidth = Math.round((120 / 25.4) * 400)
const screenHeight = Math.round((50 / 25.4) * 400)
/** Constants of the measure, for values between 0 and 1. */
const C1 = 0.01 ** 2
const C2 = 0.03 ** 2

/** An area as a screen shows it at twice the size of a 200 dpi crop, 0 its paper to 1 its darkest strokes. */
export async function inkOnScreen({ data, width, height }: Gray): Promise<Float32Array> {
  const picture = sharp(data, { raw: { width, height, channels: 1 } })
    .resize(screenWidth, screenHeight, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
  return inkOf(new Uint8Array(await picture.raw().toBuffer()))
}

/** Compares two crops of the same area: white instead of grey paper is no loss. */
export function compareInk(a: Float32Array, b: Float32Array): Legibility {
  return {
    likeness: likenessOf(a, b),
    contrast: steepness(b) / steepness(a),
    width: amount(b) / amount(a),
  }
}

function inkOf(grey: Uint8Array): Float32Array {
  const histogram = new Uint32Array(256)
  for (let i = 0; i < grey.length; i++) histogram[grey[i]!]!++
  const paper = levelOf(histogram, grey.length * 0.6)
  const scale = 1 / Math.max(1, paper - levelOf(histogram, grey.length * 0.01))
  const ink = new Float32Array(grey.length)
  for (let i = 0; i < grey.length; i++) {
    ink[i] = Math.max(0, Math.min(1, (paper - grey[i]!) * scale))
  }
  return ink
}

/** The grey below which so many pixels lie. */
function levelOf(histogram: Uint32Array, count: number): number {
  let left = count
  let level = 0
  while (level < 255 && (left -= histogram[level]!) > 0) level++
  return level
}

function likenessOf(a: Float32Array, b: Float32Array): number {
  let sum = 0
  let count = 0
  for (let top = 0; top + side <= screenHeight; top += side) {
    for (let left = 0; left + side <= screenWidth; left += side) {
      let [sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0]
      for (let y = top; y < top + side; y++) {
        for (let x = left; x < left + side; x++) {
          const [p, q] = [a[y * screenWidth + x]!, b[y * screenWidth + x]!]
          sa += p
          sb += q
          saa += p * p
          sbb += q * q
          sab += p * q
        }
      }
      const n = side * side
      const [ma, mb] = [sa / n, sb / n]
      // Empty paper is the same in every format.
      if (ma < 0.04) continue
      const [va, vb, cab] = [saa / n - ma * ma, sbb / n - mb * mb, sab / n - ma * mb]
      sum += ((2 * ma * mb + C1) * (2 * cab + C2)) / ((ma * ma + mb * mb + C1) * (va + vb + C2))
      count++
    }
  }
  return count > 0 ? sum / count : 1
}

/** Mean step between neighbours along the edges of strokes. */
function steepness(ink: Float32Array): number {
  let sum = 0
  let count = 0
  for (let i = 1; i < ink.length - screenWidth; i++) {
    const step = Math.max(
      Math.abs(ink[i]! - ink[i - 1]!),
      Math.abs(ink[i]! - ink[i + screenWidth]!),
    )
    if (step < 0.05) continue
    sum += step
    count++
  }
  return count > 0 ? sum / count : 0
}

function amount(ink: Float32Array): number {
  let count = 0
  for (let i = 0; i < ink.length; i++) if (ink[i]! > 0.5) count++
  return count
}
