import sharp from 'sharp'
import { contentOf, type PageContent, type PagePicture } from './page-content.ts'
import { openDocument, type Pdfium, startPdfium } from './pdfium.ts'
import { type PageSource, SplitError, type SplitPage } from './split-answer.ts'

/** Where no picture says how fine a page is. */
const USUAL_DPI = 200
const LEAST_DPI = 100
/** More tells the engine nothing and costs time and room. */
const MOST_DPI = 400
/** A picture beyond this is not unpacked: A2 at 600 dpi. */
const MOST_SOURCE_PIXELS = 150_000_000
/** The engine takes no more. */
const MOST_PAGE_PIXELS = 80_000_000
const QUALITY = 90

/** @throws SplitError */
export async function openPdf(file: string): Promise<PageSource> {
  const pdfium = await startPdfium()
  const document = openDocument(pdfium, file)
  const pages = pdfium.FPDF_GetPageCount(document)
  if (pages === 0) throw new SplitError('no-pages')
  return {
    pages,
    page: async (number) => {
      const page = pdfium.FPDF_LoadPage(document, number - 1)
      if (page === 0) throw new Error(`page ${number} cannot be opened`)
      try {
        return await pictureOfPage(pdfium, page)
      } finally {
        pdfium.FPDF_ClosePage(page)
      }
    },
  }
}

async function pictureOfPage(pdfium: Pdfium, page: number): Promise<SplitPage> {
  const content = contentOf(pdfium, page)
  const only = onlyPicture(content)
  if (only && only.turn !== null && isPlainJpeg(pdfium, only)) {
    const found = await uprightJpeg(rawDataOf(pdfium, only.object), only)
    if (found) return found
  }
  if (content.pictures.some((each) => each.widthPx * each.heightPx > MOST_SOURCE_PIXELS))
    return { kind: 'too-large' }
  const size = sizeOf(content, only)
  return size
    ? { kind: 'picture', bytes: await render(pdfium, page, content, size) }
    : { kind: 'too-large' }
}

/** @returns null for a JPEG that says itself how it is turned, which pages of a PDF do not heed */
async function uprightJpeg(jpeg: Uint8Array, picture: PagePicture): Promise<SplitPage | null> {
  const { turn, widthPx, heightPx } = picture
  // A damaged one is told by the engine.
  const { orientation = 1 } = await sharp(jpeg)
    .metadata()
    .catch(() => ({ orientation: 1 }))
  if (orientation !== 1) return null
  if (turn === 0 || turn === null) return { kind: 'picture', bytes: jpeg }
  if (widthPx * heightPx > MOST_PAGE_PIXELS) return { kind: 'too-large' }
  const turned = sharp(jpeg).rotate(turn)
  const bytes = await turned.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }).toBuffer()
  return { kind: 'picture', bytes }
}

/** Of the page's width and height: less is a picture on a page, not a page that was scanned. */
const LEAST_COVER = 0.8

function onlyPicture({ pictures, hasMore }: PageContent): PagePicture | null {
  const [only, ...others] = pictures
  if (!only || others.length > 0 || hasMore || !only.isInside) return null
  return only.cover.width >= LEAST_COVER && only.cover.height >= LEAST_COVER ? only : null
}

const GREY_SPACES = new Set([1, 4])
const RGB_SPACES = new Set([2, 5])
const ICC = 7

function isPlainJpeg(pdfium: Pdfium, picture: PagePicture): boolean {
  const { object, colourSpace, bitsPerPixel } = picture
  if (pdfium.FPDFPageObj_HasTransparency(object) !== 0) return false
  const isGrey = bitsPerPixel === 8 && (GREY_SPACES.has(colourSpace) || colourSpace === ICC)
  const isRgb = bitsPerPixel === 24 && (RGB_SPACES.has(colourSpace) || colourSpace === ICC)
  if (!isGrey && !isRgb) return false
  return (
    pdfium.FPDFImageObj_GetImageFilterCount(object) === 1 &&
    filterOf(pdfium, object) === 'DCTDecode'
  )
}

function filterOf(pdfium: Pdfium, object: number): string {
  const room = pdfium.malloc(32)
  try {
    const bytes = pdfium.FPDFImageObj_GetImageFilter(object, 0, room, 32)
    return Buffer.from(pdfium.HEAPU8.subarray(room, room + Math.min(32, bytes) - 1)).toString()
  } finally {
    pdfium.free(room)
  }
}

function rawDataOf(pdfium: Pdfium, object: number): Uint8Array {
  const bytes = pdfium.FPDFImageObj_GetImageDataRaw(object, 0, 0)
  const room = pdfium.malloc(bytes)
  if (room === 0) throw new Error('no room for a picture')
  try {
    pdfium.FPDFImageObj_GetImageDataRaw(object, room, bytes)
    return pdfium.HEAPU8.slice(room, room + bytes)
  } finally {
    pdfium.free(room)
  }
}

interface Size {
  width: number
  height: number
  dpi: number
}

/** Pixels that a page is drawn with; null when that is too many. */
function sizeOf(content: PageContent, only: PagePicture | null): Size | null {
  const fineness = content.pictures
    .filter(({ cover }) => cover.width * cover.height >= 0.01)
    .map(({ dpi }) => dpi)
  const found = Math.min(MOST_DPI, Math.max(LEAST_DPI, ...fineness))
  const dpi = fineness.length > 0 ? found : USUAL_DPI
  const exact = only && only.dpi <= MOST_DPI && only.dpi >= LEAST_DPI ? exactSize(only) : null
  const size = exact ?? {
    width: Math.round((content.width / 72) * dpi),
    height: Math.round((content.height / 72) * dpi),
  }
  const share = Math.sqrt(MOST_PAGE_PIXELS / (size.width * size.height))
  if (share >= 1) return { ...size, dpi }
  if (dpi * share < LEAST_DPI) return null
  return {
    width: Math.floor(size.width * share),
    height: Math.floor(size.height * share),
    dpi: dpi * share,
  }
}

/** Drawn pixel by pixel, where a picture is the whole page. */
function exactSize({ cover, turn, widthPx, heightPx }: PagePicture) {
  const isWhole = Math.abs(cover.width - 1) < 0.002 && Math.abs(cover.height - 1) < 0.002
  if (!isWhole || turn === null) return null
  return turn % 180 === 0
    ? { width: widthPx, height: heightPx }
    : { width: heightPx, height: widthPx }
}

/** Three bytes a pixel. Into a grey bitmap this build draws lines and text, and no picture. */
const RGB = 2
/** Stamps and notes too; bytes in the order red, green, blue. */
const FLAGS = 0x01 | 0x10
const WHITE = 0xff_ff_ff_ff

async function render(
  pdfium: Pdfium,
  page: number,
  { pictures, hasMore }: PageContent,
  { width, height, dpi }: Size,
): Promise<Buffer> {
  const isGrey = !hasMore && pictures.every(isGreyPicture)
  const stride = Math.ceil((width * 3) / 4) * 4
  const room = pdfium.malloc(stride * height)
  if (room === 0) throw new Error('no room for a page')
  try {
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, RGB, room, stride)
    if (bitmap === 0) throw new Error('no bitmap')
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS)
    pdfium.FPDFBitmap_Destroy(bitmap)
    const rows = pdfium.HEAPU8.subarray(room, room + stride * height)
    const pixels = isGrey
      ? oneOfThree(rows, width, stride)
      : withoutPadding(rows, width * 3, stride)
    const picture = sharp(pixels, { raw: { width, height, channels: isGrey ? 1 : 3 } })
      .toColourspace(isGrey ? 'b-w' : 'srgb')
      .withDensity(dpi)
    const isBlackAndWhite = !hasMore && pictures.every(({ bitsPerPixel }) => bitsPerPixel === 1)
    // Jagged edges cost a JPEG more than they do a PNG, and come out frayed.
    if (isBlackAndWhite) return await picture.png({ compressionLevel: 3 }).toBuffer()
    return await picture.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }).toBuffer()
  } finally {
    pdfium.free(room)
  }
}

const isGreyPicture = ({ colourSpace, bitsPerPixel }: PagePicture): boolean =>
  bitsPerPixel === 1 || (bitsPerPixel === 8 && GREY_SPACES.has(colourSpace))

function withoutPadding(rows: Uint8Array, rowBytes: number, stride: number): Buffer {
  const height = rows.length / stride
  const pixels = Buffer.allocUnsafe(rowBytes * height)
  for (let y = 0; y < height; y++)
    pixels.set(rows.subarray(y * stride, y * stride + rowBytes), y * rowBytes)
  return pixels
}

/** The grey values of pixels whose three bytes are alike. */
function oneOfThree(rows: Uint8Array, width: number, stride: number): Buffer {
  const height = rows.length / stride
  const grey = Buffer.allocUnsafe(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) grey[y * width + x] = rows[y * stride + x * 3] ?? 0
  return grey
}
