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

/** A line as outlines of its glyphs, for a picture: `d` of an SVG path, `y` being the baseline. */
export function outlineOf(
  line: string,
  { x, y, size }: { x: number; y: number; size: number },
): string {
  const scale = size / sheetFont().unitsPerEm
  const { glyphs, positions } = sheetFont().layout(line)
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
  return parts.join('')
}

const LETTER = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
} as const
