import type { OmrTemplate, PageCode, PageCodeReading } from '@hengjuan/domain'
import type { InkView } from '../align/ink-view.ts'
import { inkAt, localView } from '../align/ink-view.ts'

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
    bits += ink >= printedCell ? '1' : ink <= emptyCell ? '0' : '?'
    confidence *= Math.min(1, 0.5 + Math.abs(ink - 0.5) * 1.5)
  }
  const page = template.pages.find((p) => p.pageCode?.bits === bits)
  return { bits, page: page?.page ?? null, confidence: Number(confidence.toFixed(3)) }
}

/** Could these bits be a damaged print of a page of this template? */
export function isDamagedCode(reading: PageCodeReading, template: OmrTemplate): boolean {
  const isEmpty = !reading.bits.includes('1')
  return (
    isEmpty ||
    template.pages.some((p) => {
      const expected = p.pageCode?.bits
      if (!expected || expected.length !== reading.bits.length) return false
      const fits = (bit: string, i: number) => bit === '?' || bit === expected[i]
      return reading.bits.includes('?') && [...reading.bits].every(fits)
    })
  )
}
