import type { Report } from './MarkersPreview.tsx'
import { countWritten } from './count-written.ts'

export const REQUIRED = ['题块', '教师']

export function reasonAgainst(file: File | null, report: Report | undefined): string | null {
  if (!file) return '请先选择表格文件'
  if (!report) return '表格还没有核对'
  const errors = report.rows.filter(({ result }) => result === 'error').length
  if (errors > 0) return `有 ${errors} 行有误，请在表格中改好后重新选择`
  const refused = report.blocks.find(({ problem }) => problem !== '')
  if (refused) return `${refused.block_name}：${refused.problem}`
  return countWritten(report) === 0 ? '表格与现有安排相同，没有要导入的' : null
}

export function payloadOf(file: File): FormData {
  const payload = new FormData()
  payload.append('marker_file', file)
  return payload
}
