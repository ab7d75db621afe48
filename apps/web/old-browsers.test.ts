import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

const SCRIPT = readFileSync(resolve(import.meta.dirname, 'old-browsers.js'), 'utf8')

/** A browser that knows some of what style sheets may say. @returns what is seen in it, and what runs in it */
function browserThat(supports: (property: string, value?: string) => boolean) {
  const root = { innerHTML: '' }
  const added: { href?: string }[] = []
  const loaded: (() => void)[] = []
  const document = {
    getElementById: () => root,
    createElement: () => ({}),
    addEventListener: (_: string, then: () => void) => loaded.push(then),
    head: { appendChild: (element: { href?: string }) => added.push(element) },
  }
  const context = createContext({ CSS: { supports }, document })
  const run = (code: string): unknown => runInContext(code, context)
  run('window = globalThis')
  run(`for (const list of [Array.prototype, Object.getPrototypeOf(Int8Array.prototype)])
    for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with']) delete list[name]
  delete Map.groupBy`)
  run(SCRIPT)
  for (const then of loaded) then()
  return { root, added, run }
}

test.for([
  '[3, 1, 2].toSorted()',
  '[3, 1, 2].toSorted((a, b) => b - a)',
  'const list = [2, 1]; list.toSorted(); list',
  '[1, 2, 3].toReversed()',
  '[1, 2, 3].with(1, 9)',
  '[1, 2, 3].with(-1, 9)',
  'try { [1].with(1, 0) } catch (error) { error.name }',
  '[1, 2, 3, 4].toSpliced(1, 2, 8, 9, 10)',
  '[1, 2, 3].toSpliced(1)',
  'Array.from(new Float64Array([3, 1, 2]).toSorted())',
  'Array.from(new Int8Array([3, 1, 2]).with(0, 7))',
  '[...Map.groupBy([1, 2, 3], (n) => n % 2)]',
  '[...Map.groupBy(new Set(["a", "b"]), (_, at) => at)]',
  'Object.keys([])',
])('%s is in an old browser what it is in a new one', (code) => {
  const { run } = browserThat(() => true)
  expect(JSON.stringify(run(code))).toBe(JSON.stringify(runInContext(code, createContext({}))))
})

test('colours that it cannot mix are loaded, and only then', () => {
  const old = browserThat((property) => property.startsWith('selector'))
  expect(old.added).toMatchObject([{ href: '/old-browsers.css' }])
  expect(browserThat(() => true).added).toEqual([])
})

test('a browser that lacks what cannot be added says which ones do', () => {
  const { root, added } = browserThat(() => false)
  expect(root.innerHTML).toContain('Chrome 109')
  expect(added).toEqual([])
})
