import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture as it lies in a PDF. */
interface PdfPicture {
  filter: 'DCTDecode' | 'CCITTFaxDecode' | 'FlateDecode'
  data: Uint8Array
  widthPx: number
  heightPx: number
  bits: 1 | 8
  colour: 'DeviceGray' | 'DeviceRGB'
  /** Of fax coding: what is coded as black is white. */
  isInverted?: boolean
}

/** A page of a PDF as a copier makes it: pictures below each other, as wide as the page. */
export interface PdfPage {
  strips: readonly PdfPicture[]
  dpi: number
  /** Degrees clockwise by which the page is shown. */
  rotate?: 0 | 90 | 180 | 270
  /** Further drawing, such as recognised text that is not seen. */
  more?: string
}

const HEAD = '%PDF-1.7\n'

/** Writes a PDF; `trailer` is added to its trailer. */
export function scannedPdf(pages: readonly PdfPage[], trailer = ''): Buffer {
  const objects: Buffer[] = []
  const add = (...parts: (string | Uint8Array)[]): number =>
    objects.push(Buffer.concat(parts.map((part) => Buffer.from(part))))
  const stream = (entries: string, data: Uint8Array): number =>
    add(`<< ${entries} /Length ${data.length} >>\nstream\n`, data, '\nendstream')
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add('')
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  const kids = pages.map(({ strips, dpi, rotate = 0, more = '' }) => {
    const points = (pixels: number) => (pixels / dpi) * 72
    const width = points(strips[0]?.widthPx ?? dpi)
    const height = points(strips.reduce((sum, { heightPx }) => sum + heightPx, 0) || dpi)
    let bottom = height
    let drawing = ''
    const names = strips.map((strip, at) => {
      bottom -= points(strip.heightPx)
      drawing += `q ${width} 0 0 ${points(strip.heightPx)} 0 ${bottom} cm /I${at} Do Q\n`
      return `/I${at} ${stream(entriesOf(strip), strip.data)} 0 R`
    })
    const content = stream('', Buffer.from(drawing + more))
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} ` +
        `/Resources << /XObject << ${names.join(' ')} >> /Font << /F1 ${font} 0 R >> >> ` +
        `/Contents ${content} 0 R >>`,
    )
  })
  const list = kids.map((kid) => `${kid} 0 R`).join(' ')
  objects[1] = Buffer.from(`<< /Type /Pages /Count ${kids.length} /Kids [${list}] >>`)
  return bodyOf(objects, trailer)
}

function entriesOf(picture: PdfPicture): string {
  const { filter, widthPx, heightPx, bits, colour, isInverted = false } = picture
  const fax = `/DecodeParms << /K -1 /Columns ${widthPx} /Rows ${heightPx} /BlackIs1 ${isInverted} >>`
  return (
    `/Type /XObject /Subtype /Image /Width ${widthPx} /Height ${heightPx} /BitsPerComponent ${bits} ` +
    `/ColorSpace /${colour} /Filter /${filter} ${filter === 'CCITTFaxDecode' ? fax : ''}`
  )
}

function bodyOf(objects: readonly Buffer[], trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from(HEAD)]
  const places: number[] = []
  let at = HEAD.length
  for (const [index, object] of objects.entries()) {
    places.push(at)
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ])
    parts.push(part)
    at += part.length
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}` +
        `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** A JPEG as it is. */
export async function jpegPicture(jpeg: Uint8Array): Promise<PdfPicture> {
  const { width, height, channels } = await sharp(jpeg).metadata()
  const colour = channels === 1 ? 'DeviceGray' : 'DeviceRGB'
  return { filter: 'DCTDecode', data: jpeg, widthPx: width, heightPx: height, bits: 8, colour }
}

/** Grey values, packed without loss. */
export const greyPicture = (grey: Uint8Array, widthPx: number, heightPx: number): PdfPicture => ({
  filter: 'FlateDecode',
  data: deflateSync(grey),
  widthPx,
  heightPx,
  bits: 8,
  colour: 'DeviceGray',
})

/** Black and white in the coding of fax group 4, in as many strips as the TIFF writer makes of it. */
export async function faxPictures(picture: Uint8Array): Promise<PdfPicture[]> {
  const tiff = await sharp(picture)
    .greyscale()
    .threshold(128)
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1 })
    .toBuffer()
  const { width, height } = await sharp(tiff).metadata()
  const [offsets = [], lengths = [], [rows = height] = [], [photometric] = []] = tagsOf(
    tiff,
    [273, 279, 278, 262],
  )
  return offsets.map((offset, at) => ({
    filter: 'CCITTFaxDecode',
    data: tiff.subarray(offset, offset + (lengths[at] ?? 0)),
    widthPx: width,
    heightPx: Math.min(rows, height - at * rows),
    bits: 1,
    colour: 'DeviceGray',
    isInverted: photometric === 1,
  }))
}

/** Values of tags in the first directory of a TIFF. */
function tagsOf(tiff: Buffer, wanted: readonly number[]): number[][] {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const directory = long(4)
  const found = new Map<number, number[]>()
  for (let entry = 0; entry < short(directory); entry++) {
    const at = directory + 2 + entry * 12
    const count = long(at + 4)
    const [size, read] = short(at + 2) === 3 ? ([2, short] as const) : ([4, long] as const)
    const start = count * size <= 4 ? at + 8 : long(at + 8)
    found.set(
      short(at),
      Array.from({ length: count }, (_, index) => read(start + index * size)),
    )
  }
  return wanted.map((tag) => found.get(tag) ?? [])
}

/** A TIFF of several pages, all of the size of the first. */
export async function pagedTiff(pages: readonly Uint8Array[]): Promise<Buffer> {
  const { width, height } = await sharp(pages[0]).metadata()
  const grey = await Promise.all(
    pages.map((page) =>
      sharp(page).resize(width, height, { fit: 'fill' }).greyscale().raw().toBuffer(),
    ),
  )
  return sharp(Buffer.concat(grey), {
    raw: { width, height: height * pages.length, channels: 1, pageHeight: height },
  })
    .toColourspace('b-w')
    .tiff({ compression: 'lzw' })
    .toBuffer()
}
