/** An element of a small XML document; names without their namespace prefix, which vendors choose freely. */
export interface XmlElement {
  name: string
  text: string
  children: XmlElement[]
}

/**
 * Reads the XML that scanners send: elements and text. Attributes, comments and declarations are skipped.
 *
 * @throws Error when elements do not nest
 */
export function parseXml(source: string): XmlElement {
  const root: XmlElement = { name: '', text: '', children: [] }
  const open = [root]
  const tokens = source.matchAll(
    /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^>]*>|<\/([^\s>]+)\s*>|<([^\s/>]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/g,
  )
  for (const [, data, closed, opened, , isEmpty, text] of tokens) {
    const top = open.at(-1) ?? root
    if (text !== undefined || data !== undefined) top.text += data ?? decode(text ?? '')
    else if (closed !== undefined) {
      if (open.length < 2 || top.name !== localName(closed))
        throw new Error(`</${closed}> closes nothing`)
      open.pop()
    } else if (opened !== undefined) {
      const element: XmlElement = { name: localName(opened), text: '', children: [] }
      top.children.push(element)
      if (isEmpty !== '/') open.push(element)
    }
  }
  if (open.length !== 1 || !root.children[0]) throw new Error('the document has no end')
  return root.children[0]
}

/** All elements of a name below one, in the order of the document. */
export const findAll = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...findAll(child, name),
  ])

export const findFirst = (element: XmlElement, name: string): XmlElement | null =>
  findAll(element, name)[0] ?? null

export const textOf = (element: XmlElement | null, name: string): string =>
  (element && findFirst(element, name)?.text.trim()) ?? ''

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decode = (text: string): string =>
  text.replaceAll(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })
