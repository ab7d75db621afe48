import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { transform } from 'lightningcss'
import postcss, { type AtRule, type ChildNode } from 'postcss'
import type { Plugin } from 'vite'

/** Chrome 109: the last for Windows 7. */
const OLDEST = 109 << 16
/** Colours that came later. What Blueprint asks `@supports` for is passed over by old browsers as a whole. */
const LATER = /color-mix\(|oklch\(/
/** What may be mixed, and what sets that as well. */
const PAINT =
  /^(box-shadow|color|fill|stroke|background(-color|-image)?|border(-\w+)?(-color)?|outline(-color)?)$/
/** Variables that are made of others are not made of more. */
const MOST_DEEP = 8
const ROOT = /(^|,)\s*(:root|html|body)\s*(,|$)/

const SCRIPT = resolve(import.meta.dirname, 'old-browsers.js')
/** Where the page has the script, before everything else. */
const PLACE = '<!-- old-browsers.js -->'
const STYLES = '/old-browsers.css'

/**
 * Puts `old-browsers.js` before the portal, and writes the style sheet that it loads where browsers cannot mix colours:
 * each rule of the build that has the browser mix them, with the colours worked out. A browser that does not know a
 * function takes a declaration with `var()` all the same and then draws nothing, so that a plainer one before it is no
 * help. Both are named by their content, as everything else that browsers may keep.
 */
export function oldBrowsers(): Plugin {
  return {
    name: 'old-browsers',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const assets = Object.values(bundle).filter((file) => file.type === 'asset')
        const emit = (ending: string, source: string): string => {
          const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
          const fileName = `assets/old-browsers-${hash}${ending}`
          this.emitFile({ type: 'asset', fileName, source })
          return `/${fileName}`
        }
        const sheets = assets.filter(({ fileName }) => fileName.endsWith('.css'))
        const styles = emit('.css', plainColors(sheets.map(({ source }) => String(source))))
        const script = await readFile(SCRIPT, 'utf8')
        const page = assets.find(({ fileName }) => fileName === 'index.html')
        if (!page || !String(page.source).includes(PLACE) || !script.includes(STYLES))
          return this.error('no place for old-browsers.js, or none in it for its style sheet')
        const address = emit('.js', script.replace(STYLES, styles))
        page.source = String(page.source).replace(PLACE, `<script src="${address}"></script>`)
      },
    },
  }
}

/**
 * What style sheets that mix colours say of colours, with those that come of it in the light theme: all of it, since
 * what was mixed must not come after what took it away.
 */
export function plainColors(sheets: readonly string[]): string {
  const roots = sheets.map((sheet) => postcss.parse(sheet))
  // What stands in no layer comes before what stands in one.
  const variables = new Map([...variablesIn(roots, 'layer'), ...variablesIn(roots, 'root')])
  const plain = postcss.root()
  for (const root of roots.filter((one) => LATER.test(one.toString())))
    root.walkRules((rule) => {
      if (isPassedOver(rule)) return
      const painted = rule.nodes.flatMap((node) => {
        if (node.type !== 'decl') return []
        if (!LATER.test(node.value)) return PAINT.test(node.prop) ? [node.clone()] : []
        const value = resolved(node.value, variables)
        return value === null ? [] : [node.clone({ value })]
      })
      if (painted.length > 0) plain.append(around(rule, rule.clone({ nodes: painted })))
    })
  const { code } = transform({
    filename: STYLES,
    code: Buffer.from(plain.toString()),
    targets: { chrome: OLDEST },
    minify: true,
  })
  return code.toString()
}

/** Of the whole page, from rules that hold always. */
function variablesIn(roots: readonly postcss.Root[], place: 'layer' | 'root'): [string, string][] {
  const found: [string, string][] = []
  for (const root of roots)
    root.walkDecls(/^--/, ({ prop, value, parent }) => {
      if (parent?.type !== 'rule' || !ROOT.test(parent.selector)) return
      const outer = parent.parent
      const name = outer?.type === 'atrule' ? (outer as AtRule).name : outer?.type
      if (name === place) found.push([prop, value])
    })
  return found
}

/** Is it for browsers that know more, or a step of an animation, which means nothing without the others? */
const isPassedOver = ({ parent }: ChildNode): boolean => {
  if (parent?.type !== 'atrule') return false
  const { name, params } = parent as AtRule
  const isGuarded = name === 'supports' && LATER.test(params)
  return isGuarded || name.endsWith('keyframes') || isPassedOver(parent as AtRule)
}

/** The rule in the media queries that it stands in. Made anew: a clone of one takes all that stands in it along. */
function around({ parent }: ChildNode, inner: ChildNode): ChildNode {
  if (parent?.type !== 'atrule') return inner
  const outer = parent as AtRule
  const { name, params } = outer
  return around(outer, postcss.atRule({ name, params, nodes: [inner] }))
}

/** A value without variables; null where one is none of the whole page: a page sets it as it is shown. */
function resolved(value: string, variables: ReadonlyMap<string, string>): string | null {
  let text = value
  for (let depth = 0; depth < MOST_DEEP && text.includes('var('); depth++)
    text = text.replaceAll(/var\(\s*(--[\w-]+)\s*\)/g, (all, name: string) =>
      (variables.get(name) ?? String(all)).trim(),
    )
  return text.includes('var(') ? null : text
}
