import type { BarcodeReading, PageIssue, TemplatePage } from '@hengjuan/domain'

/** A sheet code that says another text than this page's: the page belongs to another sheet. */
export function sheetCodeIssues(
  page: TemplatePage,
  barcodes: readonly BarcodeReading[],
): PageIssue[] {
  return page.barcodes.flatMap(({ id, purpose, text }): PageIssue[] => {
    const read = barcodes.find((barcode) => barcode.id === id)?.text ?? null
    if (purpose !== 'sheet' || text === undefined || read === null || read === text) return []
    return [
      {
        code: 'PAGE_OF_OTHER_SHEET',
        message: `这一页的标识码是 ${read.slice(0, 60)}，应为 ${text.slice(0, 60)}，可能属于别的答题卡，请核对`,
        blocking: true,
      },
    ]
  })
}
