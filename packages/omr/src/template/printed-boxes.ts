import type { OmrTemplate, PageReading, TemplatePage } from '@hengjuan/domain'
import { pageRead } from '../codes/printed-page.ts'

/** Left, top, width and height, millimetres. */
export type BoxMm = [number, number, number, number]

interface Area {
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
}

/** What a template says is printed on a page, box by box: to be drawn over a scan of it. */
export const printedBoxes = (page: TemplatePage): BoxMm[] => [
  ...page.anchors.filter(({ kind }) => kind !== 'page-corner').map(aroundMiddle),
  ...page.fields.flatMap(({ bubbles }) => bubbles.map(aroundMiddle)),
  ...(page.digitFields ?? []).flatMap(({ cells }) => cells.map(aroundMiddle)),
  ...page.barcodes.map(fromCorner),
  ...page.regions.map(fromCorner),
]

/** What is printed on a page that was read, and how it lies in the image; null where that is not known. */
export function ghostOf(
  template: OmrTemplate,
  reading: PageReading,
): { homography: number[]; printed: BoxMm[] } | null {
  const page = pageRead(template, reading)
  return page && reading.registration
    ? { homography: reading.registration.homography, printed: printedBoxes(page) }
    : null
}

const aroundMiddle = ({ xMm, yMm, widthMm, heightMm }: Area): BoxMm =>
  fromCorner({ xMm: xMm - widthMm / 2, yMm: yMm - heightMm / 2, widthMm, heightMm })

const fromCorner = ({ xMm, yMm, widthMm, heightMm }: Area): BoxMm => [
  rounded(xMm),
  rounded(yMm),
  rounded(widthMm),
  rounded(heightMm),
]

const rounded = (mm: number): number => Math.round(mm * 100) / 100
