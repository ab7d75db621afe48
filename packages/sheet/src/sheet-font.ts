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
