/** A rule that draws an icon as a letter of Blueprint's icon font. */
const GLYPH = /^\.bp\d+-icon-[a-z0-9-]+:{1,2}before$/

/**
 * Leaves out the rules of Blueprint that name letters of its icon font: icons are drawings here, components that come
 * with the pages that show them, and the font is not shipped.
 */
export const withoutGlyphs = {
  postcssPlugin: 'without-glyphs',
  Rule(rule: { selector: string; remove(): unknown }): void {
    if (GLYPH.test(rule.selector)) rule.remove()
  },
}
