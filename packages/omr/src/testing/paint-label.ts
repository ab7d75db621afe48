import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BarcodeRegion } from '@hengjuan/domain'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import type { Gray } from '../kernels/gray.ts'

let ready: Promise<unknown> | null = null

/** A part of a page with a barcode label in it: paper, a white label, bars. */
export interface PaintedLabel {
  gray: Gray
  region: BarcodeRegion
  pxPerMm: number
}

export interface LabelLook {
  symbology: BarcodeRegion['symbology']
  moduleMm: number
  /** Height of the bars; QR codes are square. */
  heightMm?: number
  pxPerMm?: number
  /** Greys of paper and bars. */
  paper?: number
  ink?: number
  turnDeg?: number
  /** From the middle of its place. */
  shiftMm?: [number, number]
  /** How much wider bars are than printed, millimetres; negative for a worn ribbon. */
  gainMm?: number
}

const regionMm = { xMm: 12, yMm: 8, widthMm: 60, heightMm: 22 }

/** Paints a label, antialiased, in a place of 60 x 22 mm on a part of a page of 84 x 38 mm. */
export async function paintLabel(text: string, look: LabelLook): Promise<PaintedLabel> {
  ready ??= prepareZXingModule({
    overrides: {
      wasmBinary: readFileSync(
        fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')),
      ).buffer,
    },
    fireImmediately: true,
  })
  await ready
  const { symbology, moduleMm, pxPerMm = 8, paper = 245, ink = 25, turnDeg = 0 } = look
  const { symbol } = await writeBarcode(text, { format: symbology, addQuietZones: false })
  const [width, height] = [Math.round(84 * pxPerMm), Math.round(38 * pxPerMm)]
  const data = new Uint8Array(width * height).fill(paper)
  const isSquare = symbology === 'QRCode'
  const wideMm = symbol.width * moduleMm
  const tallMm = isSquare ? symbol.height * moduleMm : (look.heightMm ?? 12)
  const turn = (turnDeg * Math.PI) / 180
  const gain = (look.gainMm ?? 0) / 2
  const centre = [
    regionMm.xMm + 30 + (look.shiftMm?.[0] ?? 0),
    regionMm.yMm + 11 + (look.shiftMm?.[1] ?? 0),
  ]
  const isDark = (x: number, y: number) => {
    const column = Math.floor(x / moduleMm)
    const row = isSquare ? Math.floor(y / moduleMm) : 0
    if (column < 0 || column >= symbol.width || row < 0 || row >= symbol.height) return false
    return symbol.data[row * symbol.width + column] === 0
  }
  const steps = 3
  // Beyond this there is paper only.
  const reachPx = (Math.hypot(wideMm, tallMm) / 2 + Math.abs(gain)) * pxPerMm + 2
  for (let v = 0; v < height; v++) {
    for (let u = 0; u < width; u++) {
      if (Math.hypot(u - centre[0]! * pxPerMm, v - centre[1]! * pxPerMm) > reachPx) continue
      let dark = 0
      for (let i = 0; i < steps * steps; i++) {
        const dx = (u + ((i % steps) + 0.5) / steps) / pxPerMm - centre[0]!
        const dy = (v + (Math.floor(i / steps) + 0.5) / steps) / pxPerMm - centre[1]!
        const x = dx * Math.cos(turn) + dy * Math.sin(turn) + wideMm / 2
        const y = -dx * Math.sin(turn) + dy * Math.cos(turn) + tallMm / 2
        if (y < 0 || y >= tallMm) continue
        const isInk =
          gain >= 0
            ? isDark(x - gain, y) || isDark(x + gain, y)
            : isDark(x + gain, y) && isDark(x - gain, y)
        if (isInk) dark++
      }
      data[v * width + u] = paper - ((paper - ink) * dark) / (steps * steps)
    }
  }
  const region = { id: 'b', purpose: 'examNo', symbology, ...regionMm } as const
  return { gray: { data, width, height }, region, pxPerMm }
}
