import type { OmrTemplate, PageCode, PageCodeReading } from '@hengjuan/domain'
import type { InkView } from '../align/ink-view.ts'
import { inkAt, isInside, localView } from '../align/ink-view.ts'
import { printsOf } from './printed-page.ts'

/** Between these a cell is neither printed nor empty. */
const emptyCell = 0.35
const printedCell = 0.65

/** Reads the printed cells; unclear ones become `?`. */
export function readPageCode(
  view: InkView,
  code: PageCode,
  template: OmrTemplate,
): PageCodeReading {
  let bits = ''
  let confidence = 1
  for (const cell of code.cells) {
    const local = localView(view, cell.xMm, cell.yMm)
    let sum = 0
    for (let j = -2; j <= 2; j++) {
      for (let i = -2; i <= 2; i++) {
        sum += inkAt(local, (i / 8) * cell.widthMm, (j / 8) * cell.heightMm)
      }
    }
    const ink = sum / 25
    // What was cut off the picture is not white.
    const isSeen = isInside(local, -cell.widthMm / 4, 0) && isInside(local, cell.widthMm / 4, 0)
    bits += !isSeen ? '?' : ink >= printedCell ? '1' : ink <= emptyCell ? '0' : '?'
    confidence *= Math.min(1, 0.5 + Math.abs(ink - 0.5) * 1.5)
  }
  return { ...namePage(bits, template), confidence: Number(confidence.toFixed(3)) }
}

/**
 * Names the page that a row of cells stands for.
 *
 * Illegible cells are borne as long as they are fewer than the cells in which codes of this kind
 * differ: no other sheet's code can then look the same. A legible cell that differs is never borne,
 * since a neighbouring code may be one cell away; it is named for the person who decides.
 *
 * @param bits one character a cell, `?` where it is illegible
 */
export function namePage(bits: string, template: OmrTemplate): Omit<PageCodeReading, 'confidence'> {
  const illegible = cellsWhere(bits, (bit) => bit === '?')
  const candidates = codesOf(template).flatMap(({ page, pageCode }) => {
    if (pageCode?.bits.length !== bits.length) return []
    const wrong = cellsWhere(bits, (bit, i) => bit !== '?' && bit !== pageCode.bits[i])
    return [{ page, wrong, distance: pageCode.distance ?? 1 }]
  })
  const fits = candidates.filter(({ wrong }) => wrong.length === 0)
  const [fit] = fits
  const isNamed = fit && fits.length === 1 && illegible.length < fit.distance
  if (isNamed) {
    return { bits, page: fit.page, ...(illegible.length > 0 && { damaged: illegible }) }
  }
  const near = candidates.filter(({ wrong }) => wrong.length === 1)
  const damaged =
    near.length === 1 && fits.length === 0
      ? [...illegible, ...near[0]!.wrong].sort((a, b) => a - b)
      : illegible
  return { bits, page: null, ...(damaged.length > 0 && { damaged }) }
}

/** Numbers of the cells of which something holds, 1 for the first. */
function cellsWhere(bits: string, test: (bit: string, index: number) => boolean): number[] {
  const cells: number[] = []
  for (let i = 0; i < bits.length; i++) if (test(bits[i]!, i)) cells.push(i + 1)
  return cells
}

/** The codes of every print, by the page that they name. */
const codesOf = (template: OmrTemplate) =>
  template.pages.flatMap((page) =>
    printsOf(page).map(({ pageCode }) => ({ page: page.page, pageCode })),
  )

/** No cell is printed: there is no code here. */
export const isEmptyCode = ({ bits }: PageCodeReading): boolean => !bits.includes('1')

/** Could these bits be a damaged print of a page of this template? */
export function isDamagedCode(reading: PageCodeReading, template: OmrTemplate): boolean {
  return (
    isEmptyCode(reading) ||
    codesOf(template).some(({ pageCode }) => {
      if (!pageCode || pageCode.bits.length !== reading.bits.length) return false
      const bits = [...reading.bits]
      const wrong = bits.filter((bit, i) => bit !== '?' && bit !== pageCode.bits[i]).length
      if (wrong === 0) return reading.bits.includes('?')
      // One wrong cell where no other code can lie so near is damage, not another sheet.
      return wrong === 1 && (pageCode.distance ?? 1) > 2
    })
  )
}
