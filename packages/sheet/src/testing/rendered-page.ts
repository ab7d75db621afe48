import { PDFiumLibrary } from '@hyzyla/pdfium'

/** A page of a PDF as grey pixels, for tests that measure what was really printed. */
export interface RenderedPage {
  widthPx: number
  heightPx: number
  pixelsPerMm: number
  grey: Uint8Array
}

/** Renders every page at a resolution, the paper's size mapped to whole pixels. */
export async function renderPages(
  pdf: Uint8Array,
  paper: { widthMm: number; heightMm: number },
  dpi: number,
): Promise<RenderedPage[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const pixelsPerMm = dpi / 25.4
  const width = Math.round(paper.widthMm * pixelsPerMm)
  const height = Math.round(paper.heightMm * pixelsPerMm)
  const pages: RenderedPage[] = []
  for (const page of document.pages()) {
    const { data } = await page.render({ width, height, colorSpace: 'Gray', render: 'bitmap' })
    const grey = Uint8Array.from(data)
    pages.push({ widthPx: width, heightPx: height, pixelsPerMm: width / paper.widthMm, grey })
  }
  document.destroy()
  library.destroy()
  return pages
}

/** Darkness of a pixel, 0 white to 255. */
const inkAt = (page: RenderedPage, x: number, y: number) => 255 - page.grey[y * page.widthPx + x]!

/** Darkness-weighted centre of what is printed in a window, millimetres; null when nothing is. */
export function inkCentre(
  page: RenderedPage,
  window: { xMm: number; yMm: number; widthMm: number; heightMm: number },
): { xMm: number; yMm: number } | null {
  const scale = page.pixelsPerMm
  const [left, top] = [Math.round(window.xMm * scale), Math.round(window.yMm * scale)]
  const right = Math.round((window.xMm + window.widthMm) * scale)
  const bottom = Math.round((window.yMm + window.heightMm) * scale)
  let ink = 0
  let sumX = 0
  let sumY = 0
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const dark = inkAt(page, x, y)
      ink += dark
      sumX += dark * (x + 0.5)
      sumY += dark * (y + 0.5)
    }
  if (ink < 255) return null
  return { xMm: sumX / ink / scale, yMm: sumY / ink / scale }
}

/** Bounds of all print on a page, millimetres. */
export function inkBounds(page: RenderedPage) {
  let [left, top, right, bottom] = [page.widthPx, page.heightPx, 0, 0]
  for (let y = 0; y < page.heightPx; y++)
    for (let x = 0; x < page.widthPx; x++)
      if (inkAt(page, x, y) > 24) {
        left = Math.min(left, x)
        right = Math.max(right, x + 1)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y + 1)
      }
  const scale = page.pixelsPerMm
  return { left: left / scale, top: top / scale, right: right / scale, bottom: bottom / scale }
}
