import { ABSENT, NO_RECORD, NOT_SELECTED, PRESENT } from './attendance.ts'
import { type Milli, parseMilli } from './milli.ts'

/** What the cell of a table of scores says. */
export type ScoreCell =
  | { kind: 'score'; attendance: typeof PRESENT; milli: Milli }
  | { kind: 'absent'; attendance: typeof ABSENT; isMisconduct: boolean }
  | { kind: 'out'; attendance: typeof NOT_SELECTED }
  | { kind: 'blank'; attendance: typeof NO_RECORD }
  | { kind: 'invalid'; why: 'words' | 'negative' | 'decimals' | 'separator'; fix: string | null }

/** What is put for 作弊 and the like: absent, with the flag of misconduct. */
export const MISCONDUCT_CELL = '缺考(违纪)'

/**
 * Reads a cell of a table of scores. Blank is no record, never zero; nothing is rounded, and words are not guessed:
 * what most likely is meant stands in `fix` for a person to accept.
 *
 * @param cell trimmed, in NFKC
 * @source platform 6 (grammar of a cell)
 */
export function readScoreCell(cell: string): ScoreCell {
  const word = cell.toUpperCase()
  if (cell === '') return { kind: 'blank', attendance: NO_RECORD }
  const milli = /^[\d.]+$/.test(cell) ? parseMilli(cell) : null
  if (milli !== null) return { kind: 'score', attendance: PRESENT, milli }
  if (cell === '缺考' || word === 'ABSENT' || word === 'Q')
    return { kind: 'absent', attendance: ABSENT, isMisconduct: false }
  if (cell === MISCONDUCT_CELL) return { kind: 'absent', attendance: ABSENT, isMisconduct: true }
  if (cell === '未选' || word === 'N') return { kind: 'out', attendance: NOT_SELECTED }
  return { kind: 'invalid', ...faultOf(cell) }
}

function faultOf(cell: string): Omit<Extract<ScoreCell, { kind: 'invalid' }>, 'kind'> {
  if (/^-\d/.test(cell)) return { why: 'negative', fix: null }
  if (/^\d{1,4}\.\d{4,}$/.test(cell)) return { why: 'decimals', fix: null }
  if (/^\d{1,3}([,']\d{3})+/.test(cell)) return { why: 'separator', fix: null }
  return { why: 'words', fix: meantBy(cell) }
}

const WORDS: Readonly<Record<string, string>> = Object.fromEntries([
  ...['缺', '旷考', '免考', '缓考', '病假', '事假', '请假', '未考', '没考', '未参加', '弃考'].map(
    (word) => [word, '缺考'],
  ),
  ...['-', '--', '/', '\\', '—', '——', '无'].map((word) => [word, '缺考']),
  ...['作弊', '违纪', '舞弊'].map((word) => [word, MISCONDUCT_CELL]),
  ...['未选考', '不选', '没选', '未选科'].map((word) => [word, '未选']),
])

function meantBy(cell: string): string | null {
  const known = WORDS[cell]
  if (known !== undefined) return known
  const points = /^(\d{1,4}(?:[.。·]\d{1,3})?)\s*分?$/.exec(cell)?.[1]
  if (points !== undefined) return points.replace(/[。·]/, '.')
  return chineseNumber(cell.replace(/分$/, ''))
}

const DIGITS = '零一二三四五六七八九'

/** 九十 -> 90, 一百零五点五 -> 105.5; null for anything else. */
function chineseNumber(text: string): string | null {
  const [, whole = '', part] =
    /^([零〇一二两三四五六七八九十百]+)(?:点([零〇一二三四五六七八九]{1,3}))?$/.exec(text) ?? []
  if (whole === '') return null
  let [sum, digit] = [0, 0]
  for (const sign of whole.replaceAll('〇', '零').replaceAll('两', '二')) {
    if (sign === '百') [sum, digit] = [sum + (digit || 1) * 100, 0]
    else if (sign === '十') [sum, digit] = [sum + (digit || 1) * 10, 0]
    else digit = DIGITS.indexOf(sign)
  }
  const decimals =
    part && `.${[...part.replaceAll('〇', '零')].map((sign) => DIGITS.indexOf(sign)).join('')}`
  return `${sum + digit}${decimals ?? ''}`
}
