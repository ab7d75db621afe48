import PDFDocument from 'pdfkit'
import { embeddedFont, printable, unprintableCharacters } from '../sheet-font.ts'
import { textWidth } from '../text-width.ts'

const POINTS_PER_MM = 72 / 25.4
const A4: [number, number] = [210 * POINTS_PER_MM, 297 * POINTS_PER_MM]
const MARGIN = 14 * POINTS_PER_MM
const FOOT = 10 * POINTS_PER_MM
const FONT = 'sheet'
/** Share of the em by which an outline thickens a bold run. */
const BOLD_STROKE = 0.03

export interface TextStyle {
  size: number
  colour?: string
  isBold?: boolean
  align?: 'left' | 'middle' | 'right'
}

/** Pages of a document in points, from the upper left corner, with a place where the next part stands. */
export class PageWriter {
  readonly pdf: PDFKit.PDFDocument
  readonly left = MARGIN
  readonly width: number
  readonly bottom: number
  readonly missing = new Set<string>()
  readonly #size: [number, number]
  y = MARGIN

  constructor(title: string, isLandscape: boolean) {
    this.#size = isLandscape ? [A4[1], A4[0]] : A4
    this.width = this.#size[0] - 2 * MARGIN
    this.bottom = this.#size[1] - MARGIN - FOOT
    // A fixed date: the same document is the same file.
    const info = { Title: title, CreationDate: new Date(0) }
    this.pdf = new PDFDocument({
      autoFirstPage: false,
      bufferPages: true,
      margin: 0,
      info,
      compress: true,
      // Otherwise the metrics of Helvetica are read, and never used.
      font: '',
    })
    this.pdf.registerFont(FONT, embeddedFont())
    this.newPage()
  }

  newPage(): void {
    this.pdf.addPage({ size: this.#size, margin: 0 })
    this.y = MARGIN
  }

  /** Is there room for so much? Otherwise the next page begins. @returns whether one began */
  need(height: number): boolean {
    if (this.y + height <= this.bottom || this.y === MARGIN) return false
    this.newPage()
    return true
  }

  text(text: string, x: number, y: number, style: TextStyle): void {
    if (text === '') return
    for (const character of unprintableCharacters(text)) this.missing.add(character)
    const { size, colour = '#1c2430', isBold = false, align = 'left' } = style
    const shown = printable(text)
    const width = textWidth(shown, size)
    const from = align === 'left' ? x : align === 'middle' ? x - width / 2 : x - width
    this.pdf
      .undash()
      .font(FONT)
      .fontSize(size)
      .fillColor(colour)
      .strokeColor(colour)
      .lineWidth(size * BOLD_STROKE)
      .text(shown, from, y, {
        lineBreak: false,
        baseline: 'top',
        fill: true,
        stroke: isBold,
        // Widths were measured without kerning.
        features: [],
      })
  }

  line(x1: number, y1: number, x2: number, y2: number, colour = '#b8c0cc', width = 0.5): void {
    this.pdf.undash().lineWidth(width).moveTo(x1, y1).lineTo(x2, y2).stroke(colour)
  }

  rect(x: number, y: number, width: number, height: number, colour: string): void {
    this.pdf.rect(x, y, width, height).fill(colour)
  }

  /** Writes the foot of every page, with its number. */
  writeFeet(footer: string): void {
    const { start, count } = this.pdf.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.pdf.switchToPage(start + page)
      const y = this.bottom + FOOT / 2
      this.line(this.left, y - 4, this.left + this.width, y - 4)
      this.text(footer, this.left, y, { size: 7, colour: '#6b7480' })
      this.text(`第 ${page + 1} / ${count} 页`, this.left + this.width, y, {
        size: 7,
        colour: '#6b7480',
        align: 'right',
      })
    }
  }
}
