import type { SheetGeometry } from '@hengjuan/sheet'
import { renderPdf } from '@hengjuan/sheet'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { GreyPage } from './raster.ts'

/**
 * The pages of a sheet as the press delivers them: the printed PDF as grey pixels.
 *
 * Render once and reuse for every candidate.
 *
 * @param dpi 200 or 300, as scanners are set
 */
export async function renderBlankPages(geometry: SheetGeometry, dpi: number): Promise<GreyPage[]> {
  const pdf = await renderPdf(geometry)
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const pages: GreyPage[] = []
    for (const [index, { widthMm, heightMm }] of geometry.pages.entries()) {
      const width = Math.round((widthMm / 25.4) * dpi)
      const height = Math.round((heightMm / 25.4) * dpi)
      const rendered = await document
        .getPage(index)
        .render({ width, height, colorSpace: 'Gray', render: 'bitmap' })
      pages.push({
        widthPx: width,
        heightPx: height,
        pixelsPerMm: width / widthMm,
        grey: Uint8Array.from(rendered.data),
      })
    }
    document.destroy()
    return pages
  } finally {
    library.destroy()
  }
}
