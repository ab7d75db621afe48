import { textWidth, wrapText } from '../text-width.ts'
import type { PageWriter } from './page-writer.ts'
import type { DocumentColumn } from './report-document.ts'

const SIZES = [8, 7.5, 7, 6.5, 6] as const
const SMALLEST = 6
const PADDING = 3
/** Text columns are broken into lines beyond this share of the page. */
const WIDEST_SHARE = 0.3
const HEAD = '#e8eef2'

interface Shaped {
  columns: { column: DocumentColumn; at: number; width: number }[]
  size: number
}

/**
 * Draws a table; its titles stand again on every page. One too wide for the page at the smallest size goes on below,
 * with its first columns again.
 */
export function drawTable(
  page: PageWriter,
  columns: readonly DocumentColumn[],
  rows: readonly (readonly string[])[],
): void {
  for (const [index, part] of shapesOf(page.width, columns, rows).entries()) {
    if (index > 0) page.y += 10
    drawPart(page, part, rows)
  }
}

function shapesOf(
  pageWidth: number,
  columns: readonly DocumentColumn[],
  rows: readonly (readonly string[])[],
): Shaped[] {
  const natural = (size: number) =>
    columns.map((column, at) => {
      const own = rows.reduce((most, row) => Math.max(most, textWidth(row[at] ?? '', size)), 0)
      // Titles of more than four characters are broken.
      const title = Math.min(textWidth(column.title, size), 4.2 * size)
      return Math.min(pageWidth * WIDEST_SHARE, Math.max(own, title) + 2 * PADDING)
    })
  const sum = (widths: readonly number[]) => widths.reduce((all, one) => all + one, 0)
  const size = SIZES.find((one) => sum(natural(one)) <= pageWidth) ?? SMALLEST
  const widths = natural(size)
  const all = columns.map((column, at) => ({ column, at, width: widths[at] ?? 0 }))
  if (sum(widths) <= pageWidth) {
    // What is left is shared, so that tables of one report are as wide as each other.
    const stretch = Math.min(1.6, pageWidth / sum(widths))
    return [{ size, columns: all.map((one) => ({ ...one, width: one.width * stretch })) }]
  }
  const frozen = all.filter(({ column }) => column.isFrozen)
  const base = sum(frozen.map(({ width }) => width))
  const parts: Shaped[] = []
  let part = [...frozen]
  let used = base
  for (const one of all) {
    if (one.column.isFrozen) continue
    if (used + one.width > pageWidth && part.length > frozen.length) {
      parts.push({ size, columns: part })
      part = [...frozen]
      used = base
    }
    part.push(one)
    used += one.width
  }
  return [...parts, { size, columns: part }]
}

function drawPart(
  page: PageWriter,
  { columns, size }: Shaped,
  rows: readonly (readonly string[])[],
) {
  const lineHeight = size * 1.35
  const linesOf = (text: string, width: number): string[] =>
    textWidth(text, size) <= width - 2 * PADDING
      ? [text]
      : wrapText(text, size, width - 2 * PADDING)
  const titles = columns.map(({ column, width }) => linesOf(column.title, width))
  const hasGroups = columns.some(({ column }) => column.group !== undefined)
  const titleLines = Math.max(1, ...titles.map(({ length }) => length))
  const headHeight = (titleLines + Number(hasGroups)) * lineHeight + 2 * PADDING
  const total = columns.reduce((all, { width }) => all + width, 0)

  const drawHead = () => {
    page.rect(page.left, page.y, total, headHeight, HEAD)
    let x = page.left
    for (const [index, { column, width }] of columns.entries()) {
      const { group } = column
      if (group !== undefined && columns[index - 1]?.column.group !== group)
        page.text(group, x + PADDING, page.y + PADDING, { size, isBold: true })
      const top = page.y + PADDING + (hasGroups ? lineHeight : 0)
      for (const [line, text] of (titles[index] ?? []).entries())
        page.text(
          text,
          x + (column.isNumeric ? width - PADDING : PADDING),
          top + line * lineHeight,
          {
            size,
            isBold: true,
            align: column.isNumeric ? 'right' : 'left',
          },
        )
      x += width
    }
    page.y += headHeight
    page.line(page.left, page.y, page.left + total, page.y, '#7b8794', 0.8)
  }

  page.need(headHeight + 2 * lineHeight + 2 * PADDING)
  drawHead()
  for (const row of rows) {
    const cells = columns.map(({ at, width }) => linesOf(row[at] ?? '', width))
    const height = Math.max(1, ...cells.map(({ length }) => length)) * lineHeight + PADDING
    if (page.need(height)) drawHead()
    let x = page.left
    for (const [index, { column, width }] of columns.entries()) {
      for (const [line, text] of (cells[index] ?? []).entries())
        page.text(
          text,
          x + (column.isNumeric ? width - PADDING : PADDING),
          page.y + PADDING / 2 + line * lineHeight,
          { size, align: column.isNumeric ? 'right' : 'left' },
        )
      x += width
    }
    page.y += height
    page.line(page.left, page.y, page.left + total, page.y, '#dfe4ea', 0.3)
  }
}
