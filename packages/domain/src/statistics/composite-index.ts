/** A formula over named figures; null where a figure is missing or something is divided by nothing. */
export type CompositeIndex = (figures: Readonly<Record<string, number | null>>) => number | null

type Node = (figures: Readonly<Record<string, number | null>>) => number | null

/** What is wrong with a formula, in Chinese. */
export class FormulaProblem extends Error {}

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([\p{L}_][\p{L}\p{N}_]*)|([-+*/×÷−()（），,]))/uy
const SAME: Record<string, string> = {
  '×': '*',
  '÷': '/',
  '−': '-',
  '（': '(',
  '）': ')',
  '，': ',',
}
const DEEPEST = 30

/**
 * Reads a formula such as `0.4*得分率+0.6*及格率`: numbers, names, + − × ÷, brackets, min and max.
 *
 * @throws FormulaProblem
 * @source domain rules 15
 */
export function compositeIndex(text: string, names: readonly string[]): CompositeIndex {
  const tokens = tokensOf(text)
  let at = 0
  let depth = 0
  const take = (token: string): boolean => {
    if (tokens[at] !== token) return false
    at += 1
    return true
  }
  const expect = (token: string): void => {
    if (!take(token)) throw new FormulaProblem(`缺少「${token}」`)
  }
  const both = (left: Node, right: Node, of: (a: number, b: number) => number | null): Node => {
    return (figures) => {
      const [a, b] = [left(figures), right(figures)]
      return a === null || b === null ? null : of(a, b)
    }
  }
  const sum = (): Node => {
    let node = product()
    for (;;)
      if (take('+')) node = both(node, product(), (a, b) => a + b)
      else if (take('-')) node = both(node, product(), (a, b) => a - b)
      else return node
  }
  const product = (): Node => {
    let node = signed()
    for (;;)
      if (take('*')) node = both(node, signed(), (a, b) => a * b)
      else if (take('/')) node = both(node, signed(), (a, b) => (b === 0 ? null : a / b))
      else return node
  }
  const signed = (): Node => {
    if (!take('-')) return atom()
    const node = nested(signed)
    return (figures) => {
      const value = node(figures)
      return value === null ? null : -value
    }
  }
  const nested = (read: () => Node): Node => {
    depth += 1
    if (depth > DEEPEST) throw new FormulaProblem('括号套得太深')
    const node = read()
    depth -= 1
    return node
  }
  const atom = (): Node => {
    const token = tokens[at++]
    if (token === undefined) throw new FormulaProblem('公式没有写完')
    if (/^\d/.test(token)) return () => Number(token)
    if (token === '(') {
      const node = nested(sum)
      expect(')')
      return node
    }
    if (token === 'min' || token === 'max') {
      expect('(')
      let node = nested(sum)
      while (take(','))
        node = both(node, nested(sum), (a, b) =>
          token === 'min' ? Math.min(a, b) : Math.max(a, b),
        )
      expect(')')
      return node
    }
    if (!names.includes(token))
      throw new FormulaProblem(
        /^[\p{L}_]/u.test(token) ? `没有「${token}」这个指标` : `「${token}」的位置不对`,
      )
    return (figures) => figures[token] ?? null
  }
  const node = sum()
  if (at < tokens.length) throw new FormulaProblem(`「${tokens[at]}」的位置不对`)
  return (figures) => {
    const value = node(figures)
    return value !== null && Number.isFinite(value) ? value : null
  }
}

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  const end = text.trimEnd().length
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex
    const found = TOKEN.exec(text)
    if (!found) throw new FormulaProblem(`看不懂「${text.slice(from).trim().slice(0, 8)}」`)
    const [, number, name, sign] = found
    tokens.push(number ?? name ?? SAME[sign ?? ''] ?? sign ?? '')
  }
  return tokens
}
