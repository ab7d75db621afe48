import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePage } from './encode-page.ts'

const raw = (header: string, pixels: Buffer) => ({
  format: 'pnm' as const,
  dpi: null,
  content: Buffer.concat([Buffer.from(header, 'latin1'), pixels]),
})

const noise = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 37) & 255))

test.for([
  ['grey', 'P5', 1],
  ['colour', 'P6', 3],
] as const)(
  '%s pixels come back from PNG as they were, with their resolution',
  async ([, kind, channels]) => {
    const pixels = noise(40 * 30 * channels)
    const page = raw(`${kind}\n# dpi 300\n40 30\n255\n`, pixels)
    const { bytes, ending } = await encodePage(page, { format: 'png', quality: 92 })
    const picture = sharp(bytes)
    expect(ending).toBe('png')
    expect(await picture.metadata()).toMatchObject({
      width: 40,
      height: 30,
      channels,
      density: 300,
    })
    const decoded = channels === 1 ? picture.toColourspace('b-w') : picture
    expect((await decoded.raw().toBuffer()).equals(pixels)).toBe(true)
  },
)

test('JPEG keeps size, channel and resolution', async () => {
  const page = raw('P5\n# dpi 200\n40 30\n255\n', noise(1200))
  const { bytes, ending } = await encodePage(page, { format: 'jpeg', quality: 92 })
  expect(ending).toBe('jpg')
  expect(await sharp(bytes).metadata()).toMatchObject({
    format: 'jpeg',
    width: 40,
    height: 30,
    channels: 1,
    density: 200,
  })
})

test('bits are kept without loss: 1 is black, rows end with their byte', async () => {
  // 10 pixels a row: the last 6 bits of every second byte are padding.
  const page = raw('P4\n10 2\n', Buffer.from([0b1000_0000, 0b0111_1111, 0b0000_0001, 0b1000_0000]))
  const { bytes, ending } = await encodePage(page, { format: 'jpeg', quality: 92 })
  expect(ending).toBe('png')
  const pixels = await sharp(bytes).toColourspace('b-w').raw().toBuffer()
  expect([...pixels].map((value) => (value === 0 ? '#' : '.')).join('')).toBe(
    '#........#.......##.',
  )
})

test('what the scanner compressed itself stays as it is', async () => {
  const content = noise(100)
  const page = { format: 'tiff' as const, dpi: 300, content }
  expect(await encodePage(page, { format: 'jpeg', quality: 92 })).toEqual({
    bytes: content,
    ending: 'tif',
  })
})

test('pixels that are no page are refused', async () => {
  const page = { format: 'pnm' as const, dpi: 300, content: noise(100) }
  await expect(encodePage(page, { format: 'png', quality: 92 })).rejects.toThrow('no raw page')
})
