import { textWidth } from './text-width.ts'

// Chinese typesetting forbids these at the start and at the end of a line.
const NOT_FIRST = '，。、；：！？）》】」』”’…—·％℃°,.;:!?)]}%'
const NOT_LAST = '（《【「『“‘([{'

/**
 * Breaks a paragraph into lines that are never wider than `widthMm`: between any two Chinese characters
 * or at spaces, but no line begins with a closing mark or ends with an opening one. Latin words and
 * numbers stay whole unless one alone is wider than a line.
 */
export function breakLines(paragraph: string, sizeMm: number, widthMm: number): string[] {
  const lines: string[] = []
  let line = ''
  const add = (piece: string) => {
    if (textWidth((line + piece).trimEnd(), sizeMm) <= widthMm) {
      line += piece
      return
    }
    if (line.trim() !== '') lines.push(line.trimEnd())
    line = ''
    if (piece.trim() === '') return
    if (textWidth(piece, sizeMm) <= widthMm || [...piece].length === 1) line = piece
    else for (const part of cut(piece)) add(part)
  }
  for (const piece of inseparable(paragraph.trimEnd())) add(piece)
  if (line !== '' || lines.length === 0) lines.push(line.trimEnd())
  return lines
}

/** What is wider than a line by its characters, closing marks with the one before as far as they fit. */
function cut(piece: string): string[] {
  const parts: string[] = []
  for (const character of piece) {
    if (parts.length > 0 && NOT_FIRST.includes(character)) parts[parts.length - 1] += character
    else parts.push(character)
  }
  return parts.length > 1 ? parts : [...piece]
}

/** Words, numbers and characters, each with the marks that must not leave it. */
function inseparable(text: string): string[] {
  const pieces: string[] = []
  for (const piece of text.match(/[!-~]+|\s+|[^!-~\s]/gu) ?? []) {
    const before = pieces.at(-1)
    const isBound =
      before !== undefined &&
      piece.trim() !== '' &&
      before.trim() !== '' &&
      (NOT_FIRST.includes(piece[0]!) || NOT_LAST.includes(before.at(-1) ?? ' '))
    if (isBound) pieces[pieces.length - 1] = before + piece
    else pieces.push(piece)
  }
  return pieces
}
