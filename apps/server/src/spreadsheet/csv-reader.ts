import { unguardedText } from './guarded-text.ts'

/**
 * The cells of a CSV file as text, row by row: commas, semicolons or tabs, quotes doubled inside quotes.
 * UTF-8, or GB 18030 as spreadsheet programs in China save it.
 */
export function readCsv(bytes: Buffer): string[][] {
  const text = decode(bytes)
  const separator = separatorOf(text)
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') cell += text[++at] as string
      else quoted = false
    } else if (letter === '"' && cell === '') quoted = true
    else if (letter === separator || letter === '\n') {
      rows.at(-1)?.push(unguardedText(cell.trim()))
      cell = ''
      if (letter === '\n') rows.push([])
    } else if (letter !== '\r') cell += letter
  }
  rows.at(-1)?.push(unguardedText(cell.trim()))
  return rows
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** The separator that the first line has most of. */
function separatorOf(text: string): string {
  const [line = ''] = text.split('\n', 1)
  const count = (letter: string) => line.split(letter).length
  return [',', '\t', ';'].reduce((best, one) => (count(one) > count(best) ? one : best))
}
