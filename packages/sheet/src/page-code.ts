import type { PageCode } from '@hengjuan/domain'

const CELL = 3
const CELLS = 24

/**
 * Bits printed on a page: 16 bits sheet code, 3 bits page, 5 bits check, most significant first.
 *
 * The check is CRC-5 over the first 19 bits: polynomial x^5 + x^2 + 1, start value all ones, the
 * remainder inverted. It finds every burst of up to five wrong cells, any two codes differ in at least
 * three cells, and a row that is all white or all black is never valid.
 *
 * @param sheetCode 0 to 65535
 * @param page 1 to 7
 */
export function pageCodeBits(sheetCode: number, page: number): string {
  const data = sheetCode.toString(2).padStart(16, '0') + page.toString(2).padStart(3, '0')
  return data + crc5(data)
}

/** The sheet and page that bits name; null when the check fails. */
export function readPageCodeBits(bits: string): { sheetCode: number; page: number } | null {
  const data = bits.slice(0, 19)
  if (!/^[01]{24}$/.test(bits) || crc5(data) !== bits.slice(19)) return null
  return {
    sheetCode: Number.parseInt(data.slice(0, 16), 2),
    page: Number.parseInt(data.slice(16), 2),
  }
}

function crc5(data: string): string {
  let register = 0b11111
  for (const bit of data) {
    const carry = ((register >> 4) & 1) ^ Number(bit)
    register = (register << 1) & 0b11111
    if (carry) register ^= 0b00101
  }
  return (register ^ 0b11111).toString(2).padStart(5, '0')
}

/** Cells in which any two codes differ at least. */
const PAGE_CODE_DISTANCE = 3

export const PAGE_CODE_WIDTH = CELL * CELLS

/** Cells and bits of a page's code, the row beginning at `leftMm` and centred on `yMm`. */
export function layoutPageCode(
  sheetCode: number,
  page: number,
  leftMm: number,
  yMm: number,
): PageCode {
  const cells = Array.from({ length: CELLS }, (_, index) => ({
    xMm: leftMm + (index + 0.5) * CELL,
    yMm,
    widthMm: CELL,
    heightMm: CELL,
  }))
  return { cells, bits: pageCodeBits(sheetCode, page), distance: PAGE_CODE_DISTANCE }
}
