import { AppError } from '@hengjuan/domain'

export const DEFAULT_RULE = '{year}{grade}{class:2}{seat:2}'
const MIN_DIGITS = 4
const MAX_DIGITS = 12

/** What the words of a rule stand for; `seat` and `seq` count upwards until the number is free. */
export interface NumberSource {
  year: number
  grade: number
  class: number
  seat: number
  seq: number
}

type Word = keyof NumberSource
type Part = { text: string } | { word: Word; width: number }

const WIDTHS: Record<Word, number> = { year: 2, grade: 2, class: 2, seat: 2, seq: 4 }
const COUNTERS: readonly Word[] = ['seat', 'seq']

/** Makes exam numbers of a fixed length by a rule such as `{year}{grade}{class:2}{seat:2}`. */
export interface NumberRule {
  digits: number
  /** @throws AppError EXAM_NO_RULE_INVALID when the number does not fit in the digits */
  number(source: NumberSource): string
}

/**
 * Reads a rule of literal digits and the words year, grade, class, seat and seq, each with an optional
 * width after a colon. When the sheet has more digits than the rule makes, the last counter is widened.
 *
 * @param digits how many digits the answer sheet has; null takes the length that the rule makes
 * @throws AppError EXAM_NO_RULE_INVALID
 */
export function readNumberRule(rule: string, digits: number | null): NumberRule {
  const refuse = (reason: string) => new AppError('EXAM_NO_RULE_INVALID', { rule, reason })
  const parts = partsOf(rule)
  if (!parts)
    throw refuse('只能使用数字和 {year} {grade} {class} {seat} {seq}，冒号后为 1 到 8 的位数')
  const counter = parts.findLast((part) => 'word' in part && COUNTERS.includes(part.word))
  if (!counter || !('word' in counter)) throw refuse('需要 {seat} 或 {seq}，否则考号会重复')
  const natural = parts.reduce(
    (sum, part) => sum + ('word' in part ? part.width : part.text.length),
    0,
  )
  const length = digits ?? natural
  if (length < MIN_DIGITS || length > MAX_DIGITS)
    throw refuse(`考号应为 ${MIN_DIGITS} 到 ${MAX_DIGITS} 位，现在是 ${length} 位`)
  if (natural > length) throw refuse(`规则生成 ${natural} 位考号，答题卡只有 ${length} 位`)
  counter.width += length - natural
  return {
    digits: length,
    number(source) {
      const text = parts.map((part) => ('word' in part ? shown(part, source) : part.text)).join('')
      if (text.length === length) return text
      throw refuse(`生成的考号 ${text} 有 ${text.length} 位，答题卡只有 ${length} 位，请加大位数`)
    },
  }
}

function partsOf(rule: string): Part[] | null {
  const parts: Part[] = []
  let rest = rule.trim()
  while (rest) {
    const match = /^(\d+)|^\{(year|grade|class|seat|seq)(?::([1-8]))?\}/.exec(rest)
    if (!match) return null
    const [all, text, word, width] = match
    parts.push(
      text === undefined
        ? { word: word as Word, width: Number(width ?? WIDTHS[word as Word]) }
        : { text },
    )
    rest = rest.slice(all.length)
  }
  return parts
}

function shown({ word, width }: { word: Word; width: number }, source: NumberSource): string {
  // A year is shortened from the left, everything else must fit.
  const text = String(source[word]).padStart(width, '0')
  return word === 'year' ? text.slice(-width) : text
}

/**
 * A number for each class of an exam: the one in its name (3班 is 3) when all names have one and no two
 * are the same, otherwise its place in the order.
 */
export function classNumbers(
  classes: readonly { id: number; name: string }[],
): Map<number, number> {
  const named = classes.map(({ name }) => Number(/\d+/.exec(name)?.[0] ?? 0))
  const usable = named.every((no) => no > 0) && new Set(named).size === named.length
  return new Map(classes.map(({ id }, index) => [id, usable ? (named[index] ?? 0) : index + 1]))
}
