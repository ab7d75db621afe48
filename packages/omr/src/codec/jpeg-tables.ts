import { tableBytes } from '../kernels/page-memory.ts'
import type { HuffmanTable } from './jpeg-huffman.ts'
import { acTable, codesOf, dcTable } from './jpeg-huffman.ts'

/** Coefficients in the order in which a file holds them: row * 8 + column. */
export const zigzag: readonly number[] = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
  13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52,
  45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
]

/** Steps of brightness that the standard proposes (table K.1), row by row; every encoder scales them. */
const proposedSteps = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
  14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113,
  92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
]

/** By what the transform of the kernel is larger across or down than the standard's. */
const swell = [0, 1, 2, 3, 4, 5, 6, 7].map((k) =>
  k === 0 ? 1 : Math.SQRT2 * Math.cos((k * Math.PI) / 16),
)
/** And in both: of eight by eight pixels, each taken twice. */
const swellOf = (at: number) => 16 * swell[at >> 3]! * swell[at & 7]!
/** Bits that the kernel keeps below a step before it rounds. */
const mostFine = 6

/**
 * Quantization steps of a quality from 1 to 100, row by row: those of libjpeg, but never so fine that the
 * kernel's numbers of 16 bits would not hold them, which is at 98 and above.
 */
export function quantizationSteps(quality: number): number[] {
  const bounded = Math.min(100, Math.max(1, Math.round(quality)))
  const percent = bounded < 50 ? Math.floor(5000 / bounded) : 200 - 2 * bounded
  return proposedSteps.map((step, at) => {
    const scaled = Math.min(255, Math.max(1, Math.floor((step * percent + 50) / 100)))
    return Math.max(scaled, Math.ceil(2 / swellOf(at)))
  })
}

/** Writes the tables of `encodeBlocks`: where what lies is told in packages/omr/wasm/jpeg.ts. */
export function writeEncoderTables(to: Uint8Array, quality: number): void {
  const view = new DataView(to.buffer, to.byteOffset, tableBytes)
  const steps = quantizationSteps(quality)
  for (let column = 0; column < 8; column++) {
    for (let row = 0; row < 8; row++) {
      const from = row * 8 + column
      const { share, halving } = factorsOf(swellOf(from) * steps[from]!)
      const at = 2 * (column * 8 + row)
      view.setInt16(at, share, true)
      view.setInt16(128 + at, halving, true)
    }
  }
  zigzag.forEach((from, k) => {
    view.setUint8(256 + k, 2 * placeInBlock(from))
  })
  writeCodes(view, 320, dcTable, (symbol) => symbol)
  writeCodes(view, 448, acTable, (symbol) => symbol & 15)
  view.setFloat32(1472, 1 / (8 * steps[0]!), true)
  writeMasks(view, 1792)
}

/**
 * Division by at least 2 as two products in 32768ths. The second is a hair less than a power of two: what lies
 * just between two steps goes to the smaller one, with either sign.
 */
function factorsOf(divisor: number): { share: number; halving: number } {
  for (let fine = mostFine; ; fine--) {
    const halving = 2 ** (15 - fine) - 1
    const share = Math.round(2 ** 30 / (divisor * halving))
    if (share < 2 ** 15) return { share, halving }
  }
}

/** The kernel's blocks lie column by column. */
const placeInBlock = (from: number) => (from & 7) * 8 + (from >> 3)

/** A code for each symbol, moved up for the bits of the value that follow it; its whole length above. */
function writeCodes(
  view: DataView,
  at: number,
  table: HuffmanTable,
  bitsAfter: (symbol: number) => number,
): void {
  for (const [symbol, { code, length }] of codesOf(table)) {
    const after = bitsAfter(symbol)
    view.setUint32(at + 4 * symbol, ((length + after) << 27) | (code << after), true)
  }
}

/** For each column and each choice of its coefficients: their bits in the order of the file. */
function writeMasks(view: DataView, at: number): void {
  const orderOf = new Map(zigzag.map((from, k) => [placeInBlock(from), BigInt(k)]))
  for (let column = 0; column < 8; column++) {
    for (let chosen = 1; chosen < 256; chosen++) {
      const lowest = 31 - Math.clz32(chosen & -chosen)
      const rest = view.getBigUint64(at + 8 * (column * 256 + (chosen & (chosen - 1))), true)
      const bit = 1n << orderOf.get(column * 8 + lowest)!
      view.setBigUint64(at + 8 * (column * 256 + chosen), rest | bit, true)
    }
  }
}
