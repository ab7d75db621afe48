import type { PageGeometry } from './geometry.ts'
import { fixedPrint } from './plain-print.ts'
import { svgOf } from './plain-svg.ts'
import type { SheetStudent } from './printing.ts'
import { personalPrint } from './printing.ts'

/** A page as an SVG picture in millimetres, for previews: the same print as the PDF. */
export const renderSvg = (page: PageGeometry, student: SheetStudent | null = null): string =>
  svgOf(page, [...fixedPrint(page), ...personalPrint(page, student)])
