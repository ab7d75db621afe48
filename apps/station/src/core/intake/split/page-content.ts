import type { Pdfium } from './pdfium.ts'

/** A picture on a page of a PDF. */
export interface PagePicture {
  object: number
  widthPx: number
  heightPx: number
  dpi: number
  bitsPerPixel: number
  /** Number of `FPDF_COLORSPACE_…`. */
  colourSpace: number
  /** Of the page's width and height, how much it covers; nothing of it need lie on the page. */
  cover: { width: number; height: number }
  isInside: boolean
  /** Clockwise to upright as the page is shown; null for what is mirrored or askew. */
  turn: 0 | 90 | 180 | 270 | null
}

/** What a page shows. */
export interface PageContent {
  /** Points, as shown. */
  width: number
  height: number
  pictures: PagePicture[]
  /** Is there anything to be seen beside the pictures: lines, text, stamps? */
  hasMore: boolean
}

const TEXT = 1
const IMAGE = 3
const FORM = 5
const INVISIBLE_TEXT = 3
/** Forms in forms: real ones have one or two. */
const MOST_DEPTH = 8

export function contentOf(pdfium: Pdfium, page: number): PageContent {
  const content: PageContent = {
    width: pdfium.FPDF_GetPageWidth(page),
    height: pdfium.FPDF_GetPageHeight(page),
    pictures: [],
    hasMore: pdfium.FPDFPage_GetAnnotCount(page) > 0,
  }
  const add = (object: number, depth: number): void => {
    const type = pdfium.FPDFPageObj_GetType(object)
    if (type === IMAGE) {
      content.pictures.push(pictureOf(pdfium, page, object, content))
      // Within a form, places are relative to it.
      if (depth > 0) content.hasMore = true
    } else if (type === FORM && depth < MOST_DEPTH) {
      content.hasMore = true
      for (let at = 0; at < pdfium.FPDFFormObj_CountObjects(object); at++)
        add(pdfium.FPDFFormObj_GetObject(object, at), depth + 1)
    } else if (type !== TEXT || pdfium.FPDFTextObj_GetTextRenderMode(object) !== INVISIBLE_TEXT) {
      // Copiers lay the text that they recognised over the picture, unseen.
      content.hasMore = true
    }
  }
  const count = pdfium.FPDFPage_CountObjects(page)
  for (let at = 0; at < count; at++) add(pdfium.FPDFPage_GetObject(page, at), 0)
  return content
}

/** Share of the page by which a picture may stick out and still count as inside. */
const INSIDE = 0.01

function pictureOf(
  pdfium: Pdfium,
  page: number,
  object: number,
  size: Pick<PageContent, 'width' | 'height'>,
): PagePicture {
  const room = pdfium.malloc(64)
  try {
    pdfium.HEAPU8.fill(0, room, room + 64)
    pdfium.FPDFImageObj_GetImageMetadata(object, page, room)
    const view = () => new DataView(pdfium.HEAPU8.buffer, room, 64)
    const metadata = view()
    const rest = {
      widthPx: metadata.getUint32(0, true),
      heightPx: metadata.getUint32(4, true),
      dpi: Math.max(metadata.getFloat32(8, true), metadata.getFloat32(12, true)),
      bitsPerPixel: metadata.getUint32(16, true),
      colourSpace: metadata.getInt32(20, true),
    }
    pdfium.FPDFPageObj_GetBounds(object, room, room + 4, room + 8, room + 12)
    const [left = 0, bottom = 0, right = 0, top = 0] = floats(view(), 4)
    pdfium.FPDFPageObj_GetMatrix(object, room)
    const matrix = floats(view(), 6)
    const rotation = pdfium.FPDFPage_GetRotation(page)
    const [width, height] =
      rotation % 2 === 1 ? [size.height, size.width] : [size.width, size.height]
    return {
      object,
      ...rest,
      cover: { width: (right - left) / width, height: (top - bottom) / height },
      isInside:
        left >= -width * INSIDE &&
        bottom >= -height * INSIDE &&
        right <= width * (1 + INSIDE) &&
        top <= height * (1 + INSIDE),
      turn: turnOf(matrix, rotation),
    }
  } finally {
    pdfium.free(room)
  }
}

const floats = (view: DataView, count: number): number[] =>
  Array.from({ length: count }, (_, at) => view.getFloat32(at * 4, true))

/**
 * How a picture is turned on its page.
 *
 * @param matrix of the unit square in which the picture stands upright, y upwards
 * @param rotation quarters clockwise by which the page is shown
 */
export function turnOf(matrix: readonly number[], rotation: number): PagePicture['turn'] {
  const [a = 0, b = 0, c = 0, d = 0] = matrix
  const scale = Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d))
  const signs = [a, b, c, d].map((value) => (Math.abs(value) < scale / 500 ? 0 : Math.sign(value)))
  const upright = TURNS.find((turn) => SIGNS[turn] === signs.join(','))
  return upright === undefined ? null : (((upright + rotation * 90) % 360) as PagePicture['turn'])
}

const TURNS = [0, 90, 180, 270] as const
/** Signs of a, b, c and d in a picture turned clockwise. */
const SIGNS = { 0: '1,0,0,1', 90: '0,-1,1,0', 180: '-1,0,0,-1', 270: '0,1,-1,0' } as const
