import type { FileReply } from '../http/serve.ts'
import { wallDay } from '../wall-clock.ts'

/** A workbook to save: `parts` and the day of `at` (ISO time) make its name. */
export async function xlsxReply(
  parts: readonly string[],
  at: string,
  workbook: Uint8Array | Promise<Uint8Array>,
): Promise<FileReply> {
  const bytes = await workbook
  return {
    // From another thread come the bytes alone.
    body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    fileName: `${[...parts, wallDay(at).replaceAll('-', '')].join('_')}.xlsx`,
  }
}
