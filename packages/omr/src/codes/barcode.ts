import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BarcodeReading, BarcodeRegion } from '@hengjuan/domain'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Gray } from '../kernels/gray.ts'
import type { Homography } from '../kernels/homography.ts'
import { project } from '../kernels/homography.ts'
import { warpQuad } from '../kernels/warp.ts'

let ready: Promise<unknown> | null = null

/** Loads the decoder from the installed package; left alone it would fetch itself from the network. */
function prepare(): Promise<unknown> {
  ready ??= prepareZXingModule({
    overrides: {
      wasmBinary: readFileSync(
        fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')),
      ).buffer,
    },
    fireImmediately: true,
  })
  return ready
}

/** A label is stuck on by hand: look this far around its place. */
const marginMm = 3
const dotsPerMm = 10

/** Decodes one barcode in the template's region; `text` is null when none is legible. */
export async function readBarcode(
  gray: Gray,
  toPx: Homography,
  region: BarcodeRegion,
): Promise<BarcodeReading> {
  await prepare()
  const left = region.xMm - marginMm
  const top = region.yMm - marginMm
  const widthMm = region.widthMm + 2 * marginMm
  const heightMm = region.heightMm + 2 * marginMm
  const quad = [
    [left, top],
    [left + widthMm, top],
    [left + widthMm, top + heightMm],
    [left, top + heightMm],
  ].map(([x, y]): [number, number] => {
    const at = project(toPx, x!, y!)
    return [at.x, at.y]
  })
  const crop = warpQuad(
    gray,
    quad,
    Math.round(widthMm * dotsPerMm),
    Math.round(heightMm * dotsPerMm),
  )
  const results = await readBarcodes(asImageData(crop), {
    formats: [region.symbology],
    tryHarder: true,
    tryRotate: true,
    tryInvert: false,
    tryDownscale: true,
    maxNumberOfSymbols: 2,
  })
  const texts = [...new Set(results.filter((r) => r.isValid).map((r) => r.text.trim()))]
  // Two different codes in one place: neither is believed.
  return { id: region.id, purpose: region.purpose, text: texts.length === 1 ? texts[0]! : null }
}

function asImageData(gray: Gray): ImageData {
  const rgba = new Uint32Array(gray.data.length)
  for (let i = 0; i < rgba.length; i++) rgba[i] = 0xff000000 | (gray.data[i]! * 0x010101)
  const data = new Uint8ClampedArray(rgba.buffer)
  return { data, width: gray.width, height: gray.height, colorSpace: 'srgb' }
}
