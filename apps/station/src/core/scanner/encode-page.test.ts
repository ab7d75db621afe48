import { createPageCodec } from '@hengjuan/omr'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePage } from './encode-page.ts'

const raw = (header: string, pixels: Buffer) => ({
  format: 'pnm' as const,
  side: 'back' as const,
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
    const { bytes, ending } = await encodePage(page, {
      output: { format: 'png', quality: 92 },
      flipBack: false,
    })
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
  const { bytes, ending } = await encodePage(page, {
    output: { format: 'jpeg', quality: 92 },
    flipBack: false,
  })
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
  const { bytes, ending } = await encodePage(page, {
    output: { format: 'jpeg', quality: 92 },
    flipBack: false,
  })
  expect(ending).toBe('png')
  const pixels = await sharp(bytes).toColourspace('b-w').raw().toBuffer()
  expect([...pixels].map((value) => (value === 0 ? '#' : '.')).join('')).toBe(
    '#........#.......##.',
  )
})

test('what the scanner compressed itself stays as it is', async () => {
  const content = noise(100)
  const page = { format: 'tiff' as const, side: 'back' as const, dpi: 300, content }
  expect(
    await encodePage(page, { output: { format: 'jpeg', quality: 92 }, flipBack: false }),
  ).toEqual({
    bytes: content,
    ending: 'tif',
  })
})

test('pixels that are no page are refused', async () => {
  const page = { format: 'pnm' as const, side: 'back' as const, dpi: 300, content: noise(100) }
  await expect(
    encodePage(page, { output: { format: 'png', quality: 92 }, flipBack: false }),
  ).rejects.toThrow('no raw page')
})

const OUTPUT = { format: 'png', quality: 92 } as const
const TURNED = { output: OUTPUT, flipBack: true }

test('a back side that comes upside down is turned, a front side never', async () => {
  const pixels = noise(1200)
  const page = raw('P5\n# dpi 200\n40 30\n255\n', pixels)
  const pixelsOf = async (bytes: Buffer) => [
    ...(await sharp(bytes).toColourspace('b-w').raw().toBuffer()),
  ]
  const back = await encodePage(page, TURNED)
  expect(await pixelsOf(back.bytes)).toEqual([...pixels].toReversed())
  const front = await encodePage({ ...page, side: 'front' }, TURNED)
  expect(await pixelsOf(front.bytes)).toEqual([...pixels])
})

test('a JPEG of the scanner is turned without being compressed again', async () => {
  const upright = await sharp(noise(64 * 80 * 3), { raw: { width: 64, height: 80, channels: 3 } })
    .jpeg()
    .toBuffer()
  const { bytes } = await encodePage(
    { format: 'jpeg', side: 'back', dpi: 200, content: upright },
    TURNED,
  )
  expect(bytes.subarray(-upright.length + 2).equals(upright.subarray(2))).toBe(true)
  const before = await createPageCodec().decodeGray(upright)
  const after = await createPageCodec().decodeGray(bytes)
  expect([...after.data]).toEqual([...before.data].toReversed())
  expect(
    (await sharp(bytes).rotate().raw().toBuffer()).equals(
      await sharp(upright).rotate(180).raw().toBuffer(),
    ),
  ).toBe(true)
})

test('a JPEG that carries a tag of its own stands right after all', async () => {
  const turned = await sharp(noise(64 * 80 * 3), { raw: { width: 64, height: 80, channels: 3 } })
    .withMetadata({ orientation: 3 })
    .jpeg()
    .toBuffer()
  const { bytes } = await encodePage(
    { format: 'jpeg', side: 'back', dpi: 200, content: turned },
    TURNED,
  )
  const shown = await createPageCodec().decodeGray(bytes)
  const expected = await sharp(turned).removeAlpha().greyscale().raw().toBuffer()
  // Compressed a second time: the same picture, not the same bytes.
  const difference = expected.reduce(
    (sum, value, at) => sum + Math.abs(value - (shown.data[at] ?? 0)),
    0,
  )
  expect(difference / expected.length).toBeLessThan(SECOND_COMPRESSION)
})

/** Grey levels that a second JPEG of noise differs by on average; upside down noise differs by 60. */
const SECOND_COMPRESSION = 15
