import type { Bubble } from '@hengjuan/domain'
import sharp from 'sharp'
import type { PageTruth } from '../truth.ts'

export interface DecodedScan {
  width: number
  height: number
  grey: Uint8Array
}

export async function decodeScan(jpeg: Uint8Array): Promise<DecodedScan> {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, grey: new Uint8Array(data) }
}

/** Mean darkness of a box on the sheet, seen through the true geometry; 0 white, 1 black. */
export function darknessAt(
  scan: DecodedScan,
  truth: PageTruth,
  box: { xMm: number; yMm: number; widthMm: number; heightMm: number },
): number {
  const [a, b, c, d, e, f] = truth.homography as [number, number, number, number, number, number]
  const steps = 15
  let sum = 0
  for (let row = 0; row < steps; row++)
    for (let column = 0; column < steps; column++) {
      const x = box.xMm + ((column + 0.5) / steps - 0.5) * box.widthMm
      const y = box.yMm + ((row + 0.5) / steps - 0.5) * box.heightMm
      const u = Math.floor(a * x + b * y + c)
      const v = Math.floor(d * x + e * y + f)
      sum += 255 - (scan.grey[v * scan.width + u] ?? 255)
    }
  return sum / (steps * steps * 255)
}

/** Darkness inside a bubble's outline. */
export const bubbleDarkness = (scan: DecodedScan, truth: PageTruth, bubble: Bubble) =>
  darknessAt(scan, truth, {
    ...bubble,
    widthMm: bubble.widthMm * 0.78,
    heightMm: bubble.heightMm * 0.7,
  })

/** Share of a scan that is darker than half grey. */
export const inkShare = ({ grey }: DecodedScan) =>
  grey.reduce((count, level) => count + (level < 128 ? 1 : 0), 0) / grey.length
