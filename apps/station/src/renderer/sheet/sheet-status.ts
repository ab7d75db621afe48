import type { Status } from '@hengjuan/ui'
import type { SheetSummary } from '../../bridge/sheet-api.ts'

/** A sheet's frame: colour, shape and word together. */
export function sheetStatus(sheet: SheetSummary): { status: Status; text: string } {
  if (sheet.upload === 'refused') return { status: 'bad', text: '上传被退回' }
  const [first] = sheet.findings
  const isGrave = sheet.findings.some(
    ({ category }) => category === 'positioning' || category === 'missing_page',
  )
  if (first) return { status: isGrave ? 'bad' : 'warn', text: first.label }
  return sheet.upload === 'acked'
    ? { status: 'ok', text: '已上传' }
    : { status: 'idle', text: '待上传' }
}

/** Who the sheet belongs to, as far as the station knows. */
export const ownerOf = (sheet: SheetSummary): string =>
  sheet.candidate_name ?? (sheet.exam_no === null ? '考号未读出' : `考号 ${sheet.exam_no}`)
