import { expect, test } from 'vitest'
import { tinyJpeg } from '../testing/tiny-jpeg.ts'
import { checkPicture } from './picture-check.ts'
import { pnmHeader, readPnmHeader } from './pnm.ts'

test.for([
  ['P4', 2],
  ['P5', 9],
  ['P6', 27],
] as const)('a %s header tells size, resolution and row length', ([kind, rowBytes]) => {
  const header = pnmHeader(kind, 9, 4, 300)
  expect(readPnmHeader(Buffer.concat([header, Buffer.alloc(200, 50)]))).toEqual({
    kind,
    width: 9,
    height: 4,
    offset: header.length,
    rowBytes,
    dpi: 300,
  })
})

test('pixels that look like digits or comments are no header', () => {
  const header = pnmHeader('P4', 8, 2, 200)
  const found = readPnmHeader(Buffer.concat([header, Buffer.from('12 #\n')]))
  expect(found?.offset).toBe(header.length)
})

test.for(['P5\n4 4\n65535\n', 'P2\n4 4\n255\n', 'P5\n0 4\n255\n', 'nothing'])(
  '「%s」 is refused',
  (text) => {
    expect(readPnmHeader(Buffer.from(`${text}${' '.repeat(600)}`))).toBeNull()
  },
)

test('whole pictures are told from cut ones', () => {
  const jpeg = tinyJpeg('x', { width: 1654, height: 2339 })
  expect(checkPicture(jpeg)).toEqual({ format: 'jpeg', width: 1654, height: 2339, frames: 1 })
  for (const length of [0, 3, 40, jpeg.length - 2])
    expect(checkPicture(jpeg.subarray(0, length)), String(length)).toBeNull()
  expect(checkPicture(Buffer.concat([jpeg.subarray(0, 100), Buffer.alloc(400)]))).toBeNull()
  const raw = Buffer.concat([pnmHeader('P5', 30, 20, 100), Buffer.alloc(600, 9)])
  expect(checkPicture(raw)).toEqual({ format: 'pnm', width: 30, height: 20, frames: 1 })
  expect(checkPicture(raw.subarray(0, -1))).toBeNull()
})
