import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Gray } from '../../kernels/gray.ts'

/** The same page in every form in which a scanner, a camera or an office might save it. */
export function readableForms(page: Gray): [string, () => Promise<Buffer>][] {
  const { data, width, height } = page
  const grey = () => sharp(data, { raw: { width, height, channels: 1 } }).toColourspace('b-w')
  const colour = () => sharp(data, { raw: { width, height, channels: 1 } }).toColourspace('srgb')
  const pure = () => blackAndWhite(page)
  const turned = async (orientation: number) => {
    // What the camera saves: turned or mirrored against what its mark undoes.
    const { back, flop } = undo[orientation - 1]!
    const plain = await grey().rotate(back).png().toBuffer()
    const saved = flop ? await sharp(plain).flop().toBuffer() : plain
    return sharp(saved).toColourspace('b-w').withMetadata({ orientation })
  }
  return [
    ['grey JPEG', () => grey().jpeg().toBuffer()],
    ['colour JPEG', () => colour().jpeg().toBuffer()],
    ['progressive JPEG', () => colour().jpeg({ progressive: true }).toBuffer()],
    ['CMYK JPEG', () => colour().toColourspace('cmyk').jpeg().toBuffer()],
    ['JPEG with zeros before its end', async () => padded(await grey().jpeg().toBuffer())],
    [
      'JPEG with rubbish after its end',
      async () => Buffer.concat([await grey().jpeg().toBuffer(), Buffer.alloc(99, 7)]),
    ],
    ...undo.map((_, i): [string, () => Promise<Buffer>] => [
      `JPEG with Exif orientation ${i + 1}`,
      async () => (await turned(i + 1)).jpeg().toBuffer(),
    ]),
    ['TIFF with orientation 6', async () => (await turned(6)).tiff().toBuffer()],
    ['grey PNG', () => grey().png().toBuffer()],
    ['16-bit grey PNG', () => grey().toColourspace('grey16').png().toBuffer()],
    ['16-bit colour PNG', () => colour().toColourspace('rgb16').png().toBuffer()],
    ['black and white PNG', () => pure().png({ palette: true, colours: 2 }).toBuffer()],
    [
      'palette PNG with transparent paper',
      () => transparent(page).png({ palette: true, colours: 16 }).toBuffer(),
    ],
    ['PNG with transparent paper', () => transparent(page).png().toBuffer()],
    ['16-bit TIFF', () => grey().toColourspace('grey16').tiff().toBuffer()],
    [
      'black and white fax TIFF',
      () => pure().tiff({ bitdepth: 1, compression: 'ccittfax4' }).toBuffer(),
    ],
    ['LZW TIFF', () => colour().tiff({ compression: 'lzw' }).toBuffer()],
    ['JPEG in TIFF', () => colour().tiff({ compression: 'jpeg', quality: 90 }).toBuffer()],
    ['WebP', () => colour().webp({ quality: 90 }).toBuffer()],
    ['animated WebP, of which the first picture counts', () => animated(page)],
  ]
}

/** The page as a scanner saves it that knows black and white only. */
export function blackAndWhite({ data, width, height }: Gray) {
  const pure = data.map((level) => (level < 150 ? 0 : 255))
  return sharp(pure, { raw: { width, height, channels: 1 } }).toColourspace('b-w')
}

/** How a page was turned, clockwise, and then mirrored, for each Exif orientation to undo it. */
const undo = [
  { back: 0, flop: false },
  { back: 0, flop: true },
  { back: 180, flop: false },
  { back: 180, flop: true },
  { back: 90, flop: true },
  { back: 270, flop: false },
  { back: 270, flop: true },
  { back: 90, flop: false },
] as const

function padded(jpeg: Buffer): Buffer {
  const end = jpeg.lastIndexOf('\xff\xd9', undefined, 'latin1')
  return Buffer.concat([jpeg.subarray(0, end), Buffer.alloc(6), jpeg.subarray(end)])
}

function transparent({ data, width, height }: Gray) {
  const rgba = Buffer.alloc(4 * width * height)
  for (let i = 0; i < data.length; i++) rgba[4 * i + 3] = 255 - data[i]!
  return sharp(rgba, { raw: { width, height, channels: 4 } })
}

async function animated({ data, width, height }: Gray): Promise<Buffer> {
  const frames = Buffer.alloc(2 * data.length, 255)
  frames.set(data)
  const rgb = await sharp(frames, { raw: { width, height: 2 * height, channels: 1 } })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  return sharp(rgb, { raw: { width, height: 2 * height, channels: 3, pageHeight: height } })
    .webp({ quality: 90 })
    .toBuffer()
}

/** A PNG of any size that is white throughout and hardly longer than its header. */
export function whitePng(width: number, height: number, colourType: 0 | 6, bits: 1 | 8): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colourType, 0, 0, 0], 8)
  const rowBytes = 1 + Math.ceil((width * bits * (colourType === 6 ? 4 : 1)) / 8)
  const rows = Buffer.alloc(rowBytes * height, 255)
  for (let y = 0; y < height; y++) rows[y * rowBytes] = 0
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
    const frame = Buffer.alloc(8 + named.length)
    frame.writeUInt32BE(body.length, 0)
    frame.set(named, 4)
    frame.writeUInt32BE(crc32(named), 4 + named.length)
    return frame
  }
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const packed = deflateSync(rows, { level: 1 })
  return Buffer.concat([
    magic,
    chunk('IHDR', header),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A JPEG whose header says another size than it has. */
export function resizedJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const forged = Buffer.from(jpeg)
  let at = 2
  while (forged[at + 1] !== 0xc0 && forged[at + 1] !== 0xc2) at += 2 + forged.readUInt16BE(at + 2)
  forged.writeUInt16BE(height, at + 5)
  forged.writeUInt16BE(width, at + 7)
  return forged
}

/** Where a JPEG may be cut off: inside each of its segments, at their borders, and within the picture data. */
export function cutPlaces(jpeg: Buffer): number[] {
  const places = [1, 2, 3]
  let at = 2
  while (jpeg[at + 1] !== 0xda) {
    const length = jpeg.readUInt16BE(at + 2)
    places.push(at, at + 1, at + 3, at + 2 + (length >> 1), at + 2 + length)
    at += 2 + length
  }
  const data = at + 2 + jpeg.readUInt16BE(at + 2)
  const share = (part: number) => data + Math.floor((jpeg.length - data) * part)
  places.push(at + 2, data - 1, data, data + 1, share(0.1), share(0.5), share(0.9), share(0.99))
  places.push(jpeg.length - 3)
  return [...new Set(places)].sort((a, b) => a - b)
}

/** A TIFF of several pages, uncompressed. */
export function pagedTiff(pages: readonly Gray[], kinds: readonly number[] = []): Buffer {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 0x2a, 0, 0, 0, 0, 0])]
  let length = 8
  let link = { part: 0, at: 4 }
  const push = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [i, { data, width, height }] of pages.entries()) {
    const strip = length
    push(Buffer.from(data.length % 2 ? [...data, 0] : data))
    parts[link.part]!.writeUInt32LE(length, link.at)
    const entries = [
      [254, 4, kinds[i] ?? 0],
      [256, 4, width],
      [257, 4, height],
      [258, 3, 8],
      [259, 3, 1],
      [262, 3, 1],
      [273, 4, strip],
      [277, 3, 1],
      [278, 4, height],
      [279, 4, data.length],
    ] as const
    const directory = Buffer.alloc(2 + entries.length * 12 + 4)
    directory.writeUInt16LE(entries.length, 0)
    for (const [k, [tag, type, value]] of entries.entries()) {
      directory.writeUInt16LE(tag, 2 + k * 12)
      directory.writeUInt16LE(type, 4 + k * 12)
      directory.writeUInt32LE(1, 6 + k * 12)
      if (type === 3) directory.writeUInt16LE(value, 10 + k * 12)
      else directory.writeUInt32LE(value, 10 + k * 12)
    }
    push(directory)
    link = { part: parts.length - 1, at: 2 + entries.length * 12 }
  }
  return Buffer.concat(parts)
}
