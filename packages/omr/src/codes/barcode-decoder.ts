import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BarcodeRegion } from '@hengjuan/domain'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Gray } from '../kernels/gray.ts'

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

/** A code found in a picture. */
export interface DecodedBarcode {
  text: string
  /** Corners in dots of the picture, as the code is read: top left, top right, bottom right, bottom left. */
  corners: { x: number; y: number }[]
  /** Lines across it that said so; of a QR code none are counted. */
  lines: number
}

/**
 * The codes of one symbology in a picture, each text once.
 *
 * @param patient also looks sideways and at half size; costs several times as much
 */
export async function decodeBarcodes(
  picture: Gray,
  symbology: BarcodeRegion['symbology'],
  patient = true,
): Promise<DecodedBarcode[]> {
  await prepare()
  const results = await readBarcodes(asImageData(picture), {
    formats: [symbology],
    tryHarder: true,
    tryRotate: patient,
    tryInvert: false,
    tryDownscale: patient,
    tryDenoise: symbology === 'QRCode',
    // Without a checksum, more lines must say the same.
    minLineCount: symbology === 'Code39' ? 4 : 2,
    maxNumberOfSymbols: 2,
  })
  const decoded = new Map<string, DecodedBarcode>()
  for (const { isValid, text: raw, position, lineCount } of results) {
    if (!isValid) continue
    const { topLeft, topRight, bottomRight, bottomLeft } = position
    const text = raw.trim()
    const corners = [topLeft, topRight, bottomRight, bottomLeft]
    decoded.set(text, { text, corners, lines: lineCount })
  }
  return [...decoded.values()]
}

function asImageData(gray: Gray): ImageData {
  const rgba = new Uint32Array(gray.width * gray.height)
  for (let i = 0; i < rgba.length; i++) rgba[i] = 0xff000000 | (gray.data[i]! * 0x010101)
  const data = new Uint8ClampedArray(rgba.buffer)
  return { data, width: gray.width, height: gray.height, colorSpace: 'srgb' }
}
