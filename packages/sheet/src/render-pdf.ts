import PDFDocument from 'pdfkit'
import type { PageGeometry, SheetGeometry } from './geometry.ts'
import { fixedPrint } from './plain-print.ts'
import type { PlainPrimitive } from './plain-print.ts'
import type { SheetStudent } from './printing.ts'
import { personalPrint } from './printing.ts'
import { embeddedFont, printable } from './sheet-font.ts'
import { textWidth } from './text-width.ts'

const POINTS_PER_MM = 72 / 25.4
const FONT = 'sheet'
/** Share of the em by which an outline thickens a bold run. */
const BOLD_STROKE = 0.028

export interface PdfOptions {
  /** One candidate's sheet. */
  student?: SheetStudent
  /** A run of sheets, one after the other, each with its candidate's data. */
  students?: Iterable<SheetStudent> | AsyncIterable<SheetStudent>
}

/** Parts of pdfkit that its type declarations leave out. */
interface PdfReference {
  write(data: string): void
  end(data?: string): void
}
interface PdfPage {
  content: PdfReference
  dictionary: { data: Record<string, unknown> }
  fonts: Record<string, unknown>
  xobjects: Record<string, unknown>
}

/**
 * Prints a laid-out sheet as a vector PDF in exact millimetres with the font embedded.
 *
 * Without candidates it is one blank sheet. In a run the fixed print is stored once per page of the
 * sheet and shared, so a class costs little more than one sheet.
 */
export async function renderPdf(
  geometry: SheetGeometry,
  options: PdfOptions = {},
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of streamPdf(geometry, options)) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}

/** The same file piece by piece: the next candidate is drawn only when the pieces so far were taken. */
export async function* streamPdf(
  geometry: SheetGeometry,
  options: PdfOptions = {},
): AsyncGenerator<Uint8Array> {
  const { design } = geometry
  // A fixed date: the same sheet is the same file.
  const info = { Title: `${design.title} ${design.subjectName}`, CreationDate: new Date(0) }
  const document = new PDFDocument({ autoFirstPage: false, margin: 0, info, compress: true })
  document.registerFont(FONT, embeddedFont())
  const draw = (print: PlainPrimitive[]) => {
    for (const primitive of print) drawPrimitive(document, primitive)
  }
  const shared = new Map<number, Shared>()
  for await (const student of options.students ?? [options.student ?? null]) {
    for (const page of geometry.pages) drawPage(document, page, student, shared, draw)
    const ready = document.read() as Uint8Array | null
    if (ready) yield ready
  }
  document.end()
  yield* document as AsyncIterable<Uint8Array>
}

/** The print that all candidates share, and what it was drawn with. */
interface Shared {
  stream: PdfReference
  fonts: Record<string, unknown>
  pictures: Record<string, unknown>
}

function drawPage(
  document: PDFKit.PDFDocument,
  page: PageGeometry,
  student: SheetStudent | null,
  shared: Map<number, Shared>,
  draw: (print: PlainPrimitive[]) => void,
): void {
  const size: [number, number] = [page.widthMm * POINTS_PER_MM, page.heightMm * POINTS_PER_MM]
  document.addPage({ size, margin: 0 })
  const current = document.page as unknown as PdfPage
  let fixed = shared.get(page.page)
  if (!fixed) {
    const stream = drawShared(document, current, size[1], () => draw(fixedPrint(page)))
    fixed = { stream, fonts: { ...current.fonts }, pictures: { ...current.xobjects } }
    shared.set(page.page, fixed)
  }
  Object.assign(current.fonts, fixed.fonts)
  Object.assign(current.xobjects, fixed.pictures)
  current.dictionary.data['Contents'] = [fixed.stream, current.content]
  document.save()
  document.scale(POINTS_PER_MM)
  draw(personalPrint(page, student))
  document.restore()
}

/** Draws into a content stream of its own, which pages can then refer to together. */
function drawShared(
  document: PDFKit.PDFDocument,
  page: PdfPage,
  heightPoints: number,
  draw: () => void,
): PdfReference {
  const own = page.content
  const stream = (document as unknown as { ref(data: object): PdfReference }).ref({})
  page.content = stream
  // A new page turns the y axis in its own stream; this one has to do so itself.
  stream.write(`q 1 0 0 -1 0 ${heightPoints} cm`)
  document.save()
  document.scale(POINTS_PER_MM)
  draw()
  document.restore()
  stream.write('Q')
  stream.end()
  page.content = own
  return stream
}

const grey = (value: number): [number, number, number] => {
  const level = Math.round(value * 255)
  return [level, level, level]
}

function drawPrimitive(document: PDFKit.PDFDocument, primitive: PlainPrimitive): void {
  switch (primitive.kind) {
    case 'line':
      dashed(document, primitive.dashMm)
        .lineWidth(primitive.widthMm)
        .moveTo(primitive.x1, primitive.y1)
        .lineTo(primitive.x2, primitive.y2)
        .stroke(grey(primitive.grey))
      return
    case 'rect': {
      const { xMm, yMm, widthMm, heightMm, strokeMm, strokeGrey = 0, fillGrey } = primitive
      if (fillGrey !== undefined) document.rect(xMm, yMm, widthMm, heightMm).fill(grey(fillGrey))
      if (strokeMm !== undefined)
        dashed(document, primitive.dashMm)
          .lineWidth(strokeMm)
          .rect(xMm, yMm, widthMm, heightMm)
          .stroke(grey(strokeGrey))
      return
    }
    case 'poly': {
      const [first, ...rest] = primitive.points
      if (!first) return
      document.undash().moveTo(...first)
      for (const point of rest) document.lineTo(...point)
      if (primitive.filled) document.closePath().fill(grey(primitive.grey))
      else document.lineWidth(primitive.strokeMm ?? 0.3).stroke(grey(primitive.grey))
      return
    }
    case 'image': {
      const { dataUrl, xMm, yMm, widthMm, heightMm } = primitive
      const fit: [number, number] = [widthMm, heightMm]
      document.image(dataUrl, xMm, yMm, { fit, align: 'center', valign: 'center' })
      return
    }
    case 'text':
      drawText(document, primitive)
  }
}

const dashed = (document: PDFKit.PDFDocument, dashMm: number | undefined) =>
  dashMm ? document.dash(dashMm, { space: dashMm }) : document.undash()

function drawText(
  document: PDFKit.PDFDocument,
  primitive: Extract<PlainPrimitive, { kind: 'text' }>,
): void {
  const { sizeMm, align, bold } = primitive
  const text = printable(primitive.text)
  const width = textWidth(text, sizeMm)
  const x = primitive.xMm - (align === 'left' ? 0 : align === 'middle' ? width / 2 : width)
  const colour = grey(primitive.grey)
  document
    .undash()
    .font(FONT)
    .fontSize(sizeMm)
    .fillColor(colour)
    .strokeColor(colour)
    .lineWidth(sizeMm * BOLD_STROKE)
    .text(text, x, primitive.yMm, {
      lineBreak: false,
      baseline: 'alphabetic',
      fill: true,
      stroke: bold,
      // Widths were measured without kerning.
      features: [],
    })
}
