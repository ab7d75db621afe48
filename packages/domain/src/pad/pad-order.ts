/** The options of a choice that its text lists, a line each (`A. …`). */
export interface StemParts {
  text: string
  /** In the order of their letters; null where the text does not list them all: then only letters are shown. */
  options: string[] | null
}

const OPTION = /^\s*([A-Z])\s*[.．、:：)）]\s*(\S.*)$/

/** Takes the options off the end of a question's text. Lines without a letter go on with the option before. */
export function stemParts(stem: string, optionCount: number): StemParts {
  const lines = stem.replace(/\r\n?/g, '\n').split('\n')
  const first = lines.findIndex((line) => OPTION.exec(line)?.[1] === 'A')
  const whole = { text: stem.trim(), options: null }
  if (first < 0) return whole
  const options: string[] = []
  for (const line of lines.slice(first)) {
    const [, letter, text = ''] = OPTION.exec(line) ?? []
    if (letter !== undefined && letter === letterAt(options.length)) options.push(text.trim())
    else if (line.trim() !== '') options[options.length - 1] += `\n${line.trim()}`
  }
  if (options.length !== optionCount) return whole
  return { text: lines.slice(0, first).join('\n').trim(), options }
}

export const letterAt = (index: number): string => String.fromCodePoint(65 + index)

/**
 * 0 to `count` - 1 in an order that depends on the seed alone: the same candidate sees the same order on every
 * device, and nothing about it has to be stored.
 */
export function seededOrder(seed: string, count: number): number[] {
  const random = generator(seed)
  const order = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0]
  }
  return order
}

/** FNV-1a for the seed, mulberry32 for what follows from it. */
function generator(seed: string): () => number {
  let state = 0x811c9dc5
  for (const character of seed)
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The letters of the question in the order in which a candidate sees them; `order[0]` stands at A. */
export const trueLetters = (shown: string, order: readonly number[]): string =>
  [...shown]
    .map((letter) => letterAt(order[(letter.codePointAt(0) ?? 65) - 65] ?? -1))
    .toSorted()
    .join('')

/** The other way round. */
export const shownLetters = (letters: string, order: readonly number[]): string =>
  [...letters]
    .map((letter) => letterAt(order.indexOf((letter.codePointAt(0) ?? 65) - 65)))
    .toSorted()
    .join('')
