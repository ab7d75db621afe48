import type { ReplyOf, reportBook } from '@hengjuan/contracts'
import sharp from 'sharp'
import type { Services } from '../../../services.ts'
import type { XlsxPicture } from '../../../spreadsheet/xlsx-drawing.ts'
import type { XlsxRow, XlsxSheet } from '../../../spreadsheet/xlsx-writer.ts'
import { MOST_PICTURES, pictureOf, TOO_MANY_PICTURES } from './pictures.ts'
import { writtenIn } from './written.ts'

type Book = ReplyOf<typeof reportBook>

/** Title and both rows of headings stand above the answers. */
const HEAD_ROWS = 3
const TITLE = '作答图像'
/** A cell as wide as an answer that one reads without enlarging it. */
const WIDEST_PX = 460
const HIGHEST_PX = 170
const COLUMN_CHARACTERS = 67
/** Spreadsheets make no row higher than 409 points: three pictures. */
const MOST_IN_ROW = 3
const GAP_PX = 4
const POINTS_PER_PIXEL = 0.75

/**
 * The sheet of a book with what was written beside each wrong answer. Pictures are read one by one while the file is
 * written; papers that speak of danger have none.
 *
 * @source reports P19; domain rules 18.4
 */
export async function withPictures(
  services: Services,
  book: Book,
  sheet: XlsxSheet,
  on: { subjectId: number },
): Promise<XlsxSheet> {
  const written = await writtenIn(services, book.list, on.subjectId)
  const column = sheet.widths.length
  const pictures: XlsxPicture[] = []
  const heights = new Map<number, number>()
  let isCut = false
  for (const [at, line] of book.list.entries()) {
    const { no, student_name } = line
    const row = HEAD_ROWS + at
    let topPx = 0
    const images = written(line).flatMap((one) => one.images)
    for (const { hash, width_px, height_px } of images.slice(0, MOST_IN_ROW)) {
      if (pictures.length === MOST_PICTURES) {
        isCut = true
        break
      }
      const scale = Math.min(1, WIDEST_PX / width_px, HIGHEST_PX / height_px)
      const size = { widthPx: width_px * scale, heightPx: height_px * scale }
      pictures.push({
        row,
        column,
        topPx,
        ...size,
        text: `${student_name} 第 ${no} 题`,
        bytes: async () => (await pictureOf(services, hash)) ?? nothing(),
      })
      topPx += size.heightPx + GAP_PX
    }
    if (topPx > 0) heights.set(row, (topPx + GAP_PX) * POINTS_PER_PIXEL)
  }
  if (pictures.length === 0) return sheet
  return {
    ...sheet,
    widths: [...sheet.widths, COLUMN_CHARACTERS],
    merges: [...(sheet.merges ?? []), { row: 1, column, toRow: 2, toColumn: column }],
    rows: rows(),
    pictures,
  }

  function* rows(): Generator<XlsxRow> {
    let at = 0
    for (const row of sheet.rows) {
      const height = heights.get(at)
      if (at === 1 || at === 2) yield { ...row, cells: [...row.cells, TITLE] }
      else yield height === undefined ? row : { ...row, height }
      at += 1
    }
    if (isCut) yield { cells: [TOO_MANY_PICTURES], style: 'note' }
  }
}

/** In the place of a picture that is gone. */
const nothing = (): Promise<Buffer> =>
  sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()
