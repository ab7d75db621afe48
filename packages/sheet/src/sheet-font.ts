import { readFileSync } from 'node:fs'
import type { Font } from 'fontkit'
import { create } from 'fontkit'

let font: Font | undefined

/**
 * Noto Sans SC, all 30,890 characters: those of the 通用规范汉字表 with its extension characters, and whatever else
 * names are written with. A document embeds only the ones that it prints. Its tables are read once for all documents:
 * that takes longer than to print a page.
 */
const sheetFont = (): Font =>
  (font ??= create(
    readFileSync(new URL('../fonts/NotoSansSC-Regular.ttf', import.meta.url)),
  ) as Font)

/** The same for a document; pdfkit takes an opened font, which its types do not say. */
export const embeddedFont = () => sheetFont() as unknown as Buffer

/** Stands for a character that the font lacks. */
export const MISSING_GLYPH = '□'

/** Characters of a text that the sheet font cannot print, each once. */
export function unprintableCharacters(text: string): string[] {
  const missing = [...text].filter(
    (character) => !sheetFont().hasGlyphForCodePoint(character.codePointAt(0)!),
  )
  return [...new Set(missing)]
}

/** The text with a visible box for every character that cannot be printed. */
export function printable(text: string): string {
  const missing = unprintableCharacters(text)
  return [...text].map((c) => (missing.includes(c) ? MISSING_GLYPH : c)).join('')
}

/** How a character that the font lacks is drawn by one that it has: `ₙ` as a small lowered `n`. */
interface Stand {
  base: string
  scale: number
  /** Of the size, upwards. */
  raise: number
}

const isIn = (code: number, ranges: readonly (readonly [number, number])[]): boolean =>
  ranges.some(([first, last]) => code >= first && code <= last)
const LOWERED = [
  [0x1d62, 0x1d6a],
  [0x2080, 0x209c],
] as const
const RAISED = [
  [0x02b0, 0x02b8],
  [0x1d2c, 0x1d61],
  [0x2070, 0x207f],
] as const

const isDrawn = (text: string): boolean =>
  [...text].every((one) => sheetFont().hasGlyphForCodePoint(one.codePointAt(0) ?? 0))

/** Null for what the font has, and for what nothing stands for. */
function standOf(character: string): Stand | null {
  if (isDrawn(character)) return null
  const base = character.normalize('NFKC')
  if (base === character || !isDrawn(base)) return null
  const code = character.codePointAt(0) ?? 0
  if (isIn(code, LOWERED)) return { base, scale: 0.62, raise: -0.15 }
  return isIn(code, RAISED) ? { base, scale: 0.62, raise: 0.38 } : { base, scale: 1, raise: 0 }
}

/** The text with a visible box for every character that cannot be drawn, not even by another one. */
export const drawable = (text: string): string =>
  [...text].map((one) => (isDrawn(one) || standOf(one) ? one : MISSING_GLYPH)).join('')

interface Place {
  x: number
  y: number
  size: number
}

/** A line as outlines of its glyphs, for a picture: `d` of an SVG path, `y` being the baseline. */
export function outlineOf(line: string, { x, y, size }: Place): string {
  const parts: string[] = []
  let left = x
  let run = ''
  const flush = (text: string, at: Omit<Place, 'x'>) => {
    if (text === '') return
    const drawn = runOutline(text, { ...at, x: left })
    parts.push(drawn.path)
    left += drawn.width
  }
  for (const character of line) {
    const stand = standOf(character)
    if (!stand) {
      run += character
      continue
    }
    flush(run, { y, size })
    run = ''
    flush(stand.base, { y: y - stand.raise * size, size: stand.scale * size })
  }
  flush(run, { y, size })
  return parts.join('')
}

function runOutline(text: string, { x, y, size }: Place): { path: string; width: number } {
  const scale = size / sheetFont().unitsPerEm
  const { glyphs, positions } = sheetFont().layout(text)
  const parts: string[] = []
  let left = x
  for (const [index, glyph] of glyphs.entries()) {
    for (const { command, args } of glyph.path.commands) {
      const points = args.map(
        (value, at) =>
          Math.round((at % 2 === 0 ? left + value * scale : y - value * scale) * 10) / 10,
      )
      parts.push(`${LETTER[command]}${points.join(' ')}`)
    }
    left += (positions[index]?.xAdvance ?? 0) * scale
  }
  return { path: parts.join(''), width: left - x }
}

const LETTER = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
} as const
