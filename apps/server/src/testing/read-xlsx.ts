import { readSheet } from 'read-excel-file/node'

/** The first sheet of a workbook that the platform wrote, as text: read by other hands than those that import. */
export async function readXlsx(bytes: Buffer): Promise<string[][]> {
  const rows = await readSheet(bytes, { parseNumber: (text: string) => text })
  return rows.map((row) => row.map(textOf))
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return typeof value === 'string' || typeof value === 'number'
    ? unguarded(String(value).trim())
    : ''
}

/** A leading quote keeps a text from being a formula, and is none of it. */
const unguarded = (text: string): string => (/^'+[=+\-@]/.test(text) ? text.slice(1) : text)
