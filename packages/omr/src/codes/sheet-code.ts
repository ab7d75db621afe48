import type { BarcodeReading, PageIssue, TemplatePage } from '@hengjuan/domain'
import type { SheetMap } from '../align/ink-view.ts'
import { boxAround, issue } from '../quality/issue.ts'

/** A sheet code that says another text than this page's: the page belongs to another sheet. */
export function sheetCodeIssues(
  page: TemplatePage,
  barcodes: readonly BarcodeReading[],
  map: SheetMap,
): PageIssue[] {
  return page.barcodes.flatMap(({ id, purpose, text, ...place }): PageIssue[] => {
    const read = barcodes.find((barcode) => barcode.id === id)?.text ?? null
    if (purpose !== 'sheet' || text === undefined || read === null || read === text) return []
    const message = `这一页的标识码是 ${read.slice(0, 60)}，应为 ${text.slice(0, 60)}，可能属于别的答题卡，请核对`
    const { xMm, yMm, widthMm, heightMm } = place
    const centre = { xMm: xMm + widthMm / 2, yMm: yMm + heightMm / 2, widthMm, heightMm }
    return [issue('PAGE_OF_OTHER_SHEET', message, true, [boxAround(map, centre, 1)])]
  })
}
