import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { preprocessCSS, resolveConfig } from 'vite'
import { expect, test } from 'vitest'
import { withoutGlyphs } from './without-glyphs.ts'

const THEME = resolve(import.meta.dirname, '../../packages/ui/src/theme/theme.css')
/** A letter of the private area of Unicode, where icon fonts have their drawings. */
const LETTER = /content: ?["'](\\[ef]|[\uE000-\uF8FF])/

async function themeWith(plugins: (typeof withoutGlyphs)[]): Promise<string> {
  const config = await resolveConfig(
    { root: import.meta.dirname, configFile: false, css: { postcss: { plugins } } },
    'build',
  )
  return (await preprocessCSS(await readFile(THEME, 'utf8'), THEME, config)).code
}

const rulesOf = (css: string): string[] => css.replaceAll(/\s+/g, ' ').split('}')

test('the style sheet has no letters of the icon font, and lacks nothing else', async () => {
  const [whole, lean] = await Promise.all([themeWith([]), themeWith([withoutGlyphs])])
  const kept = new Set(rulesOf(lean))
  const gone = rulesOf(whole).filter((rule) => !kept.has(rule))
  expect(gone.length).toBeGreaterThan(500)
  expect(gone.filter((rule) => !LETTER.test(rule))).toEqual([])
  expect(lean).not.toContain('@font-face')
  expect(lean).toContain('.bp6-button')
  // Of a tag whose cross is no drawing, and of the tree: nothing here is either.
  expect(rulesOf(lean).filter((rule) => LETTER.test(rule))).toEqual([
    expect.stringContaining('.bp6-tag-remove:empty'),
    expect.stringContaining('.bp6-tree-node-caret'),
  ])
})
