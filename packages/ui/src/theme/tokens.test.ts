import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Small text must stand out by this much. @source WCAG 2.2, 1.4.3 */
const LEAST = 4.5

/** What is written on what, everywhere. */
const WRITTEN = [
  ['ink', 'surface'],
  ['ink-2', 'sunken'],
  ['muted', 'surface'],
  ['muted', 'accent-soft'],
  ['accent-ink', 'accent-soft'],
  ['on-accent', 'accent'],
  ['ok', 'ok-soft'],
  ['warn', 'warn-soft'],
  ['warn', 'surface'],
  ['bad', 'bad-soft'],
  ['idle', 'idle-soft'],
] as const

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** The colours that a rule sets, by name. */
function coloursOf(selector: string): Record<string, string> {
  const [, rule = ''] = css.split(`${selector} {`)
  const [body = ''] = rule.split('\n}')
  return Object.fromEntries(
    [...body.matchAll(/--hj-([\w-]+): (#[\da-f]{3,6});/g)].map(([, name = '', hex = '']) => [
      name,
      hex,
    ]),
  )
}

function luminance(hex: string): number {
  const full = hex.length === 4 ? hex.replaceAll(/[\da-f]/g, '$&$&') : hex
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(full.slice(at, at + 2), 16) / 255
    return value <= 0.039_28 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test.for([":root[data-theme='paper']", ":root[data-theme='dark']", ':root'])(
  'what is written in the theme %s can be read',
  (selector) => {
    const colours = { ...coloursOf(':root'), ...coloursOf(selector) }
    const faint = WRITTEN.map(([text, ground]) => ({
      text,
      ground,
      is: contrast(colours[text] ?? '', colours[ground] ?? ''),
    })).filter(({ is }) => !(is >= LEAST))
    expect(faint).toEqual([])
  },
)

/** Lines and bars must stand out from what they are drawn on. @source WCAG 2.2, 1.4.11 */
const LEAST_GRAPHIC = 3

test.for([":root[data-theme='paper']", ":root[data-theme='dark']", ':root'])(
  'the colours of charts stand out from the ground in the theme %s',
  (selector) => {
    const colours = { ...coloursOf(':root'), ...coloursOf(selector) }
    const faint = [1, 2, 3, 4, 5, 6].filter(
      (series) =>
        !(contrast(colours[`series-${series}`] ?? '', colours['surface'] ?? '') >= LEAST_GRAPHIC),
    )
    expect(faint).toEqual([])
  },
)
