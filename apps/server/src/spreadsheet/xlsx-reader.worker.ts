import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/node'
import { unguardedText } from './guarded-text.ts'

/** Parses the first sheet; numbers stay the text that the file holds, so that 0.1 is 0.1. */
const rows = await readSheet(Buffer.from(workerData as Uint8Array), {
  parseNumber: (text: string) => text,
})
parentPort?.postMessage(rows.map((row) => row.map(textOf)))

type Cell = (typeof rows)[number][number]

function textOf(value: Cell): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return unguardedText(String(value).trim())
}
