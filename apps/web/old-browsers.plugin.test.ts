import { expect, test } from 'vitest'
import { plainColors } from './old-browsers.plugin.ts'

test('colours that the browser would mix are worked out, by the variables that hold for the page', () => {
  const css = plainColors([
    `@layer kit { :root { --strong: red; --line: color-mix(in srgb, var(--strong) 50%, transparent) }
      .a { border-color: var(--line); box-shadow: 0 0 1px color-mix(in srgb, var(--strong) 20%, transparent) } }`,
    ':root { --strong: #0000ff }',
  ])
  // The variable of the page, which stands in no layer; in the layer of its rule, and without what is plain anyway.
  expect(css).toContain('.a{border-color:var(--line);box-shadow:0 0 1px #00f3}')
  expect(css).toMatch(/^@layer kit\{/)
  expect(css).toContain('--line:#0000ff80')
})

test('what takes a mixed colour away comes after it, as it did', () => {
  const css = plainColors([
    `.button { padding: 1px; box-shadow: 0 0 1px color-mix(in srgb, red 20%, transparent) }
     .minimal { margin: 2px; box-shadow: none }
     @keyframes glow { from { color: color-mix(in srgb, red 20%, blue) } }`,
  ])
  expect(css).toBe('.button{box-shadow:0 0 1px #f003}.minimal{box-shadow:none}')
})

test.for([
  [
    'a variable that the page sets as it is shown',
    '.a { color: color-mix(in srgb, var(--share) 5%, red) }',
  ],
  [
    'what old browsers pass over by themselves',
    '@supports (color: oklch(from red l c h)) { .a { color: oklch(from red l c h) } }',
  ],
  ['a plain colour', '.a { color: red }'],
] as const)('%s has no rule', ([, css]) => {
  expect(plainColors([css])).toBe('')
})

test('a rule stays in its media query', () => {
  const css = '@media (width < 700px) { .a { color: color-mix(in srgb, red 50%, blue) } }'
  expect(plainColors([css])).toMatch(/^@media[^{]+\{\.a\{color:#80007f|purple/)
})
