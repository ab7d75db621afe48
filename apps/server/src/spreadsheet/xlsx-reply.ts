import type { FileReply } from '../http/serve.ts'
import { wallDay } from '../wall-clock.ts'

/** A workbook to save: `parts` and the day of `at` (ISO time) make its name. */
export const xlsxReply = (parts: readonly string[], at: string, body: Buffer): FileReply => ({
  body,
  mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  fileName: `${[...parts, wallDay(at).replaceAll('-', '')].join('_')}.xlsx`,
})
