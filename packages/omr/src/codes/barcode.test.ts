import { expect, test } from 'vitest'
import type { Gray } from '../kernels/gray.ts'
import { readBarcode } from './barcode.ts'

const widths = (code: string) => [...code].map(Number)
/** Code 128 set C: start, pairs, checksum, stop; module widths from the standard. */
const patterns: Record<number, string> = {
  12: '112232',
  34: '131123',
  56: '331121',
  105: '211232',
  106: '2331112',
  44: '132131',
}

/** Draws `123456`: checksum (105 + 12 + 2 x 34 + 3 x 56) mod 103 = 44. */
function paintCode128(): Gray {
  const [width, height] = [600, 300]
  const data = new Uint8Array(width * height).fill(245)
  let x = 150
  for (const symbol of [105, 12, 34, 56, 44, 106]) {
    widths(patterns[symbol]!).forEach((modules, i) => {
      const end = x + modules * 4
      if (i % 2 === 0) for (let y = 100; y < 200; y++) data.fill(15, y * width + x, y * width + end)
      x = end
    })
  }
  return { data, width, height }
}

const region = {
  id: 'b',
  purpose: 'examNo',
  symbology: 'Code128',
  xMm: 14,
  yMm: 10,
  widthMm: 36,
  heightMm: 10,
} as const
const tenPerMm = [10, 0, 0, 0, 10, 0, 0, 0, 1]

test('a Code 128 label in its place is read', async () => {
  const reading = await readBarcode(paintCode128(), tenPerMm, region)
  expect(reading).toEqual({ id: 'b', purpose: 'examNo', text: '123456' })
})

test('an empty place gives null', async () => {
  const blank = { data: new Uint8Array(600 * 300).fill(250), width: 600, height: 300 }
  expect((await readBarcode(blank, tenPerMm, region)).text).toBeNull()
})

test('another symbology in the place is not taken', async () => {
  const reading = await readBarcode(paintCode128(), tenPerMm, { ...region, symbology: 'QRCode' })
  expect(reading.text).toBeNull()
})
