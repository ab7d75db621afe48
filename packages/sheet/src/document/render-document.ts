import { wrapText } from '../text-width.ts'
import { drawChart } from './draw-chart.ts'
import { drawTable } from './draw-table.ts'
import { PageWriter } from './page-writer.ts'
import type { DocumentPart, ReportDocument } from './report-document.ts'

const HEADING_SIZES = { 1: 15, 2: 11 } as const

/**
 * Prints a document: vectors and the embedded font, titles of tables on every page, headings in the outline. A character
 * that the font lacks is a box, and listed at the end. The same document gives the same bytes.
 *
 * @returns pieces of the file, as they are made
 */
export async function* streamDocument(document: ReportDocument): AsyncGenerator<Uint8Array> {
  const page = new PageWriter(document.title, document.isLandscape ?? false)
  for (const part of document.parts) draw(page, part)
  if (page.missing.size > 0)
    draw(page, {
      kind: 'text',
      isNote: true,
      text: `字体中没有的字符（印为 □）：${[...page.missing].map(codeOf).join('、')}`,
    })
  page.writeFeet(document.footer)
  page.pdf.end()
  yield* page.pdf as AsyncIterable<Uint8Array>
}

export async function renderDocument(document: ReportDocument): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of streamDocument(document)) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

function draw(page: PageWriter, part: DocumentPart): void {
  switch (part.kind) {
    case 'heading': {
      const size = HEADING_SIZES[part.level]
      // A heading does not stand alone at the end of a page.
      page.need(size * 4)
      page.pdf.outline.addItem(part.text)
      page.text(part.text, page.left, page.y, { size, isBold: true })
      page.y += size * 1.7
      return
    }
    case 'figures':
      return drawFigures(page, part.figures)
    case 'table':
      drawTable(page, part.columns, part.rows)
      page.y += 12
      return
    case 'chart':
      drawChart(page, part.chart)
      page.y += 8
      return
    case 'text': {
      const size = part.isNote ? 7.5 : 9
      for (const line of wrapText(part.text, size, page.width)) {
        page.need(size * 1.5)
        page.text(line, page.left, page.y, { size, ...(part.isNote ? { colour: '#6b7480' } : {}) })
        page.y += size * 1.5
      }
      page.y += 2
      return
    }
    case 'image': {
      const scale = Math.min(1, page.width / ((part.widthMm * 72) / 25.4))
      const [width, height] = [part.widthMm, part.heightMm].map((mm) => ((mm * 72) / 25.4) * scale)
      page.need(height ?? 0)
      page.pdf.image(part.dataUrl, page.left, page.y, { width, height })
      page.y += (height ?? 0) + 8
      return
    }
    case 'pageBreak':
      page.newPage()
  }
}

/** Label over figure, up to four in a row. */
function drawFigures(page: PageWriter, figures: readonly { label: string; text: string }[]): void {
  const inRow = Math.min(4, Math.max(1, figures.length))
  const width = page.width / inRow
  for (let from = 0; from < figures.length; from += inRow) {
    page.need(30)
    for (const [index, { label, text }] of figures.slice(from, from + inRow).entries()) {
      page.text(label, page.left + index * width, page.y, { size: 7.5, colour: '#6b7480' })
      page.text(text, page.left + index * width, page.y + 10, { size: 12, isBold: true })
    }
    page.y += 32
  }
}
