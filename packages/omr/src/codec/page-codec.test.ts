import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Gray } from '../kernels/gray.ts'
import { createPageCodec } from './page-codec.ts'
import { pictureFormat, readJpegHeader } from './picture-format.ts'
import { decodeWithSharp } from './sharp-codec.ts'
import { decodeWithTurbo, hasTurbo } from './turbo-codec.ts'

const codec = createPageCodec()
const [width, height] = [200, 120]

/** White with a black box at the top left: shows turns, channels and levels. */
const raw = (() => {
  const data = Buffer.alloc(width * height, 255)
  for (let y = 0; y < 40; y++) data.fill(0, y * width, y * width + 60)
  return data
})()
const picture = () => sharp(raw, { raw: { width, height, channels: 1 } })

const at = (gray: Gray, x: number, y: number) => gray.data[y * gray.width + x]!
/** Size, and whether the box is black and the rest white; `right` is what it should be. */
const look = (gray: Gray) => ({
  size: [gray.width, gray.height, gray.data.length],
  box: at(gray, 20, 20) < 12,
  rest: at(gray, 150, 100) > 243,
})
const right = { size: [width, height, width * height], box: true, rest: true }

describe('every format comes out as the same grey', () => {
  test.for<[string, () => Promise<Buffer>]>([
    ['grey JPEG', () => picture().toColourspace('b-w').jpeg().toBuffer()],
    ['colour JPEG', () => picture().toColourspace('srgb').jpeg().toBuffer()],
    ['progressive JPEG', () => picture().jpeg({ progressive: true }).toBuffer()],
    ['CMYK JPEG', () => picture().toColourspace('cmyk').jpeg().toBuffer()],
    ['grey PNG', () => picture().toColourspace('b-w').png().toBuffer()],
    ['colour PNG', () => picture().toColourspace('srgb').png().toBuffer()],
    ['16-bit PNG', () => picture().toColourspace('grey16').png().toBuffer()],
    ['PNG with transparency', () => picture().toColourspace('srgb').ensureAlpha().png().toBuffer()],
    ['grey TIFF', () => picture().toColourspace('b-w').tiff({ compression: 'none' }).toBuffer()],
    ['LZW TIFF', () => picture().tiff({ compression: 'lzw' }).toBuffer()],
    [
      'bilevel TIFF',
      () =>
        picture().toColourspace('b-w').tiff({ bitdepth: 1, compression: 'ccittfax4' }).toBuffer(),
    ],
    ['WebP', () => picture().toColourspace('srgb').webp({ quality: 90 }).toBuffer()],
  ])('%s', async ([, make]) => {
    expect(look(await codec.decodeGray(await make()))).toEqual(right)
  })
})

test('a picture that the camera marked as turned comes out upright', async () => {
  const turned = await picture().rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer()
  expect(readJpegHeader(turned)).toMatchObject({ width: height, height: width, orientation: 8 })
  expect(look(await codec.decodeGray(turned))).toEqual(right)
})

test('the fast and the universal codec agree', async () => {
  expect(hasTurbo()).toBe(true)
  const jpeg = await picture().toColourspace('b-w').jpeg({ quality: 85 }).toBuffer()
  const fast = decodeWithTurbo(jpeg, readJpegHeader(jpeg)!, (size) => new Uint8Array(size))!
  const slow = await decodeWithSharp(jpeg, 1e9)
  const worst = fast.data.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - slow.data[i]!)),
    0,
  )
  expect(worst).toBeLessThanOrEqual(2)
  expect(look(await codec.decodeGray(await codec.encodeJpeg(fast)))).toEqual(right)
})

test('a buffer that is large enough is used again', async () => {
  const jpeg = await picture().toColourspace('b-w').jpeg().toBuffer()
  const buffer = new Uint8Array(100_000)
  const gray = await codec.decodeGray(jpeg, buffer)
  expect(gray.data.buffer).toBe(buffer.buffer)
  expect(look(gray)).toEqual(right)
})

describe('a bad file has a fault with a name', () => {
  test.for<[string, () => Promise<Uint8Array>, string]>([
    ['no bytes', async () => new Uint8Array(0), 'EMPTY_FILE'],
    ['text', async () => Buffer.from('这不是图片'), 'UNKNOWN_FORMAT'],
    ['half a JPEG', async () => half(await noise().jpeg().toBuffer()), 'TRUNCATED_FILE'],
    ['half a PNG', async () => half(await noise().png().toBuffer()), 'TRUNCATED_FILE'],
    [
      'a JPEG start and then rubbish',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 7)]),
      'TRUNCATED_FILE',
    ],
    [
      'a PNG start and then rubbish',
      async () =>
        Buffer.concat([
          Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
          Buffer.alloc(500, 7),
        ]),
      'DAMAGED_FILE',
    ],
    [
      'a stamp',
      async () =>
        sharp({ create: { width: 30, height: 30, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      'TOO_SMALL',
    ],
  ])('%s', async ([, make, code]) => {
    await expect(codec.decodeGray(await make())).rejects.toMatchObject({
      name: 'PageFileError',
      code,
    })
  })

  test('too many pixels, before they are decoded', async () => {
    const small = createPageCodec({ pixelLimit: 10_000 })
    for (const file of [await picture().jpeg().toBuffer(), await picture().png().toBuffer()]) {
      await expect(small.decodeGray(file)).rejects.toMatchObject({ code: 'TOO_MANY_PIXELS' })
    }
  })

  const half = (file: Buffer) => file.subarray(0, file.length >> 1)
  const noise = () => {
    const data = Buffer.from(Array.from({ length: 300 * 300 }, (_, i) => (i * 7919) % 251))
    return sharp(data, { raw: { width: 300, height: 300, channels: 1 } })
  }
})

test('the format is told by content, not by name', () => {
  expect(pictureFormat(Buffer.from([0x49, 0x49, 0x2a, 0]))).toBe('tiff')
  expect(pictureFormat(Buffer.from('RIFFxxxxWEBP'))).toBe('webp')
  expect(pictureFormat(Buffer.from('GIF89a'))).toBeNull()
})
