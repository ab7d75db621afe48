import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  faxPictures,
  greyPicture,
  jpegPicture,
  pagedTiff,
  type PdfPage,
  scannedPdf,
} from '../../../testing/scanned-pdf.ts'
import { FileSplitter } from './file-splitter.ts'
import { turnOf } from './page-content.ts'
import { openPdf } from './pdf-pages.ts'
import type { SplitPage } from './split-answer.ts'
import { openTiff } from './tiff-pages.ts'

const WIDTH = 400
const HEIGHT = 560

let folder: string
/** Unlike itself in any other position: a dark block in one corner, a grey slope over all. */
let grey: Buffer
let jpeg: Buffer

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'split-'))
  grey = Buffer.alloc(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++)
      grey[y * WIDTH + x] = x < 60 && y < 90 ? 0 : 120 + Math.floor((x + y) / 8)
  jpeg = await picture().jpeg({ quality: 90 }).toBuffer()
})

afterAll(() => rm(folder, { recursive: true }))

const picture = () =>
  sharp(grey, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } }).toColourspace('b-w')

async function fileOf(name: string, content: Uint8Array): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, content)
  return file
}

async function pagesOf(pages: readonly PdfPage[]): Promise<SplitPage[]> {
  const source = await openPdf(await fileOf('pages.pdf', scannedPdf(pages)))
  const found: SplitPage[] = []
  for (let page = 1; page <= source.pages; page++) found.push(await source.page(page))
  return found
}

const bytesOf = (page: SplitPage | null | undefined): Uint8Array =>
  page?.kind === 'picture' ? page.bytes : new Uint8Array()

async function pixelsOf(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** Mean difference of grey values. */
const difference = (a: Uint8Array, b: Uint8Array): number =>
  a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length

/** What one more JPEG does to a smooth page. */
const JPEG_LOSS = 2

/** Where strips meet, a row of pixels may be mixed of two. */
const SEAMS = 0.05

test('pages come out in order; a JPEG that is the page comes out as it is', async () => {
  const other = await picture().negate().jpeg().toBuffer()
  const pages = await pagesOf([
    { strips: [await jpegPicture(jpeg)], dpi: 100 },
    { strips: [await jpegPicture(other)], dpi: 200 },
  ])
  expect(pages.map((page) => Buffer.from(bytesOf(page)).equals(jpeg))).toEqual([true, false])
  expect(Buffer.from(bytesOf(pages[1])).equals(other)).toBe(true)
})

test('recognised text over the picture, which nobody sees, changes nothing', async () => {
  const more = 'BT 3 Tr /F1 12 Tf 20 20 Td (seen by nobody) Tj ET'
  const [page] = await pagesOf([{ strips: [await jpegPicture(jpeg)], dpi: 100, more }])
  expect(Buffer.from(bytesOf(page)).equals(jpeg)).toBe(true)
})

test('what is drawn over the picture is on the page', async () => {
  const more = '0 0 0 rg 200 20 60 60 re f'
  const [page] = await pagesOf([{ strips: [await jpegPicture(jpeg)], dpi: 100, more }])
  const { width, height, data } = await pixelsOf(bytesOf(page))
  expect([width, height]).toEqual([WIDTH, HEIGHT])
  expect(data[(HEIGHT - 60) * WIDTH + 310]).toBeLessThan(20)
})

test.for([90, 180, 270] as const)(
  'a page that is shown turned by %i is upright',
  async (rotate) => {
    const turned = await picture().rotate(-rotate).raw().toBuffer({ resolveWithObject: true })
    const { width, height } = turned.info
    const lying = sharp(turned.data, { raw: { width, height, channels: 1 } }).toColourspace('b-w')
    const strips = [await jpegPicture(await lying.jpeg({ quality: 95 }).toBuffer())]
    const packed = [greyPicture(turned.data, width, height)]
    for (const page of await pagesOf([
      { strips, dpi: 100, rotate },
      { strips: packed, dpi: 150, rotate },
    ])) {
      const found = await pixelsOf(bytesOf(page))
      expect([found.width, found.height]).toEqual([WIDTH, HEIGHT])
      expect(difference(found.data, grey)).toBeLessThan(JPEG_LOSS)
    }
  },
)

test('grey without loss, and black and white as fax in one strip or several, keep their pixels', async () => {
  const big = await picture().resize(1600, 2240).png().toBuffer()
  const black = await sharp(big).threshold(128).png().toBuffer()
  const strips = await faxPictures(big)
  expect(strips.length).toBeGreaterThan(1)
  const [first] = strips
  const [packed, fax, oneStrip] = await pagesOf([
    { strips: [greyPicture(grey, WIDTH, HEIGHT)], dpi: 200 },
    { strips, dpi: 300 },
    { strips: [first!], dpi: 300 },
  ])
  const found = await pixelsOf(bytesOf(packed))
  expect([found.width, found.height]).toEqual([WIDTH, HEIGHT])
  expect(difference(found.data, grey)).toBeLessThan(JPEG_LOSS)
  const [drawn, expected] = [await pixelsOf(bytesOf(fax)), await pixelsOf(black)]
  expect([drawn.width, drawn.height]).toEqual([1600, 2240])
  expect(difference(drawn.data, expected.data)).toBeLessThan(SEAMS)
  const top = await pixelsOf(bytesOf(oneStrip))
  expect([top.width, top.height]).toEqual([1600, first!.heightPx])
  expect(difference(top.data, expected.data)).toBe(0)
})

test('a page without pictures is drawn at 200 dpi', async () => {
  const [page] = await pagesOf([{ strips: [], dpi: 100, more: '0 0 0 rg 10 10 20 20 re f' }])
  expect(await sharp(bytesOf(page)).metadata()).toMatchObject({ width: 200, height: 200 })
})

test('a picture of 20,000 x 20,000 is refused, the page after it is not', async () => {
  const huge = { ...greyPicture(new Uint8Array(1), 20_000, 20_000) }
  const pages = await pagesOf([
    { strips: [huge], dpi: 200 },
    { strips: [await jpegPicture(jpeg)], dpi: 100 },
  ])
  expect(pages.map(({ kind }) => kind)).toEqual(['too-large', 'picture'])
})

const scanned = async () => scannedPdf([{ strips: [await jpegPicture(jpeg)], dpi: 100 }])
const LOCKED =
  `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${'5a'.repeat(32)}> ` +
  `/U <${'a5'.repeat(32)}> >> /ID [<${'11'.repeat(16)}> <${'11'.repeat(16)}>]`

test.for<[what: string, refusal: string, content: () => Promise<Uint8Array>]>([
  ['an empty file', 'empty', async () => new Uint8Array()],
  ['a file that is none', 'damaged', async () => Buffer.from('no PDF at all'.repeat(100))],
  ['half a file', 'damaged', async () => (await scanned()).subarray(0, 2000)],
  ['no page', 'no-pages', async () => scannedPdf([])],
  ['a password', 'encrypted', async () => scannedPdf([], LOCKED)],
])('a PDF with %s is refused as %s', async ([, refusal, content]) => {
  const file = await fileOf('refused.pdf', await content())
  await expect(openPdf(file)).rejects.toMatchObject({ refusal })
})

test('a TIFF of several pages comes out page by page, from a process of its own', async () => {
  const other = await picture().negate().png().toBuffer()
  const file = await fileOf('pages.tif', await pagedTiff([jpeg, other]))
  const splitter = new FileSplitter(file, () => undefined)
  expect(await splitter.open()).toEqual({ kind: 'pages', pages: 2 })
  for (const [at, expected] of [jpeg, other].entries()) {
    const found = await pixelsOf(bytesOf(await splitter.page(at + 1)))
    expect(difference(found.data, (await pixelsOf(expected)).data)).toBeLessThan(JPEG_LOSS)
  }
  expect(await splitter.page(3)).toBeNull()
  splitter.close()
})

test('a TIFF that was cut off after some of its pages is refused', async () => {
  const whole = await pagedTiff([jpeg, jpeg, jpeg])
  const file = await fileOf('cut.tif', whole.subarray(0, Math.floor(whole.length * 0.6)))
  await expect(openTiff(file)).rejects.toMatchObject({ refusal: 'damaged' })
})

test.for([
  [[2, 0, 0, 3, 0, 0], 0, 0],
  [[2, 0, 0, 3, 0, 0], 1, 90],
  [[0, 2, -3, 0, 3, 0], 1, 0],
  [[-2, 0, 0, -3, 2, 3], 0, 180],
  [[0, -2, 3, 0, 0, 2], 2, 270],
  [[-2, 0, 0, 3, 2, 0], 0, null],
  [[2, 1, -1, 2, 0, 0], 0, null],
] as const)('matrix %j on a page turned by %i quarters: %s', ([matrix, rotation, turn]) => {
  expect(turnOf(matrix, rotation)).toBe(turn)
})
