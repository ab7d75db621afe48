import { expect, test } from 'vitest'
import { dpiOfScan } from './scan-dpi.ts'

const jfif = (unit: number, density: number) =>
  Uint8Array.of(
    0xff,
    0xd8,
    0xff,
    0xe0,
    0,
    16,
    0x4a,
    0x46,
    0x49,
    0x46,
    0,
    1,
    1,
    unit,
    density >> 8,
    density & 255,
    density >> 8,
    density & 255,
  )
const noHeader = new Uint8Array(20)

test.for([
  ['the file says 300', jfif(1, 300), 2480, 300],
  ['dots per centimetre', jfif(2, 118), 2480, 300],
  ['the file says 72, the width 200', jfif(1, 72), 1654, 200],
  ['no header, an A4 page 1650 wide', noHeader, 1650, 200],
  ['a picture of a phone', noHeader, 3024, null],
] as const)('%s', ([, bytes, widthPx, dpi]) => {
  expect(dpiOfScan(bytes, widthPx, 210)).toBe(dpi)
})
